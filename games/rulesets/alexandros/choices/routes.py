"""Where Alexander may go, and routes built side by side when there are too many to list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.alexandros.lattice import bits
from engine.alexandros.marches import closest, empty_spaces, marches, symbols_for, targets, walk
from engine.alexandros.moves import March
from engine.alexandros.state import State


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a card would lead: the closest empty spaces and how far they are (A4, A5)."""

    card: int
    spaces: tuple[int, ...]
    distance: int
    joker: bool


@dataclass(frozen=True, slots=True)
class PartialRoute:
    """The beginning of a route: the point reached, its new walls so far, and possible next steps.

    ``onward`` leaves out steps after which too few walls would be left (E2); it is empty at the
    end of the route.
    """

    steps: tuple[int, ...]
    here: int
    walls: tuple[int, ...]
    onward: tuple[int, ...]
    left: int


def destination(state: State, card: int, *, joker: bool = True) -> Destination | None:
    """Where this card leads; None when no empty space has a matching symbol."""
    empty = empty_spaces(state)
    symbols = symbols_for(state, card, empty, joker=joker)
    mask = 0
    for symbol in symbols:
        mask |= closest(state, symbol, empty)
    if not mask:
        return None
    spaces = tuple(bits(mask))
    far = state.board.distance[state.alexander]
    near = min(far[p] for s in spaces for p in state.board.corners[s])
    return Destination(card, spaces, near, symbols != (card,))


def marches_by_space(state: State) -> dict[int, dict[int, list[March]]]:
    """The legal marches: space -> point -> one for each set of new walls.

    A point that two of the spaces share is listed under both, so that players find it.
    """
    by_space: dict[int, dict[int, list[March]]] = {}
    for space in bits(targets(state)):
        points: dict[int, list[March]] = {}
        for march in marches(state, 1 << space):
            points.setdefault(march.point, []).append(march)
        by_space[space] = points
    return by_space


def partial_route(state: State, goal: int, steps: Sequence[int]) -> PartialRoute | None:
    """A shortest route to this point after these steps; None when they lead elsewhere."""
    board, far = state.board, state.board.distance
    walked = list(walk(board, state.alexander, tuple(steps)))
    here = walked[-1][0] if walked else state.alexander
    left = far[state.alexander][goal] - len(steps)
    if len(walked) != len(steps) or left < 0 or far[here][goal] != left:
        return None
    new = tuple(side for _, side in walked if not state.walls >> side & 1)
    spare = state.walls_left - len(new)
    needed = _needed(state, here, goal)
    onward = tuple(step for step, walls in needed.items() if walls <= spare)
    return PartialRoute(tuple(steps), here, new, onward, left)


def _needed(state: State, here: int, goal: int) -> dict[int, int]:
    """For each step on a shortest route to the goal, the fewest new walls such a route needs."""
    board, far, known = state.board, state.board.distance, {goal: 0}

    def ahead(point: int) -> dict[int, int]:
        return {
            step: (not state.walls >> side & 1) + fewest(there)
            for step, (there, side) in board.links[point].items()
            if far[there][goal] == far[point][goal] - 1
        }

    def fewest(point: int) -> int:
        if point not in known:
            known[point] = min(ahead(point).values())
        return known[point]

    return ahead(here)
