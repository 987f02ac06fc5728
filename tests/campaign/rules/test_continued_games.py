"""Games that go on from a position in another game (SU6)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache, reduce
from random import Random
from typing import Any, NamedTuple

import pytest

from alexandros_rules.campaign import continuing, things
from alexandros_rules.campaign.events import FIRST, Event
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import AUCTION, DISCARD, OVER, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign.random_games import GAMES, Game, Habits, random_move

pytestmark = pytest.mark.rule("SU6")
CHANCE = SeededChance(bytes(range(32)))


class Place(NamedTuple):
    """A position of a game: its setup, the events up to it, and the true state."""

    setup: Setup
    log: tuple[Event, ...]
    state: State

    @property
    def text(self) -> str:
        return continuing.after(self.log)

    @property
    def table(self) -> Setup:
        """The setup of a game that goes on from here."""
        flags = {name: self.setup.options[name] for name in ("open_bidding", "bluff")}
        return Setup(self.setup.board, self.setup.players, {**flags, "position": self.text})


@cache
def places(game: Game) -> Sequence[Place]:
    """Some positions of a random game."""
    log = [*RULESET.start(game.setup, game.chance)]
    found = [Place(game.setup, tuple(log), game.first_state())]
    for step in game.steps():
        log += step.events
        if step.after.phase != OVER:
            found.append(Place(game.setup, tuple(log), step.after))
    return found[::17]


def every_place() -> list[Place]:
    return [place for game in GAMES[::3] for place in places(game)]


def test_a_game_goes_on_with_all_that_everybody_saw() -> None:
    for place in every_place():
        old, new = place.state, fold(RULESET, None, RULESET.start(place.table, CHANCE))
        for name in ("phase", "seat", "turn", "dice", "arrow", "robber", "roads", "settlements",
                     "cities", "bank", "won", "soldiers", "counselors", "longest", "army", "due",
                     "played", "options"):
            assert getattr(new, name) == getattr(old, name), name
        for part in ("hands", "cards"):
            assert [*map(sum, getattr(new, part))] == [*map(sum, getattr(old, part))], part
        assert continuing.after(RULESET.start(place.table, CHANCE)) == place.text


def test_nothing_is_lost_and_only_hidden_things_are_dealt_again() -> None:
    for place in every_place():
        new = fold(RULESET, None, RULESET.start(place.table, CHANCE))
        goods = reduce(things.add, new.hands, things.add(new.bank, things.counts(new.supply)))
        assert goods == (*things.IN_GAME, 0)
        old = place.state
        assert sorted(new.chits + new.aside) == sorted(old.chits + old.aside)
        for one, other in ((new, old), (old, new)):
            assert reduce(things.add, one.cards, things.developments(one.deck)) == reduce(
                things.add, other.cards, things.developments(other.deck))
        assert sum(new.bought) == sum(old.bought)
        assert min(things.subtract(new.cards[new.seat], new.bought)) >= 0


def test_secret_decisions_are_made_again_and_offers_have_lapsed() -> None:
    for place in every_place():
        new = fold(RULESET, None, RULESET.start(place.table, CHANCE))
        assert not new.offers
        assert not any(new.preferred)
        if new.phase == AUCTION:
            assert new.auction is not None
            assert {*new.auction.bids} == {None}
        if new.phase == DISCARD:
            assert {*new.discards} == {None}
        assert RULESET.status(new).to_move


@pytest.mark.parametrize("number", range(3))
def test_a_game_that_goes_on_can_be_played_to_its_end(number: int) -> None:
    place, rng = places(GAMES[number])[4 + number], Random(number)
    state = fold(RULESET, None, RULESET.start(place.table, CHANCE))
    while state.phase != OVER:
        seat, move = random_move(state, rng, Habits(highest_bid=6, build=True))
        state = fold(RULESET, state, RULESET.decide(state, move, CHANCE, seat=seat))
    assert RULESET.status(state).winners


def with_part(number: int, value: Any) -> Callable[[list[Any]], None]:
    """A change of one part of what everybody saw."""
    return lambda text: text[0].__setitem__(number, value)


def _more_gold(text: list[Any]) -> None:
    text[0][14][0] = f"${text[0][14][0]}"


def _a_road_twice(text: list[Any]) -> None:
    text[0][11] = [text[0][11][2]] * 3


@pytest.mark.parametrize("change", [
    *[with_part(number, value) for number, value in (
        (1, 2), (1, "3"), (3, 0), (4, FIRST), (5, "over"), (5, "chance"), (5, "robbing"),
        (6, 3), (6, -1), (7, 0), (7, 1.0), (7, True), (8, [7, 0]), (8, []), (9, 60), (9, -1),
        (10, 999), (11, ["-1", "0", "0"]), (11, ["f" * 40, "0", "0"]), (12, ["0"]),
        (12, ["1", "1", "0"]), (13, ["1f", "0", "0"]), (14, ["b", "", ""]), (14, ["", ""]),
        (15, "b"), (15, "?"), (16, "b"), (16, "?" * 96), (17, "s"), (18, "f"), (19, ""),
        (20, [[8, 0, 0, 0]] * 3), (20, [[0, 0, 0]] * 3), (21, [[1, 0, 0, 0, 0, 0]] * 3),
        (21, []), (22, [0, 0, 0, 0, 0, 9]), (23, 0), (24, [20, 0, 0]), (25, [0, 0]),
        (25, [9, None]), (26, 9), (27, 2), (28, [1, 0, 0]), (29, ["b", None, None]),
        (30, [9, 0, 0, 0, [None] * 3]), (30, []), (31, [[1], [], []]),
        (32, [True, False, False]), (33, [1]), (34, [0, -1, 0]),
        (35, 1), (36, "x"), (37, [0]), (38, "points"), (38, None))],
    _more_gold, _a_road_twice, lambda text: text[0].__setitem__(2, not text[0][2]),
    lambda text: text.pop(), lambda text: text.append(""), lambda text: text[0].pop(),
    lambda text: text.__setitem__(1, ""), lambda text: text.__setitem__(1, f"{text[1]}s"),
    lambda text: text.__setitem__(1, f"y{text[1]}"), lambda text: text.__setitem__(1, 7),
    lambda text: text.__setitem__(2, f"{text[2]}f"), lambda text: text.__setitem__(2, "?"),
])
def test_a_position_that_cannot_be_is_refused(change: Callable[[list[Any]], Any]) -> None:
    place = next(place for place in places(GAMES[0]) + places(GAMES[1])
                 if place.setup.players == 3 and place.state.phase == "build"
                 and any(place.state.roads))
    text = json.loads(place.text)
    change(text)
    _refused(place.table, json.dumps(text, separators=(",", ":")))


@pytest.mark.parametrize("text", ["", "x", "[]", "[[],1,2]", "{}", "null", "[" * 5000, 7, [], None])
def test_what_is_no_text_of_a_position_is_refused(text: Any) -> None:
    place = places(GAMES[0])[3]
    if text is not None:
        _refused(place.table, text)
    _refused(place.table, place.text.replace(",", ", "))


def _refused(table: Setup, position: Any) -> None:
    setup = Setup(table.board, table.players, {**table.options, "position": position})
    with pytest.raises(Illegal) as refused:
        RULESET.start(setup, CHANCE)
    assert refused.value.sentence == (
        "The option position must be the text of a position with the board, the players and the"
        " options of this game.")


def test_the_first_version_knows_no_such_games() -> None:
    table = places(GAMES[0])[3].table
    with pytest.raises(Illegal, match="There is no option position"):
        RULESET.start(table, CHANCE, version=FIRST)
    first = Setup(table.board, table.players, {**table.options, "first": 0})
    with pytest.raises(Illegal, match="cannot have the option first"):
        RULESET.start(first, CHANCE)


def test_the_end_is_no_position_to_go_on_from() -> None:
    log = [*RULESET.start(GAMES[0].setup, GAMES[0].chance)]
    for step in GAMES[0].steps():
        log += step.events
    with pytest.raises(ValueError, match="nobody is to move"):
        continuing.after(log)
