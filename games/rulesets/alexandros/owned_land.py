"""The land that comes into play in games between bots: regions, and large provinces."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from alexandros_rules.alexandros import board_file
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.provinces import provinces, value
from alexandros_rules.alexandros.state import MARCH, TAKE, State
from alexandros_rules.translation import gettext_noop

FIRST, EARLY, LARGE = 6, 8, 20  # points
ABOVE_FIRST = f"first province worth more than {FIRST}"
ABOVE_EARLY = f"more than {EARLY} in the first two turns"
ABOVE_LARGE = f"a province worth more than {LARGE}"


class OwnedLand:
    """See ``games.rulesets.protocols.Landmarks``.  Counts regions and large provinces.

    A region is owned in a position if at least one of its open spaces lies in a province with a
    guard (P3).  A province that reaches into several regions owns all of those in which it has an
    open space.  A province is the first as long as nobody has a guard in any other.
    """

    title = "land ever owned"

    def names(self, board: str) -> Sequence[str]:
        return [*sorted(_regions(board_file.load(board))), ABOVE_FIRST, ABOVE_EARLY, ABOVE_LARGE]

    def reached(self, state: State) -> Collection[str]:
        owned, worth = _owned(state.board, state.walls, state.guards)
        large = {
            ABOVE_FIRST: len(worth) == 1 and worth[0] > FIRST,
            ABOVE_EARLY: _is_early(state) and max(worth, default=0) > EARLY,
            ABOVE_LARGE: max(worth, default=0) > LARGE,
        }
        return owned.union(name for name, reached in large.items() if reached)


class HeldRegions:
    """See ``games.rulesets.protocols.Regions``.

    A seat holds the regions that it owns as in ``OwnedLand``, by its own guards.
    """

    title = gettext_noop("Land of the winner at the end")

    def held(self, state: State, *, seat: int) -> Collection[str]:
        return _owned(state.board, state.walls, (state.guards[seat],))[0]


def _is_early(state: State) -> bool:
    """Return whether guards stand where the first two turns have left them."""
    return state.turn - (state.phase in (TAKE, MARCH)) <= 2


@lru_cache(maxsize=64)
def _regions(board: Board) -> dict[str, int]:
    """Return the open spaces of each region, as masks, by its name."""
    masks: dict[str, int] = {}
    for space, region in board.region_of.items():
        masks[region] = masks.get(region, 0) | (1 << space & board.open)
    return masks


@lru_cache(maxsize=1024)  # most moves change neither walls nor guards
def _owned(
    board: Board, walls: int, guards: tuple[int, ...]
) -> tuple[frozenset[str], tuple[int, ...]]:
    """Return the regions that are owned, and the value of each province with a guard."""
    taken = sum(guards)
    masks = [province for province in provinces(board, walls) if province & taken]
    owned = sum(masks)
    # Only with an open space in an owned province can a region score for somebody.
    regions = frozenset(name for name, mask in _regions(board).items() if mask & owned)
    return regions, tuple(value(board, mask) for mask in masks)
