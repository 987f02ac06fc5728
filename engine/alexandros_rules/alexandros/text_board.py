"""Positions as plain text, for emails, screen readers and bug reports.

Each space is one character, with lines where there are walls or the rim.  Row letters are at both
ends; space numbers are above and below and read downwards: 1 over 7 is 17.  A guard is the
capital letter of its colour and is listed below the board.  A board with 32 spaces in a row fits
into 72 columns.  Then come the turn, the cards and walls, and what each seat has, as the viewer
may see it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from alexandros_rules.alexandros import display_names
from alexandros_rules.alexandros.board import LETTERS, ROW_LETTERS, Board
from alexandros_rules.alexandros.cards import KINDS, UNKNOWN
from alexandros_rules.alexandros.event_builder import is_last_turn, quiet_turns
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.state import ACT, COLOURS, MARCH, OVER, State
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import ngettext

WIDTH = 72
MARGIN = 3  # columns for the row letters


def text_board(state: State) -> str:
    """Return the position as lines of text."""
    return "\n".join([
        text_map(state), "", *[part for line in _table(state) for part in _wrapped(line)]])


def text_map(state: State) -> str:
    """Return what is on the board as lines of text, with the legend."""
    numbers = _numbers(state.board.lattice.columns)
    return "\n".join([
        *numbers, "", _map(state.board, state.alexander, state.guards, state.walls, state.red), "",
        *numbers, "", *_legend(state),
    ])


@lru_cache(maxsize=256)  # all readers of a position see the same map
def _map(board: Board, alexander: int, guards: tuple[int, ...], walls: int, red: int) -> str:
    grid = board.lattice
    signs, at = list(_empty_map(board)), _Place.on(board)
    y, x = board.coordinates[alexander]
    signs[at(2 * y, 2 * x)] = "@"
    for seat, mask in enumerate(guards):
        for space in bits(mask):
            row, column = grid.row_and_column(space)
            signs[at(2 * row + 1, 2 * column + 2)] = COLOURS[seat][0].upper()
    for side in bits(walls):
        stroke = "%" if red >> side & 1 else "#"
        for y, x in _stroke(board, side):
            signs[at(y, x)] = stroke
    return "\n".join([line.rstrip() for line in "".join(signs).split("\n")])


class _Place(NamedTuple):
    """The place of a line and column of the lattice in the text of the map.

    ``top`` and ``bottom`` are the first and the last line that the board needs, ``wide`` is the
    number of characters in each line of the text, with its end.
    """

    top: int
    bottom: int
    wide: int

    @classmethod
    def on(cls, board: Board) -> _Place:
        grid = board.lattice
        first, last = (grid.row_and_column(board.spaces[i])[0] for i in (0, -1))  # in reading order
        return cls(2 * first, 2 * last + 2, MARGIN + 2 * grid.columns + 3 + 3)

    def __call__(self, y: int, x: int) -> int:
        return (y - self.top) * self.wide + MARGIN + x


@lru_cache(maxsize=16)
def _empty_map(board: Board) -> str:
    """Return the map before the game: points, symbols and the rim, with the row letters."""
    at = _Place.on(board)
    signs = list("".join(_empty_line(i, at.wide) for i in range(at.top, at.bottom + 1))[:-1])
    for y, x in board.coordinates:
        signs[at(2 * y, 2 * x)] = "."
    for space, symbol in board.symbol_of.items():
        row, column = board.lattice.row_and_column(space)
        signs[at(2 * row + 1, 2 * column + 2)] = LETTERS[symbol]
    for side in bits(board.rim):
        (ya, xa), (yb, xb) = (board.coordinates[point] for point in board.sides[side])
        rim = "-" if ya == yb else "\\" if xb > xa else "/"
        for y, x in _stroke(board, side):
            signs[at(y, x)] = rim
    return "".join(signs)


def _empty_line(i: int, wide: int) -> str:
    """Return a line with the row letter at both ends; lines of points have none."""
    letter = ROW_LETTERS[i // 2] if i % 2 else " "
    return f"{letter}{letter:>{wide - 2}}\n"


def _stroke(board: Board, side: int) -> list[tuple[int, int]]:
    """Return the line and column of the characters that draw a side."""
    a, b = board.sides[side]
    (ya, xa), (yb, xb) = board.coordinates[a], board.coordinates[b]
    if ya != yb:
        return [(2 * ya + 1, xa + xb)]
    return [(2 * ya, x) for x in range(2 * min(xa, xb) + 1, 2 * max(xa, xb))]


@lru_cache(maxsize=16)
def _numbers(columns: int) -> list[str]:
    """Return the space numbers as two lines: tens, then units."""
    numbers = range(1, columns + 1)
    tens = [str(number // 10 or " ") for number in numbers]
    units = [str(number % 10) for number in numbers]
    lines = [" " * (MARGIN + 2) + " ".join(row) for row in (tens, units)]
    return [line.rstrip() for line in lines if line.strip()]


def _legend(state: State) -> list[str]:
    board = state.board
    names = [display_names.card_name(card) for card in KINDS]
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
            line = guards % {"colour": display_names.colour(seat), "spaces": spaces}
            lines += _wrapped(f"{COLOURS[seat][0].upper()} {line}")
    return lines


def _table(state: State) -> Iterator[str]:
    """Yield the turn, the cards and walls, and what each seat has, as lines to be wrapped."""
    yield " ".join(_turn(state))
    face_up = ", ".join(map(display_names.card_name, state.face_up))
    yield _("Face up, the oldest first: %(cards)s") % {"cards": face_up or _("no cards")}
    yield _("Supply: %(count)s, discarded: %(cards)s") % {
        "count": len(state.supply), "cards": display_names.card_list(state.discard)}
    yield _("Walls left: %(black)s black, %(red)s red") % {
        "black": state.black_left, "red": state.red_left}
    for seat in range(state.players):
        yield from _player(state, seat)


def _turn(state: State) -> Iterator[str]:
    if state.phase == OVER:
        yield _("The game is over after turn %(turn)s.") % {"turn": state.turn}
        return
    yield _("Turn %(turn)s: it is %(colour)s's turn.") % {
        "turn": state.turn, "colour": display_names.colour(state.seat)}
    if state.phase == ACT:
        yield ngettext("%(count)s action is left.", "%(count)s actions are left.",
                       state.actions) % {"count": state.actions}
        if state.levied:
            yield _("Taxes have been levied.")
    elif state.phase == MARCH and state.card is not None:
        yield (_("The march is by %(card)s, as a joker.") if state.joker
               else _("The march is by %(card)s.")) % {"card": display_names.a_card(state.card)}
    else:
        yield _("The march comes first.")
    if is_last_turn(state):
        yield _("It is the last turn of the game.")
    elif state.last_round:
        yield _("The last round has begun.")
    if state.stayed:
        yield ngettext("Alexander could not be moved in the last turn.",
                       "Alexander could not be moved in the last %(count)s turns.",
                       state.stayed) % {"count": state.stayed}
    if (quiet := quiet_turns(state)) > state.players:
        yield _("The last wall, point or occupation was %(count)s turns ago.") % {"count": quiet}


def _player(state: State, seat: int) -> Iterator[str]:
    """Yield what a seat has; of a hand that is hidden from the viewer, the cards that are known."""
    colour, hand = display_names.colour(seat), state.hands[seat]
    points = ngettext("%(count)s point", "%(count)s points", state.scores[seat]) % {
        "count": state.scores[seat]}
    cards = display_names.card_list(hand)
    if hand[UNKNOWN] and any(state.known[seat]):
        cards = ngettext("%(count)s card, known: %(cards)s", "%(count)s cards, known: %(cards)s",
                         sum(hand)) % {
            "count": sum(hand), "cards": display_names.short_list(state.known[seat])}
    yield _("%(colour)s: %(points)s, guards left: %(guards)s, hand: %(cards)s") % {
        "colour": colour, "points": points, "guards": state.guards_left(seat), "cards": cards}


@lru_cache(maxsize=256)  # most lines are the same in the next position
def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ")
