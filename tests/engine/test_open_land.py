"""The open land, closed provinces, and what a levy pays for them."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros.provinces import (
    closed_off,
    closed_provinces,
    is_open_land,
    levy_pays,
    open_land,
    provinces,
)
from alexandros_rules.alexandros.state import State
from tests.engine.positions import BOB, RULESET, draw_board, named, position, province, spaces

# Twelve spaces, eight of them with symbols: more than the four guards of a player can cover.
BOARD = draw_board("th.ls.ah.tl.")
WEST, EAST = "A1 A2 A3 A4", "A9 A10 A11 A12"
LONG = draw_board("th" * 10)  # each half has more symbol spaces than a player has guards
WEST, EAST = "A1 A2 A3 A4", "A9 A10 A11 A12"


def table(**more: Any) -> State:
    return position(BOARD, **more)


def closed(state: State) -> list[str]:
    return [named(state.board, mask) for mask in closed_provinces(state)]


@pytest.mark.rule("P1")
@pytest.mark.parametrize(("board", "cut", "is_closed"), [
    pytest.param(BOARD, "", False, id="the whole board before the first wall"),
    pytest.param(BOARD, WEST, True, id="a province cut from the open land"),
    pytest.param(LONG, "A1 A2 A3 A4 A5", True, id="a part with a quarter of the spaces"),
    pytest.param(LONG, " ".join(f"A{n}" for n in range(1, 11)), False,
                 id="two large parts that nobody can pay for"),
])
def test_a_part_cut_from_the_open_land_is_closed_unless_it_is_large(
    board: str, cut: str, *, is_closed: bool
) -> None:
    state = position(board, closed=[cut] if cut else [])

    assert closed(state) == ([cut] if is_closed else [])
    assert open_land(state) == state.board.land & ~(spaces(state.board, cut) if is_closed else 0)


def test_no_part_is_open_land_where_somebody_can_pay_for_each() -> None:
    state = table(closed=["A1 A2 A3 A4 A5 A6"])

    assert open_land(state) == 0
    assert len(closed(state)) == len(provinces(state.board, state.walls)) == 2


@pytest.mark.rule("P3")
def test_a_province_that_somebody_holds_is_not_open_land() -> None:
    assert open_land(table(guards=["A1"])) == 0


@pytest.mark.rule("O2", "O3")
@pytest.mark.parametrize(("hand", "open_"), [("ttt", True), ("tttt", False)])
def test_land_is_not_open_once_somebody_has_as_many_cards_and_guards_as_it_has_symbols(
    hand: str, *, open_: bool
) -> None:
    assert bool(open_land(table(hands=["", hand]))) == open_


def test_every_player_sees_the_same_open_land() -> None:
    state = table(hands=["t", "hhhh"], closed=[EAST])

    for seat in (*range(state.players), None):
        view = RULESET.view(state, seat)
        assert closed_provinces(view) == closed_provinces(state)
    assert RULESET.view(state, None).hands[BOB] != state.hands[BOB]


@pytest.mark.rule("A15")
def test_only_the_parts_that_are_open_land_no_longer_are_closed_off() -> None:
    before, after = table(), table(closed=[WEST])
    rest = province(after, "A5")

    assert is_open_land(after, rest)
    assert list(closed_off(before, before.board.land, [rest, province(after, "A1")])) == [
        province(after, "A1")
    ]


@pytest.mark.rule("A15")
def test_both_halves_of_the_open_land_are_closed_off_where_somebody_can_pay_for_each() -> None:
    parts = provinces(table().board, table(closed=["A1 A2 A3 A4 A5 A6"]).walls)

    assert list(closed_off(table(), table().board.land, parts)) == list(parts)


@pytest.mark.rule("A15", "P5")
@pytest.mark.parametrize(("guards", "part", "rest"), [
    pytest.param([], "A12", "A9", id="of a closed province, what is cut from its largest part"),
    pytest.param(["A11"], "A9", "A10", id="of a held province, the parts without a guard"),
])
def test_a_part_of_a_closed_province_is_closed_off(
    guards: list[str], part: str, rest: str
) -> None:
    before, after = table(closed=[EAST], guards=guards), table(closed=[EAST, part], guards=guards)
    parts = [province(after, rest), province(after, part)]

    assert list(closed_off(before, province(before, "A9"), parts)) == parts[1:]


@pytest.mark.rule("L2")
def test_a_province_pays_its_value_to_a_single_guard_only() -> None:
    assert [levy_pays(9, guards) for guards in range(4)] == [0, 9, 0, 0]
