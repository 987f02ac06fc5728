"""Marches of Alexander: the closest empty spaces and the routes to them (A4 to A14)."""

from __future__ import annotations

from collections.abc import Iterator

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import KINDS, UNKNOWN
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.moves import March
from alexandros_rules.alexandros.state import State


def empty_spaces(state: State) -> int:
    """Return the mask of the empty spaces: no wall on a side and no figure in them (A6, A7)."""
    taken = state.board.walled_spaces(state.walls) | state.board.spaces_at[state.alexander]
    for mask in state.guards:
        taken |= mask
    return state.board.land & ~taken


def closest(state: State, symbol: int, empty: int) -> int:
    """Return the mask of the closest empty spaces with the symbol (A4, A5)."""
    wanted = state.board.symbols[symbol] & empty
    if wanted:
        for spaces in state.board.spaces_by_distance[state.alexander]:
            if spaces & wanted:
                return spaces & wanted
    return 0


def symbols_for(state: State, card: int, empty: int, *, joker: bool = True) -> tuple[int, ...]:
    """Return the symbols to which a card allows a march: its own, or all as a joker (A13).

    Cards from hand are never jokers (A14), so pass ``joker=False`` for them.
    """
    if state.board.symbols[card] & empty:
        return (card,)
    if not joker:
        return ()
    return tuple(s for s in KINDS if state.board.symbols[s] & empty)


def targets(state: State) -> int:
    """Return the mask of the spaces to choose from in phase "march" (A4, A8, A13)."""
    empty = empty_spaces(state)
    if state.card is None:
        return 0
    symbols = symbols_for(state, state.card, empty) if state.joker else (state.card,)
    spaces = 0
    for symbol in symbols:
        spaces |= closest(state, symbol, empty)
    return spaces


def marches(state: State, spaces: int) -> list[March]:
    """Return all marches to these spaces, one per point and set of new walls (A9 to A11, E2).

    They are ordered by space, then corner, then steps.  A point shared by two spaces belongs to
    the first.  There are at most as many as shortest routes on the board.
    """
    return list(generate_marches(state, spaces))


def generate_marches(state: State, spaces: int) -> Iterator[March]:
    """Yield the marches that ``marches`` returns, for callers that need only the first."""
    seen_points = 0
    for space in bits(spaces):
        for point in state.board.corners[space]:
            if not seen_points >> point & 1:
                seen_points |= 1 << point
                yield from marches_to(state, space, point)


def marches_to(state: State, space: int, point: int) -> Iterator[March]:
    """Yield the marches to one point of a space, one per set of new walls (A11, E2)."""
    if not _affordable(state, point):
        return
    free, limit = ~state.walls, state.walls_left
    seen = set()
    for route in state.board.routes(state.alexander, point):
        new = route.sides & free
        if new not in seen:
            seen.add(new)
            if new.bit_count() <= limit:
                yield March(space, point, route.steps)


def can_march(state: State, symbols: tuple[int, ...], empty: int) -> bool:
    """Check if any march by these symbols is legal with the walls that are left (E2)."""
    return any(
        reachable(state, space)
        for symbol in symbols for space in bits(closest(state, symbol, empty))
    )


def reachable(state: State, space: int) -> bool:
    """Check if the walls that are left are enough for a march to a point of the space (E2)."""
    return any(_affordable(state, point) for point in state.board.corners[space])


def _affordable(state: State, point: int) -> bool:
    """Check if some shortest route to the point needs no more walls than are left (E2)."""
    distance, limit = state.board.distance[state.alexander][point], state.walls_left
    if distance <= limit:
        return True
    return _fewest_walls(state.board, state.walls, state.alexander, point) <= limit


def _fewest_walls(board: Board, walls: int, start: int, goal: int) -> int:
    """Return the fewest new walls on any shortest route."""
    # Distant points have too many routes to list, so this goes back from the goal step by step,
    # with the fewest walls from each point that shortest routes pass.
    distance = board.distance[start]
    fewest = {goal: 0}
    for left in range(distance[goal] - 1, -1, -1):
        nearer: dict[int, int] = {}
        for here, so_far in fewest.items():
            for there, side in board.links[here].values():
                if distance[there] == left:
                    new = so_far + (not walls >> side & 1)
                    nearer[there] = min(new, nearer.get(there, new))
        fewest = nearer
    return fewest[start]


def can_take(state: State, card: int, empty: int) -> bool:
    """Check if a face-up card allows a legal march (A2, A13)."""
    return can_march(state, symbols_for(state, card, empty), empty)


def can_play(state: State, card: int, empty: int) -> bool:
    """Check if a card from hand allows a legal march (A12, A14)."""
    return can_march(state, symbols_for(state, card, empty, joker=False), empty)


def is_stuck(state: State, empty: int) -> bool:
    """Check that no card, face-up or in hand, allows a legal march (A16).

    On the view of another seat, a card that is unknown might allow one.
    """
    if UNKNOWN in state.face_up or state.hand[UNKNOWN]:
        return False
    row = [card for card in KINDS if card in state.face_up]
    held = [card for card in KINDS if state.hand[card]]
    return not any(can_take(state, card, empty) for card in row) and not any(
        can_play(state, card, empty) for card in held
    )


def walk(board: Board, start: int, steps: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the point reached and the side walked by each step, up to the edge of the board."""
    here = start
    for step in steps:
        link = board.links[here].get(step)
        if link is None:
            return
        yield link
        here = link[0]


def new_walls(board: Board, start: int, steps: tuple[int, ...], walls: int) -> list[int]:
    """Return the sides along a route that have no wall yet, in order (A11)."""
    return [side for _, side in walk(board, start, steps) if not walls >> side & 1]
