"""Provinces: their spaces, values and owners (P1 to P5)."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros.provinces import levy_gains, owner, provinces, value
from alexandros_rules.alexandros.state import ACT, State
from tests.engine import positions as at
from tests.engine.positions import ALICE, BOB, draw_board, named, play, position, refused

FIELD = draw_board("""
    t.h.l
    .s.a.
""")
STRIP = draw_board("t..h...l....")


def by_name(state: State) -> list[str]:
    return [named(state.board, p) for p in provinces(state.board, state.walls)]


@pytest.mark.rule("P1")
def test_before_any_wall_the_whole_board_is_one_province() -> None:
    assert by_name(position(FIELD)) == ["A1 A2 A3 A4 A5 B1 B2 B3 B4 B5"]


@pytest.mark.rule("P1", "O1")
def test_only_its_price_keeps_the_whole_board_from_being_occupied() -> None:
    state = position(STRIP, phase=ACT, alexander="A12.NE", hands=["hl"])

    assert levy_gains(play(state, "occupy A1")) == (9, 0)


@pytest.mark.rule("P1")
def test_spaces_hang_together_across_sides_without_walls() -> None:
    assert by_name(position(FIELD, closed=["A1 A2 B1"])) == ["A1 A2 B1", "A3 A4 A5 B2 B3 B4 B5"]


@pytest.mark.rule("P1")
def test_spaces_that_touch_in_a_point_only_are_not_connected() -> None:
    state = position(FIELD, closed=["A1 A3"])
    board = state.board

    a1, a3 = board.space_by_name["A1"], board.space_by_name["A3"]
    assert set(board.corners[a1]) & set(board.corners[a3])
    assert "A1" in by_name(state)
    assert "A3" in by_name(state)


@pytest.mark.rule("P1")
def test_coast_and_edge_bound_a_province_without_walls() -> None:
    state = position(STRIP, routes=["A4.NW: SE"])

    assert by_name(state) == ["A1 A2 A3", "A4 A5 A6 A7 A8 A9 A10 A11 A12"]


@pytest.mark.rule("P1")
def test_walls_inside_a_province_that_close_nothing_off_do_not_divide_it() -> None:
    assert len(by_name(position(FIELD, routes=["B2.N: SW"]))) == 1


@pytest.mark.rule("P2")
def test_the_value_is_the_number_of_open_spaces() -> None:
    state = position(STRIP, closed=["A1 A2 A3", "A4 A5 A6 A7"])

    assert [value(state.board, p) for p in provinces(state.board, state.walls)] == [2, 3, 4]


@pytest.mark.rule("P3")
def test_players_occupy_the_provinces_their_guards_are_in() -> None:
    state = position(STRIP, closed=["A1 A2 A3", "A4 A5 A6 A7"], guards=["A1", "A8"])

    assert [owner(state, p) for p in provinces(state.board, state.walls)] == [ALICE, None, BOB]


@pytest.mark.rule("P3")
def test_nobody_puts_a_guard_beside_anothers() -> None:
    """A guard can enter another player's province only if all guards there are removed."""
    state = position(STRIP, phase=ACT, alexander="A12.NE", guards=["", "A8"], hands=["tthhllllthl"])

    after = play(state, "occupy A1")

    assert after.guards[BOB] == 0
    assert owner(after, at.province(after, "A8")) == ALICE


@pytest.mark.rule("P4", "O1")
def test_a_province_without_a_symbol_cannot_be_occupied() -> None:
    state = position(STRIP, phase=ACT, alexander="A12.NE", closed=["A5 A6 A7"], hands=["thl"])

    refusal = refused(state, "occupy A5")

    assert refusal.sentence == "A5 bears no symbol. Guards can only stand on symbol spaces."
    assert not any("A5" in text or "A6" in text for text in at.moves(state))


@pytest.mark.rule("P4")
def test_a_province_of_one_symbol_space_can_be_occupied_and_is_worth_nothing() -> None:
    state = position(STRIP, phase=ACT, alexander="A12.NE", closed=["A4"])

    after = play(state, "occupy A4")

    assert owner(after, at.province(after, "A4")) == ALICE
    assert levy_gains(after) == (0, 0)


@pytest.mark.rule("P5")
def test_a_division_leaves_each_part_with_a_guard_to_its_owner() -> None:
    together = position(STRIP, guards=["A1 A8"])
    parted = position(STRIP, guards=["A1 A8"], routes=["A4.NW: SE"])

    assert [owner(together, p) for p in provinces(together.board, together.walls)] == [ALICE]
    assert [owner(parted, p) for p in provinces(parted.board, parted.walls)] == [ALICE, ALICE]


@pytest.mark.rule("P5", "L2")
def test_two_guards_parted_by_a_wall_score_both_parts() -> None:
    together = position(STRIP, guards=["A1 A8"])
    parted = position(STRIP, guards=["A1 A8"], routes=["A4.NW: SE"])

    assert levy_gains(together) == (0, 0)
    assert levy_gains(parted) == (2 + 7, 0)


@pytest.mark.rule("P5", "A15")
def test_a_march_that_parts_two_guards_lets_both_score_in_the_same_turn() -> None:
    board = draw_board("""
        ....t....
        .h.....h.
        ....l....
    """)
    state = position(board, alexander="C5.SW", guards=["B2 B8"], hands=["h"], face_up="th")

    after = play(state, "take temple; march A5.N via NW NE NE; levy horse")

    west, east = at.province(after, "B2"), at.province(after, "B8")
    assert west != east
    assert after.scores[ALICE] == value(after.board, west) + value(after.board, east)
