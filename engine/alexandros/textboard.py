"""The position as plain text for mails, screen readers and bug reports.

One character a space, lines between where walls or the rim are; at most 72
columns.  A guard shows as its colour's capital letter and is listed below.
"""

from __future__ import annotations

from engine.alexandros import lattice as lat
from engine.alexandros.board import LETTERS, ROW_LETTERS, SYMBOLS
from engine.alexandros.lattice import bits
from engine.alexandros.state import COLOURS, State

MARGIN = 3  # columns for the row letters


def text_board(state: State) -> str:
    """The position as lines of text."""
    return "\n".join([*_map(state), "", *_legend(state)])


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
    return [
        f"{_row_label(i)}{''.join(line)}".rstrip() for i, line in enumerate(lines)
    ] + _numbers(grid)


def _row_label(line: int) -> str:
    return (ROW_LETTERS[line // 2] if line % 2 else "").ljust(MARGIN)


def _numbers(grid: lat.Lattice) -> list[str]:
    """Column numbers below the map, every fifth and the first."""
    line = [" "] * (2 * grid.columns + 4)
    for column in range(grid.columns):
        if column == 0 or (column + 1) % 5 == 0:
            for i, digit in enumerate(str(column + 1)):
                line[2 * column + 2 + i] = digit
    return [" " * MARGIN + "".join(line).rstrip()]


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
    lines = [f"{symbols};", "@ Alexander, # wall, % red wall, . point"]
    for seat, mask in enumerate(state.guards):
        if mask:
            posts = ", ".join(
                f"{state.board.names[s]} ({SYMBOLS[state.board.symbol_of[s]]})" for s in bits(mask)
            )
            colour = COLOURS[seat]
            lines.append(f"{colour[0].upper()} {colour}'s guards: {posts}")
    return lines
