"""What the picture says to those who hear it: a label, a text board, a name for each space.

Reads the view only and draws nothing.
"""

from __future__ import annotations

from functools import lru_cache

from engine.alexandros.board import SYMBOLS, Board
from engine.alexandros.lattice import bits
from engine.alexandros.provinces import is_open_land, owner, provinces, value
from engine.alexandros.state import COLOURS, OVER, State
from engine.alexandros.text_board import text_board


def label(view: State) -> str:
    """One sentence that says what is to be seen."""
    stands = view.board.point_name(view.alexander)
    scores = ", ".join(
        f"{COLOURS[seat]} {score}" for seat, score in enumerate(view.scores)
    )
    turn = "the game is over" if view.phase == OVER else f"{COLOURS[view.seat]} is on turn"
    return (
        f"{view.board.title}: Alexander stands at {stands}, {view.walls.bit_count()} walls are"
        f" built, {turn}. Scores: {scores}."
    )


def description(view: State) -> str:
    """The position as a text board."""
    return text_board(view)


def space_titles(view: State) -> list[tuple[tuple[int, str], ...]]:
    """By province, each space with its name, symbol, region, guard and what it belongs to."""
    stands = {space: seat for seat, mask in enumerate(view.guards) for space in bits(mask)}
    found = []
    for mask in provinces(view.board, view.walls):
        tail = _province(view, mask)
        found.append(tuple(
            (space, _ground(view.board, space) + tail + _guard(stands.get(space)))
            for space in bits(mask)
        ))
    return found


def _guard(seat: int | None) -> str:
    return "" if seat is None else f" {COLOURS[seat].capitalize()}'s guard stands here."


def _province(view: State, mask: int) -> str:
    if is_open_land(view, mask):
        return " Open land."
    seat = owner(view, mask)
    whose = "Free province" if seat is None else f"{COLOURS[seat].capitalize()}'s province"
    return f" {whose} worth {value(view.board, mask)}."


@lru_cache(maxsize=4096)
def _ground(board: Board, space: int) -> str:
    symbol = board.symbol_of.get(space)
    words = f"{board.names[space]}, {'open' if symbol is None else SYMBOLS[symbol]}"
    region = board.region_of.get(space)
    return f"{words}, {region}." if region else f"{words}."
