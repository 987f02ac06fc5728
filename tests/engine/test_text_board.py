"""The position in plain text, for emails and screen readers."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros.cards import read_code
from alexandros_rules.alexandros.text_board import text_map
from tests.engine.positions import RULESET, draw_board, position, started

TINY = draw_board("""
    ~t.h~
    .a..#
""")


def test_walls_guards_and_alexander_show_in_the_drawing_and_are_explained() -> None:
    state = position(TINY, players=3, alexander="A3.SW", routes=["A2.NW: E"], red=["A3.SW: E"],
                     guards=["A2", "", "B2 A4"])

    assert text_map(state) == "\n".join([
        "     1 2 3 4 5",
        "",
        "     .###.---.",
        "A     \\R   B/    A",
        "   .---@%%%.",
        "B   \\  B    \\    B",
        "     .---.---.",
        "",
        "     1 2 3 4 5",
        "",
        "t temple, a amphora, h horse, l lyre, s soldier;",
        "@ Alexander at A2.S, # wall, % red wall, . point",
        "R Red's guards: A2 (temple)",
        "B Blue's guards: A4 (horse), B2 (amphora)",
    ])


def test_the_turn_the_cards_and_what_each_seat_has_follow_as_the_viewer_may_see_them() -> None:
    state = position(TINY, players=2, hands=["hhl", "ts"], face_up="ta", supply="",
                     known=((0,) * 6, read_code("s")), guards=["A2", ""], scores=(12, 1))

    table = RULESET.text_board(RULESET.view(state, 0)).rpartition("\n\n")[2].split("\n")

    assert table == [
        "Turn 1: it is Red's turn. The march comes first.",
        "Face up, the oldest first: temple, amphora",
        "Supply: 0, discarded: no cards",
        "Walls left: 65 black, 10 red",
        "Red: 12 points, guards left: 3, hand: 2 horses and a lyre",
        "Yellow: 1 point, guards left: 4, hand: 2 cards, known: soldier",
    ]


def test_rows_of_sea_alone_are_left_out() -> None:
    state = position(draw_board("~~~~\n~t.~\n~~~~"))

    rows = [line for line in RULESET.text_board(state).split("\n") if line[:1].isalpha()]

    assert [line[0] for line in rows if line.endswith(line[0])] == ["B"]


@pytest.mark.parametrize("board", ["persia", "delta"])
def test_it_fits_into_72_columns(board: str) -> None:
    lines = RULESET.text_board(started(board=board, players=4)).split("\n")

    assert max(map(len, lines)) <= 72
    assert lines == [line.rstrip() for line in lines]


def test_numbers_beyond_nine_are_written_downwards() -> None:
    tens, units, *_ = RULESET.text_board(started(board="persia")).split("\n")

    assert tens.split() == ["1"] * 10 + ["2"] * 10 + ["3"]
    assert "".join(units.split()) == "123456789012345678901234567890"
    assert tens.rindex("3") == units.rindex("0")
