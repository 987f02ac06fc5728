"""Picture, table, email and actions show the same provinces in all recorded positions."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules import record, replay
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.occupying import ProvinceOccupations
from alexandros_rules.alexandros.provinces import owner, province_of, provinces, value
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, OVER, State
from alexandros_rules.drafts import Draft
from games.rulesets.alexandros import action_step
from games.rulesets.alexandros.action_step import ProvinceChoice
from games.rulesets.alexandros.drawing import descriptions, pieces
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.steps import StepContext
from games.rulesets.alexandros.suggestions import holdings
from games.rulesets.alexandros.table_panel import table

NAMES = ("Alice", "Bob", "Carol", "Dave")
RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.record"))

pytestmark = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


@cache
def views(path: Path) -> list[State]:
    """Every position of a recorded game, as the seat on turn sees it."""
    game = record.load(path.read_text(encoding="utf-8"), {RULESET.name: RULESET})
    states = replay.states(RULESET, game.rows, version=game.version)
    return [RULESET.view(state, state.seat) for state in states]


def first(view: State, province: int) -> str:
    """The name of a province's first space, by which the lists call it."""
    return view.board.names[bits(province)[0]]


@cache
def listed(view: State) -> dict[str, str]:
    """The provinces in an email about this turn: by first space, whose each is."""
    return {one.space: one.whose for one in holdings(view, NAMES, seat=view.seat)}


@cache
def outlines(view: State) -> dict[str, str]:
    """The provinces outlined in the picture: by first space, the outline."""
    drawn = set(re.findall(r' d="([^"]+)"', str(pieces.province_tints(view, pieces.closed(view)))))
    every = {first(view, p): board_geometry(view.board).area(p, inset=pieces.NARROW)
             for p in provinces(view.board, view.walls)}
    assert drawn <= set(every.values())
    return {name: outline for name, outline in every.items() if outline in drawn}


@cache
def offered_choices(view: State) -> list[ProvinceChoice]:
    """The provinces that the page of a turn offers, payable or not; ``href`` is the first space."""
    def link(draft: str, **choices: Any) -> str:
        return str(choices.get("province", ""))

    panel = action_step.content(StepContext(Draft(view, ()), NAMES, {}, link)).panel
    return [*panel["provinces"], *panel["idle"], *panel["beyond"]]


def offered(view: State) -> set[str]:
    """The first spaces of these provinces."""
    return {choice.href for choice in offered_choices(view)}


@pytest.mark.rule("P1", "P2")
def test_the_picture_outlines_the_provinces_that_the_email_lists(path: Path) -> None:
    for view in views(path):
        assert set(outlines(view)) == set(listed(view))


@pytest.mark.rule("P2")
def test_the_picture_names_the_value_of_each_free_province_worth_something(path: Path) -> None:
    for view in views(path):
        free = [p for p in provinces(view.board, view.walls)
                if listed(view).get(first(view, p)) == "free" and value(view.board, p)]
        values = [
            len(layer.pieces) for layer in pieces.province_values(view, pieces.closed(view))
            if "ax-free" in layer.before
        ]
        assert sum(values) == len(free)


def test_the_picture_calls_the_rest_open_land(path: Path) -> None:
    for view in views(path):
        for province in descriptions.described_provinces(view):
            space, title = next(province.titles(view.board))
            assert (" Open land." in title) == (view.board.names[space] not in listed(view))


@pytest.mark.rule("P3")
def test_the_table_lists_the_provinces_that_the_email_lists(path: Path) -> None:
    for view in views(path):
        shown: Any = table(view, names=NAMES, seat=view.seat, open_hands=False)
        free = {re.search(r"starting at (\w+)\.", text)[1] for text in shown["free"]}  # type: ignore[index]
        assert free == {name for name, whose in listed(view).items() if whose == "free"}
        for place in shown["places"]:
            assert len(place.provinces) == list(listed(view).values()).count(place.name)


@pytest.mark.rule("O1", "O5", "P4")
def test_the_actions_offer_what_the_email_lists_and_others_hold_or_nobody(path: Path) -> None:
    for view in views(path):
        if view.phase != ACT or not view.guards_left(view.seat):
            continue
        wanted = {
            name for name, whose in listed(view).items()
            if whose != NAMES[view.seat] and _has_symbol(view, name)
        }
        assert offered(view) == wanted


def _has_symbol(view: State, name: str) -> bool:
    province = province_of(view.board, view.walls, view.board.space_by_name[name])
    return bool(province & ~view.board.open)


@pytest.mark.rule("O1", "O2", "O3", "K1")
def test_every_province_that_the_current_player_can_pay_for_is_shown(path: Path) -> None:
    for view in views(path):
        supply = view.guards_left(view.seat)
        for province in provinces(view.board, view.walls):
            if view.phase == OVER or owner(view, province) == view.seat:
                continue
            if ProvinceOccupations(view, province, supply):
                name = first(view, province)
                assert name in listed(view)
                assert name in outlines(view)
                assert view.phase != ACT or name in offered(view)


def test_all_players_see_the_same_provinces(path: Path) -> None:
    for view in views(path)[::7]:
        for seat in range(view.players):
            assert set(listed(RULESET.view(view, seat))) == set(listed(view))
