"""Previews of choices as shapes for the board: new walls, provinces gained and lost.

A page draws them over the board while a choice is pointed at.  The choice's text says the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.alexandros.board import Board
from engine.alexandros.state import State
from games.rulesets.alexandros.choices import MarchOutcome
from games.rulesets.alexandros.drawing.board_geometry import board_geometry


@dataclass(frozen=True, slots=True)
class Overlay:
    """Paths on the board: ``walls`` to be placed, areas to ``gain``, areas to ``lose``."""

    walls: str = ""
    gain: str = ""
    lose: str = ""


NOTHING = Overlay()


def of_outcome(state: State, outcome: MarchOutcome) -> Overlay:
    """The preview of a march: its walls, what it frees, and what the player loses."""
    freed = sum(part.province for part in outcome.closed)
    lost = sum(d.province for d in outcome.divisions if d.owner == state.seat)
    walls = sum(1 << side for side in outcome.walls)
    return Overlay(board_geometry(state.board).lines(walls), _area(state.board, freed & ~lost),
                   _area(state.board, lost))


def of_spaces(board: Board, spaces: int) -> Overlay:
    """The preview of some spaces: a province, or where a card leads."""
    return Overlay(gain=_area(board, spaces))


def _area(board: Board, spaces: int) -> str:
    return board_geometry(board).area(spaces) if spaces else ""
