"""The regions of a board that come into play in games between bots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from engine.alexandros import board_file
from engine.alexandros.board import Board
from engine.alexandros.provinces import provinces
from engine.alexandros.state import State


class OwnedRegions:
    """See ``games.rulesets.protocols.Landmarks``.  Counts the regions that are ever owned.

    A region is owned in a position if at least one of its open spaces lies in a province with a
    guard (P3).  A province that reaches into several regions owns all of those in which it has an
    open space.  Boards without regions have none to count.
    """

    title = "regions ever owned"

    def names(self, board: str) -> Sequence[str]:
        return sorted(_regions(board_file.load(board)))

    def reached(self, state: State) -> Collection[str]:
        return _owned(state.board, state.walls, state.guards)


@lru_cache(maxsize=64)
def _regions(board: Board) -> dict[str, int]:
    """Return the open spaces of each region, as masks, by its name."""
    masks: dict[str, int] = {}
    for space, region in board.region_of.items():
        masks[region] = masks.get(region, 0) | (1 << space & board.open)
    return masks


@lru_cache(maxsize=1024)  # most moves change neither walls nor guards
def _owned(board: Board, walls: int, guards: tuple[int, ...]) -> frozenset[str]:
    taken = sum(guards)
    owned = sum(province for province in provinces(board, walls) if province & taken)
    # Only with an open space in an owned province can a region score for somebody.
    return frozenset(name for name, mask in _regions(board).items() if mask & owned)
