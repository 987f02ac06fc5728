"""The position as plain text for mails, screen readers and bug reports.

One character a space, lines between where walls or the rim are; the letters of
the rows stand at both sides, the numbers of the spaces above and below, written
downwards: 1 over 7 is 17.  A guard shows as its colour's capital letter and is
listed below.  A board of 32 numbers fits into 72 columns.
"""

from __future__ import annotations

import textwrap

from engine.alexandros import lattice as lat
from engine.alexandros.board import LETTERS, ROW_LETTERS, SYMBOLS
from engine.alexandros.lattice import bits
from engine.alexandros.state import COLOURS, State

WIDTH = 72
MARGIN = 3  # columns for the row letters


def text_board(state: State) -> str:
    """The position as lines of text."""
    numbers = _numbers(state.board.lattice)
    return "\n".join([*numbers, "", *_map(state), "", *numbers, "", *_legend(state)])


def _map(state: State) -> list[str]:
    board = state.board
    grid = board.lattice
    lines = [[" "] * (2 * grid.columns + 3) for _ in range(2 * grid.rows + 1)]
    for point, (y, x) in enumerate(board.places):
        lines[2 * y][2 * x] = "@" if point == state.alexander else "."
    for space in board.spaces:
        row, column = grid.place(space)
        lines[2 * row + 1][2 * column + 2] = _space(state, space)
    for side, (a, b) in board.sides.items():
        _draw_side(lines, board.places[a], board.places[b], _stroke(state, side))
    rows = [grid.place(space)[0] for space in board.spaces]
    first, last = 2 * min(rows), 2 * max(rows) + 2
    return [_labelled(i, "".join(line)) for i, line in enumerate(lines) if first <= i <= last]


def _labelled(i: int, line: str) -> str:
    """A line of the map with its row's letter at both ends; lines of points have none."""
    letter = ROW_LETTERS[i // 2] if i % 2 else ""
    return f"{letter:{MARGIN}}{line}  {letter}".rstrip()


def _numbers(grid: lat.Lattice) -> list[str]:
    """The numbers of the spaces above one another: tens, then units."""
    numbers = range(1, grid.columns + 1)
    tens = [str(number // 10 or " ") for number in numbers]
    units = [str(number % 10) for number in numbers]
    lines = [" " * (MARGIN + 2) + " ".join(row) for row in (tens, units)]
    return [line.rstrip() for line in lines if line.strip()]


def _space(state: State, space: int) -> str:
    for seat, mask in enumerate(state.guards):
        if mask >> space & 1:
            return COLOURS[seat][0].upper()
    symbol = state.board.symbol_of.get(space)
    return " " if symbol is None else LETTERS[symbol]


def _stroke(state: State, side: int) -> str:
    """What a side is drawn with: "#" a black wall, "%" a red one, "-" the rim, else nothing."""
    if state.red >> side & 1:
        return "%"
    if state.walls >> side & 1:
        return "#"
    return "-" if state.board.rim >> side & 1 else " "


def _draw_side(
    lines: list[list[str]], a: tuple[int, int], b: tuple[int, int], stroke: str
) -> None:
    if stroke == " ":
        return
    (ya, xa), (yb, xb) = a, b
    if ya == yb:
        for x in range(2 * min(xa, xb) + 1, 2 * max(xa, xb)):
            lines[2 * ya][x] = stroke
    else:
        slant = "\\" if xb > xa else "/"
        lines[2 * ya + 1][xa + xb] = slant if stroke == "-" else stroke


def _legend(state: State) -> list[str]:
    symbols = ", ".join(f"{LETTERS[i]} {name}" for i, name in enumerate(SYMBOLS))
    here = state.board.point_name(state.alexander)
    lines = [f"{symbols};", f"@ Alexander at {here}, # wall, % red wall, . point"]
    for seat, mask in enumerate(state.guards):
        if mask:
            posts = ", ".join(
                f"{state.board.names[s]} ({SYMBOLS[state.board.symbol_of[s]]})" for s in bits(mask)
            )
            colour = COLOURS[seat]
            lines += textwrap.wrap(f"{colour[0].upper()} {colour}'s guards: {posts}", WIDTH,
                                   subsequent_indent="  ")
    return lines
