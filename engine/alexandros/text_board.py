"""Draws the position as plain text for emails, screen readers and bug reports.

Each space is one character, with lines where there are walls or the rim.  Row letters are at both
ends; space numbers are above and below and read downwards: 1 over 7 is 17.  A guard is the
capital letter of its colour and is listed below the board.  A board with 32 spaces in a row fits
into 72 columns.
"""

from __future__ import annotations

import textwrap
from functools import lru_cache

from engine.alexandros import lattice as lat
from engine.alexandros import terms
from engine.alexandros.board import LETTERS, ROW_LETTERS, Board
from engine.alexandros.cards import KINDS
from engine.alexandros.lattice import bits
from engine.alexandros.state import COLOURS, State
from engine.translation import gettext as _

WIDTH = 72
MARGIN = 3  # columns for the row letters


def text_board(state: State) -> str:
    """Returns the position as lines of text."""
    numbers = _numbers(state.board.lattice)
    return "\n".join([*numbers, "", *_map(state), "", *numbers, "", *_legend(state)])


def _map(state: State) -> list[str]:
    board, grid = state.board, state.board.lattice
    lines = [list(line) for line in _empty_map(board)]
    y, x = board.coordinates[state.alexander]
    lines[2 * y][2 * x] = "@"
    for seat, mask in enumerate(state.guards):
        for space in bits(mask):
            row, column = grid.row_and_column(space)
            lines[2 * row + 1][2 * column + 2] = COLOURS[seat][0].upper()
    strokes = _strokes(board)
    for side in bits(state.walls):
        stroke = "%" if state.red >> side & 1 else "#"
        for y, x in strokes[side]:
            lines[y][x] = stroke
    first, last = _lines_used(board)
    return [_labelled(i, "".join(lines[i])) for i in range(first, last + 1)]


@lru_cache(maxsize=16)
def _empty_map(board: Board) -> list[str]:
    """Returns the lines of the whole lattice before the game: points, symbols and the rim."""
    grid = board.lattice
    lines = [[" "] * (2 * grid.columns + 3) for _ in range(2 * grid.rows + 1)]
    for y, x in board.coordinates:
        lines[2 * y][2 * x] = "."
    for space in board.spaces:
        row, column = grid.row_and_column(space)
        symbol = board.symbol_of.get(space)
        lines[2 * row + 1][2 * column + 2] = " " if symbol is None else LETTERS[symbol]
    strokes = _strokes(board)
    for side in bits(board.rim):
        (ya, xa), (yb, xb) = (board.coordinates[point] for point in board.sides[side])
        rim = "-" if ya == yb else "\\" if xb > xa else "/"
        for y, x in strokes[side]:
            lines[y][x] = rim
    return ["".join(line) for line in lines]


@lru_cache(maxsize=16)
def _strokes(board: Board) -> dict[int, list[tuple[int, int]]]:
    """Returns the line and column of the characters that draw each side."""
    strokes = {}
    for side, (a, b) in board.sides.items():
        (ya, xa), (yb, xb) = board.coordinates[a], board.coordinates[b]
        strokes[side] = (
            [(2 * ya, x) for x in range(2 * min(xa, xb) + 1, 2 * max(xa, xb))] if ya == yb
            else [(2 * ya + 1, xa + xb)]
        )
    return strokes


@lru_cache(maxsize=16)
def _lines_used(board: Board) -> tuple[int, int]:
    """Returns the first and the last line of the map that the board needs."""
    rows = [board.lattice.row_and_column(space)[0] for space in board.spaces]
    return 2 * min(rows), 2 * max(rows) + 2


def _labelled(i: int, line: str) -> str:
    """Adds the row letter to both ends of a line; lines of points have none."""
    letter = ROW_LETTERS[i // 2] if i % 2 else ""
    return f"{letter:{MARGIN}}{line}  {letter}".rstrip()


def _numbers(grid: lat.Lattice) -> list[str]:
    """Returns the space numbers as two lines: tens, then units."""
    numbers = range(1, grid.columns + 1)
    tens = [str(number // 10 or " ") for number in numbers]
    units = [str(number % 10) for number in numbers]
    lines = [" " * (MARGIN + 2) + " ".join(row) for row in (tens, units)]
    return [line.rstrip() for line in lines if line.strip()]


def _legend(state: State) -> list[str]:
    board = state.board
    names = [terms.card_name(card) for card in KINDS]
    symbols = ", ".join(f"{LETTERS[card]} {names[card]}" for card in KINDS)
    signs = _("@ Alexander at %(point)s, # wall, %% red wall, . point") % {
        "point": board.point_name(state.alexander)
    }
    lines = [*_wrapped(f"{symbols};"), *_wrapped(signs)]
    guards = _("%(colour)s's guards: %(spaces)s")
    for seat, mask in enumerate(state.guards):
        if mask:
            spaces = ", ".join(
                f"{board.names[s]} ({names[board.symbol_of[s]]})" for s in bits(mask)
            )
            line = guards % {"colour": terms.colour(seat), "spaces": spaces}
            lines += _wrapped(f"{COLOURS[seat][0].upper()} {line}")
    return lines


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ")
