"""Where Alexander may go: empty spaces, the closest of them, and the ways there (A4 to A14)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.alexandros.board import Board
from engine.alexandros.cards import KINDS
from engine.alexandros.lattice import bits
from engine.alexandros.moves import March
from engine.alexandros.state import State


def empty_spaces(state: State) -> int:
    """Mask of the spaces without a wall on a side and without a figure in them (A6, A7)."""
    taken = state.board.walled(state.walls) | state.board.around[state.alexander]
    for mask in state.guards:
        taken |= mask
    return state.board.land & ~taken


def closest(state: State, symbol: int, empty: int) -> int:
    """Mask of the closest empty spaces bearing the symbol; 0 when there is none (A4, A5)."""
    wanted = state.board.symbols[symbol] & empty
    if wanted:
        for ring in state.board.rings[state.alexander]:
            if ring & wanted:
                return ring & wanted
    return 0


def symbols_for(state: State, card: int, empty: int, *, joker: bool = True) -> tuple[int, ...]:
    """The symbols a card may march by: its own, or any as a joker (A13).

    ``joker`` False for cards from hand, which are never jokers (A14).
    """
    if state.board.symbols[card] & empty:
        return (card,)
    if not joker:
        return ()
    return tuple(s for s in KINDS if state.board.symbols[s] & empty)


def targets(state: State) -> int:
    """In phase "march": mask of the spaces to choose from (A4, A8, A13)."""
    empty = empty_spaces(state)
    if state.card is None:
        return 0
    symbols = symbols_for(state, state.card, empty) if state.joker else (state.card,)
    found = 0
    for symbol in symbols:
        found |= closest(state, symbol, empty)
    return found


def marches(state: State, goals: int) -> list[March]:
    """All marches to these spaces, one for each point and set of new walls (A9 to A11, E2).

    In the order of the spaces, then of their corners, then of the steps; a point two spaces
    share is reached by the first.
    """
    board, here, walls, limit = state.board, state.alexander, state.walls, state.walls_left
    free = ~walls
    found = []
    seen_points = 0
    for space in bits(goals):
        for point in board.corners[space]:
            if seen_points >> point & 1:
                continue
            seen_points |= 1 << point
            if not _affordable(state, point):
                continue
            seen = set()
            for way in board.ways(here, point):
                new = way.sides & free
                if new not in seen:
                    seen.add(new)
                    if new.bit_count() <= limit:
                        found.append(March(space, point, way.steps))
    return found


def can_march(state: State, symbols: tuple[int, ...], empty: int) -> bool:
    """Whether any march by these symbols is legal with the walls that are left (E2)."""
    return any(_reachable(state, closest(state, symbol, empty)) for symbol in symbols)


def _reachable(state: State, goals: int) -> bool:
    corners = state.board.corners
    return any(_affordable(state, point) for space in bits(goals) for point in corners[space])


def _affordable(state: State, point: int) -> bool:
    """Whether some shortest way to the point needs no more walls than are left (E2)."""
    far, limit = state.board.distance[state.alexander][point], state.walls_left
    return far <= limit or _fewest_walls(state.board, state.walls, state.alexander, point) <= limit


def _fewest_walls(board: Board, walls: int, start: int, goal: int) -> int:
    """The fewest new walls of any shortest way: of far points there are too many to look at all."""
    far = board.distance[start]
    fewest = {goal: 0}
    for left in range(far[goal] - 1, -1, -1):
        nearer: dict[int, int] = {}
        for here, so_far in fewest.items():
            for there, side in board.links[here].values():
                if far[there] == left:
                    new = so_far + (not walls >> side & 1)
                    nearer[there] = min(new, nearer.get(there, new))
        fewest = nearer
    return fewest[start]


def can_take(state: State, card: int, empty: int) -> bool:
    """Whether a face-up card allows a legal march (A2, A13)."""
    return can_march(state, symbols_for(state, card, empty), empty)


def can_play(state: State, card: int, empty: int) -> bool:
    """Whether a card from hand allows a legal march (A12, A14)."""
    return can_march(state, symbols_for(state, card, empty, joker=False), empty)


def is_stuck(state: State, empty: int) -> bool:
    """Whether no card, face-up or in hand, allows a legal march (A16)."""
    row = [card for card in KINDS if card in state.face_up]
    held = [card for card in KINDS if state.hand[card]]
    return not any(can_take(state, card, empty) for card in row) and not any(
        can_play(state, card, empty) for card in held
    )


def walk(board: Board, start: int, steps: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """The (point, side) reached and crossed by each step; stops where the board ends."""
    here = start
    for step in steps:
        link = board.links[here].get(step)
        if link is None:
            return
        yield link
        here = link[0]


def new_walls(board: Board, start: int, steps: tuple[int, ...], walls: int) -> list[int]:
    """The sides without a wall along a way, in its order (A11)."""
    return [side for _, side in walk(board, start, steps) if not walls >> side & 1]
