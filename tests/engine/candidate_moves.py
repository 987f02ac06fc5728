"""Candidate moves in a position, legal or not, found without the engine's generator."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations, pairwise
from random import Random

from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.moves import (
    Draw,
    End,
    Levy,
    March,
    Move,
    Occupy,
    Play,
    Recall,
    Stay,
    Take,
)
from alexandros_rules.alexandros.state import State
from tests.engine import reference_rules

CARDS = range(6)  # including the unknown card


def candidates(state: State, rng: Random) -> Iterator[Move]:
    """Yields all simple moves, many marches and many occupations."""
    yield from (kind() for kind in (Draw, End, Stay))
    yield from (kind(card) for kind in (Take, Play, Levy) for card in CARDS)
    yield from (Recall(space) for space in state.board.spaces)
    yield from _marches(state, rng)
    yield from _occupations(state, rng)


def _marches(state: State, rng: Random) -> Iterator[March]:
    """Yields all shortest routes to each target's points, and one route to other spaces' points.

    Also yields wrong routes: to another point, with a detour, and without any step.
    """
    board = state.board
    targets = reference_rules.targets(state) if state.phase == "march" else frozenset[int]()
    others = set(rng.sample(board.spaces, 12)) - targets
    for space in targets | others:
        for point in board.corners[space]:
            every = reference_rules.routes(board, state.alexander, point)
            for route in every if space in targets else every[:1]:
                yield March(space, point, _steps(state, route))
            astray = rng.choice(sorted(reference_rules.neighbours(board)[point]))
            wrong_route = reference_rules.routes(board, state.alexander, astray)[0]
            yield March(space, point, _steps(state, wrong_route))
            detour = (*wrong_route, point)
            yield March(space, point, _steps(state, detour))
            yield March(space, point, ())


def _steps(state: State, route: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the steps that lead through these points."""
    links = state.board.links
    return tuple(
        next(step for step, (there, _) in links[here].items() if there == after)
        for here, after in pairwise(route)
    )


def _occupations(state: State, rng: Random) -> Iterator[Occupy]:
    """Yields sets of up to four spaces in each province, and random sets from anywhere."""
    for province in reference_rules.provinces(state) if state.phase == "act" else []:
        fit = sorted(province & state.board.symbol_of.keys())
        every = [some for n in range(1, 5) for some in combinations(fit, n)]
        for spaces in every if len(every) <= 60 else rng.sample(every, 60):
            yield from _with_gifts(state, spaces, province)
    for _ in range(10):
        spaces = tuple(rng.sample(state.board.spaces, rng.randint(0, 5)))
        yield from _with_gifts(state, spaces, frozenset(spaces))


def _with_gifts(
    state: State, spaces: tuple[int, ...], province: frozenset[int]
) -> Iterator[Occupy]:
    """Yields an occupation without a gift, and with gifts of various sizes."""
    yield Occupy(spaces)
    owned = province & reference_rules.guards(state).keys()
    if not owned:
        yield Occupy(spaces, (1, 0, 0, 0, 0, 0))
        return
    paid = reference_rules.symbols(state.board, province - set(spaces))
    removal = reference_rules.symbols(state.board, owned)
    cards = sorted((paid + removal + removal).elements())
    # Half of all cards (K3), half of the occupying ones (K5), and numbers that are wrong.
    sizes = {-(-len(cards) // 2), -(-paid.total() // 2), len(cards) // 2 + 1, len(cards)}
    for size in sorted(sizes - {len(cards) + 1}):
        every = [tuple(cards[:size])]
        if len(cards) <= 10:
            every = sorted(set(combinations(cards, size)))
        yield from (Occupy(spaces, counts(gift)) for gift in every[:40])


def counts(cards: tuple[int, ...]) -> Counts:
    return tuple(cards.count(kind) for kind in CARDS)


def canonical(state: State, move: Move) -> Hashable:
    """Returns a value that is equal for candidates that are the same move (A11)."""
    if isinstance(move, Occupy):
        return Occupy(tuple(sorted(move.spaces)), move.give)
    if not isinstance(move, March) or state.phase != "march":
        return move
    route = [state.alexander]
    for step in move.steps:
        route.append(state.board.links[route[-1]][step][0])
    if move.space not in reference_rules.targets(state) or route[-1] != move.point:
        return move
    if len(move.steps) != reference_rules.distances(state.board, state.alexander)[move.point]:
        return move
    walked = {frozenset(pair) for pair in pairwise(route)}
    return "march", move.point, frozenset(walked - reference_rules.walls(state))
