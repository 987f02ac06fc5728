"""At every position of recorded games, the suggested orders are legal and described correctly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules import drafts, record, replay
from alexandros_rules.alexandros import display_names
from alexandros_rules.alexandros.events import Levied, Occupied
from alexandros_rules.alexandros.provinces import levy_gains, province_of, value
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.drafts import Draft
from games.rulesets.alexandros.suggestions import MARCHES, TURNS, suggestions

NAMES = ("Alice", "Bob", "Carol", "Dave")
RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.record"))

@dataclass
class Position:
    """A position as seen by the seat whose turn it is, and what is suggested there."""

    view: State
    found: dict[str, Any]
    _drafts: dict[str, Draft] = field(default_factory=dict)

    def drafted(self, text: str) -> Draft:
        """The draft of these orders, which are legal."""
        if text not in self._drafts:
            draft = drafts.evaluate(RULESET, self.view, text, seat=self.view.seat)
            assert draft.refusal is None, (text, draft.refusal)
            self._drafts[text] = draft
        return self._drafts[text]


@pytest.fixture(scope="module", params=RECORDS, ids=lambda path: path.stem)
def positions(request: pytest.FixtureRequest) -> list[Position]:
    """The position after every row of a game but the last."""
    game = record.load(request.param.read_text(encoding="utf-8"), {RULESET.name: RULESET})
    states = replay.states(RULESET, game.rows, version=game.version)
    views = [RULESET.view(state, state.seat) for state in states if state.phase != "over"]
    return [Position(view, suggestions(view, names=NAMES, seat=view.seat)) for view in views]


def test_every_march_and_whole_turn_that_is_proposed_can_be_played(
    positions: list[Position]
) -> None:
    for position in positions:
        view, found = position.view, position.found
        assert len(found["marches"]) <= MARCHES
        assert len(found["turns"]) <= TURNS
        for march in found["marches"]:
            assert position.drafted(march.order).view.phase != "take"
        for turn in found["turns"]:
            after = position.drafted(turn.order).view
            assert after.turn != view.turn or after.phase == "over"


def test_a_whole_turn_says_what_its_actions_cost_and_give(positions: list[Position]) -> None:
    for position in positions:
        view, found = position.view, position.found
        for turn in found["turns"]:
            for step in position.drafted(turn.order).steps:
                for event in step.events:
                    if isinstance(event, Occupied):
                        paid = display_names.price(event.paid, len(event.guards))
                        assert f" and pay {paid}." in turn.does
                    elif isinstance(event, Levied):
                        assert f"You levy taxes: you score {event.gains[view.seat]}" in turn.does


@pytest.mark.rule("L2")
def test_a_suggested_occupation_says_what_its_province_will_pay(positions: list[Position]) -> None:
    for position in positions:
        view, found = position.view, position.found
        for one in (*found["turns"], *found["actions_now"] * (view.phase == "act")):
            for step in position.drafted(one.order).steps:
                for event in step.events:
                    if isinstance(event, Occupied):
                        assert _pays(step.after, event) in one.does


def _pays(after: State, event: Occupied) -> str:
    worth = value(after.board, province_of(after.board, after.walls,
                                           after.board.space_by_name[event.guards[0]]))
    if len(event.guards) > 1:
        return "It pays nothing"
    return f"It pays {worth} each levy."


@pytest.mark.rule("L2")
def test_why_land_with_two_guards_pays_nothing_is_said_once(positions: list[Position]) -> None:
    for position in positions:
        found = position.found
        texts = [one.does for key in ("turns", "marches", "actions_now")
                 for one in found.get(key, ())]
        told = " ".join(texts).split("It pays nothing: it would hold more than one guard.")
        assert len(told) <= 2
        assert "It pays nothing." not in told[0]


@pytest.mark.rule("L2")
def test_a_whole_turn_that_pays_comes_before_those_that_do_not(positions: list[Position]) -> None:
    for position in positions:
        view, found = position.view, position.found
        before = _fortunes(view)
        pays = []
        for turn in found["turns"]:
            after = _fortunes(position.drafted(turn.order).view)
            gained = after[view.seat] - before[view.seat]
            hurts = any(now < then for then, now in zip(before, after, strict=True))
            pays.append(gained > 0 or (gained == 0 and hurts))
        assert pays == sorted(pays, reverse=True)


def _fortunes(state: State) -> list[int]:
    """Each seat's points, including what a levy would add."""
    return [score + gain for score, gain in zip(state.scores, levy_gains(state), strict=True)]


@pytest.mark.rule("L2", "B1")
def test_no_suggested_turn_leaves_a_province_it_occupied_with_a_guard_too_many(
    positions: list[Position]
) -> None:
    for position in positions:
        view, found = position.view, position.found
        for turn in found["turns"]:
            draft = position.drafted(turn.order)
            for step in draft.steps:
                for event in step.events:
                    if isinstance(event, Occupied):
                        home = province_of(draft.view.board, draft.view.walls,
                                           draft.view.board.space_by_name[event.guards[0]])
                        assert (draft.view.guards[view.seat] & home).bit_count() == 1


def test_at_the_start_of_a_turn_there_is_always_something_to_copy(
    positions: list[Position]
) -> None:
    for position in positions:
        view, found = position.view, position.found
        if view.phase == "take":
            assert found["turns"] or found["stays"]


def test_what_an_action_costs_and_gives_is_what_it_does(positions: list[Position]) -> None:
    for position in positions:
        view, found = position.view, position.found
        if view.phase != "act":
            continue
        for one in found["actions_now"]:
            (step,) = position.drafted(one.order).steps
            (first, *_) = step.events
            if isinstance(first, Occupied):
                assert f" and pay {display_names.price(first.paid, len(first.guards))}." in one.does
            elif isinstance(first, Levied):
                assert f"you score {first.gains[view.seat]}" in one.does


def test_short_actions_can_be_ordered_when_it_is_time(positions: list[Position]) -> None:
    for position in positions:
        view, found = position.view, position.found
        if view.phase == "act":
            for order in found["short"]:
                position.drafted(order)


def test_somebody_whose_turn_it_is_not_gets_the_land_only(positions: list[Position]) -> None:
    view = positions[0].view
    assert set(suggestions(view, names=NAMES, seat=view.seat + 1)) == {"goals", "land"}


def test_each_single_action_can_be_played_as_written_now_or_after_a_march(
    positions: list[Position]
) -> None:
    for position in positions:
        view, found = position.view, position.found
        for order in (*(one.order for one in found["actions_now"]), *found["short"]):
            assert any(
                drafts.evaluate(RULESET, start, order, seat=view.seat).refusal is None
                for start in acting(view)
            ), (view.turn, order)


def acting(view: State) -> Iterator[State]:
    """The views from which actions may be taken, after any march."""
    if view.phase == "act":
        yield view
        return
    for move in RULESET.legal_moves(view, seat=view.seat):
        events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=view.seat)
        yield from acting(replay.fold(RULESET, view, events))
