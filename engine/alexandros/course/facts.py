"""Facts about orders and positions from which the goals of lessons make their replies."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from engine.alexandros.board import Board
from engine.alexandros.events import Levied, Occupied, TookOver
from engine.alexandros.lattice import bits
from engine.alexandros.moves import March
from engine.alexandros.provinces import closed_provinces, owner, provinces, value
from engine.alexandros.state import State
from engine.drafts import Draft
from engine.orders import EvaluatedMove


def march_of(draft: Draft) -> EvaluatedMove | None:
    """Return the march among the orders, None if there is none."""
    return next((step for step in draft.steps if isinstance(step.move, March)), None)


def new_walls(draft: Draft) -> int:
    """Return the mask of the sides that got a wall."""
    walls: int = draft.view.walls & ~draft.start.walls
    return walls


def levy_of(draft: Draft) -> tuple[EvaluatedMove, Levied] | None:
    """Return the order that levied taxes and its event, None without a levy."""
    return next(((step, event) for step in draft.steps for event in step.events
                 if isinstance(event, Levied)), None)


def occupations_of(draft: Draft) -> Iterator[tuple[EvaluatedMove, Occupied | TookOver]]:
    """Yield the orders that occupied or took over a province, with their events."""
    for step in draft.steps:
        for event in step.events:
            if isinstance(event, Occupied | TookOver):
                yield step, event


def closed_by(draft: Draft) -> list[int]:
    """Return the closed provinces at the end that did not exist at the beginning."""
    before = set(closed_provinces(draft.start))
    return [p for p in closed_provinces(draft.view) if p not in before]


def free_provinces(state: State) -> list[int]:
    """Return the free closed provinces that have a symbol and so can be occupied (P4)."""
    return [p for p in closed_provinces(state)
            if owner(state, p) is None and p & ~state.board.open]


def first_space(board: Board, province: int) -> str:
    """Return the name of a province's first symbol space, of its first space if it has none."""
    return board.names[bits(province & ~board.open or province)[0]]


def crowded_provinces(state: State, seat: int) -> list[int]:
    """Return the provinces with too many guards to score, the most valuable first."""
    found = [p for p in provinces(state.board, state.walls)
             if (p & state.guards[seat]).bit_count() > 1]
    return sorted(found, key=lambda p: -value(state.board, p))


def way_round(state: State, walls: int) -> list[str] | None:
    """Return the spaces on a way round these walls, from one side to the other.

    None if every wall is on the coast or the edge, or separates two provinces.
    """
    ways = []
    for side in bits(walls & ~state.board.rim):
        a, b = state.board.lattice.cells_of(side)
        way = _way(state, a, b)
        if way:
            ways.append(way)
    # Of the shortest ways round each wall, the longest shows best that nothing is closed off.
    return [state.board.names[space] for space in max(ways, key=len)] if ways else None


def _way(state: State, start: int, goal: int) -> list[int]:
    """Return the spaces on a shortest way that crosses no wall; [] if there is none."""
    came_from = {start: start}
    waiting = deque([start])
    while waiting and goal not in came_from:
        here = waiting.popleft()
        for there in _neighbours(state, here):
            if there not in came_from:
                came_from[there] = here
                waiting.append(there)
    if goal not in came_from:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]


def _neighbours(state: State, space: int) -> Iterator[int]:
    """Yield the spaces that can be reached from a space across one side without a wall."""
    board = state.board
    for side in board.sides_of(space):
        if state.walls >> side & 1 or board.rim >> side & 1:
            continue
        a, b = board.lattice.cells_of(side)
        yield b if a == space else a
