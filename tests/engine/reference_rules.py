"""A second, simple implementation of the rules, to compare the engine with.

It is slow but obvious: it uses sets and plain loops, works from points and corners only, and
shares no geometry with the engine's bit masks.  A side is the pair of its points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.state import State

Side = frozenset[int]


@cache
def sides(board: Board, space: int) -> tuple[Side, Side, Side]:
    a, b, c = board.corners[space]
    return frozenset((a, b)), frozenset((b, c)), frozenset((a, c))


@cache
def neighbours(board: Board) -> dict[int, frozenset[int]]:
    """Returns the points one side away from each point."""
    found: dict[int, set[int]] = {}
    for space in board.spaces:
        for side in sides(board, space):
            a, b = side
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
    return {point: frozenset(others) for point, others in found.items()}


@cache
def distances(board: Board, start: int) -> dict[int, int]:
    """Returns the number of sides from a point to every other (A5)."""
    far = {start: 0}
    queue = [start]
    for here in queue:
        for there in neighbours(board)[here] - far.keys():
            far[there] = far[here] + 1
            queue.append(there)
    return far


@cache
def routes(board: Board, start: int, goal: int) -> list[tuple[int, ...]]:
    """Returns all shortest routes as the points they lead through (A10)."""
    if start == goal:
        return [(start,)]
    far = distances(board, start)
    return [
        (*route, goal)
        for before in sorted(neighbours(board)[goal])
        if far[before] == far[goal] - 1
        for route in routes(board, start, before)
    ]


def walls(state: State) -> frozenset[Side]:
    return _walls(state.board, state.walls)


@lru_cache(maxsize=16)
def _walls(board: Board, mask: int) -> frozenset[Side]:
    return frozenset(frozenset(board.sides[side]) for side in bits(mask))


def guards(state: State) -> dict[int, int]:
    """Returns the seat of the guard on each guarded space."""
    return {space: seat for seat, mask in enumerate(state.guards) for space in bits(mask)}


def is_empty(state: State, space: int) -> bool:
    """Checks if a space is empty (A6, A7)."""
    return (
        walls(state).isdisjoint(sides(state.board, space))
        and state.alexander not in state.board.corners[space]
        and not any(mask >> space & 1 for mask in state.guards)
    )


@lru_cache(maxsize=16)
def targets(state: State) -> frozenset[int]:
    """Returns the spaces to choose from in phase "march" (A4, A8, A13)."""
    assert state.card is not None
    return closest(state, range(5) if state.joker else [state.card])


def closest(state: State, wanted: Iterable[int]) -> frozenset[int]:
    """Returns the closest empty spaces of each of these symbols (A4, A5)."""
    board = state.board
    far = distances(board, state.alexander)
    empty = {
        space: min(far[point] for point in board.corners[space])
        for space in board.symbol_of if is_empty(state, space)
    }
    found: set[int] = set()
    for symbol in wanted:
        ranks = {space: rank for space, rank in empty.items() if board.symbol_of[space] == symbol}
        found |= {space for space, rank in ranks.items() if rank == min(ranks.values())}
    return frozenset(found)


def can_march(state: State, wanted: Iterable[int]) -> bool:
    """Checks if some route to a target needs no more walls than are left (E2)."""
    board, standing = state.board, walls(state)
    return any(
        len({frozenset(side) for side in pairwise(route)} - standing)
        <= state.black_left + state.red_left
        for space in closest(state, wanted) for point in board.corners[space]
        for route in routes(board, state.alexander, point)
    )


def cards_to_march_by(state: State) -> tuple[set[int], set[int]]:
    """Returns the face-up cards and the cards in hand that allow a march (A2, A12 to A14)."""
    found = []
    for cards, joker in ((set(state.face_up), True), (set(hand(state)), False)):
        fits = set()
        for card in cards:
            no_target = not closest(state, [card])
            if can_march(state, range(5) if no_target and joker else [card]):
                fits.add(card)
        found.append(fits)
    return found[0], found[1]


def hand(state: State) -> list[int]:
    """Returns the symbols in the hand of the seat whose turn it is."""
    return [card for card in range(5) if state.hands[state.seat][card]]


def provinces(state: State) -> list[frozenset[int]]:
    """Returns the provinces (P1)."""
    return _provinces(state.board, state.walls)


@lru_cache(maxsize=16)
def _provinces(board: Board, mask: int) -> list[frozenset[int]]:
    closed = _walls(board, mask)
    left, found = set(board.spaces), []
    while left:
        queue = [left.pop()]
        for here in queue:
            for side in sides(board, here):
                for there in _across(board)[side] if side not in closed else ():
                    if there in left:
                        left.remove(there)
                        queue.append(there)
        found.append(frozenset(queue))
    return found


@cache
def _across(board: Board) -> dict[Side, list[int]]:
    """Returns the one or two spaces of each side."""
    found: dict[Side, list[int]] = {}
    for space in board.spaces:
        for side in sides(board, space):
            found.setdefault(side, []).append(space)
    return found


def symbols(board: Board, spaces: Iterable[int]) -> Counter[int]:
    """Counts the symbols on these spaces."""
    return Counter(board.symbol_of[space] for space in spaces if space in board.symbol_of)


def levy_gains(state: State) -> list[int]:
    """Returns what each seat scores in a levy (L2, L3)."""
    found = [0] * state.players
    for province in provinces(state):
        standing = [seat for space, seat in guards(state).items() if space in province]
        if len(standing) == 1:
            found[standing[0]] += len(province - state.board.symbol_of.keys())
    return found


def faults(state: State) -> list[str]:
    """Describes what is impossible in this position, such as a missing card."""
    board, found = state.board, []
    cards = sum(map(sum, state.hands)) + len(state.face_up) + len(state.supply) + sum(state.discard)
    if cards != 55:
        found.append(f"there are {cards} cards")
    for symbol in range(5):
        known = (*state.face_up, *state.supply).count(symbol) + state.discard[symbol]
        known += sum(hand[symbol] for hand in state.hands)
        if known != 11 and not sum(hand[5] for hand in state.hands) + state.supply.count(5):
            found.append(f"there are {known} cards of symbol {symbol}")
    if min(min(hand) for hand in (*state.hands, state.discard)) < 0:
        found.append("somebody holds a negative number of cards")
    black = (state.walls & ~state.red).bit_count()
    if black + state.black_left != board.black_walls or state.black_left < 0:
        found.append(f"{black} black walls are built and {state.black_left} are left")
    if state.red.bit_count() + state.red_left != board.red_walls or state.red_left < 0:
        found.append(f"{state.red.bit_count()} red walls are built and {state.red_left} are left")
    if state.red & ~state.walls or (state.red and state.black_left):
        found.append("a red wall was built before the last black one")
    if not set(bits(state.walls)) <= board.sides.keys():
        found.append("a wall is outside the board")
    standing = guards(state)
    if len(standing) != sum(mask.bit_count() for mask in state.guards):
        found.append("two guards stand in one space")
    if not standing.keys() <= board.symbol_of.keys():
        found.append("a guard stands on an open space")
    if any(mask.bit_count() + state.guards_left(seat) != 4 or mask.bit_count() > 4
           for seat, mask in enumerate(state.guards)):
        found.append("a seat does not have four guards")
    for province in provinces(state):
        if len({standing[space] for space in province & standing.keys()}) > 1:
            found.append(f"a province of {len(province)} spaces has two owners")
    return found


def step_faults(before: State, after: State) -> list[str]:
    """Describes changes from one position to the next that are impossible."""
    found = []
    if any(b < a for a, b in zip(before.scores, after.scores, strict=True)):
        found.append(f"scores fell from {before.scores} to {after.scores}")
    if before.walls & ~after.walls:
        found.append("a wall was taken away")
    if before.red & ~after.red:
        found.append("a red wall changed its colour")
    return found
