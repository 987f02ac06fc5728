"""Moves somebody might try in a position, legal or not, found without the engine's generator."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations, pairwise
from random import Random

from engine.alexandros.cards import Counts
from engine.alexandros.moves import (
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
from engine.alexandros.state import State
from tests.engine import reference_rules

CARDS = range(6)  # the sixth is the unknown card, which nobody can name


def candidates(state: State, whim: Random) -> Iterator[Move]:
    """A broad set of moves: all small ones, many marches and many occupations."""
    yield from (kind() for kind in (Draw, End, Stay))
    yield from (kind(card) for kind in (Take, Play, Levy) for card in CARDS)
    yield from (Recall(space) for space in state.board.spaces)
    yield from _marches(state, whim)
    yield from _occupations(state, whim)


def _marches(state: State, whim: Random) -> Iterator[March]:
    """Every shortest way to every point of each goal; of each other space one way a point.

    And some that go astray: a way to another point, a detour, no way at all.
    """
    board = state.board
    goals = reference_rules.goals(state) if state.phase == "march" else frozenset[int]()
    others = set(whim.sample(board.spaces, 12)) - goals
    for space in goals | others:
        for point in board.corners[space]:
            every = reference_rules.ways(board, state.alexander, point)
            for way in every if space in goals else every[:1]:
                yield March(space, point, _steps(state, way))
            astray = whim.choice(sorted(reference_rules.neighbours(board)[point]))
            yield March(
                space, point, _steps(state, reference_rules.ways(board, state.alexander, astray)[0])
            )
            detour = (*reference_rules.ways(board, state.alexander, astray)[0], point)
            yield March(space, point, _steps(state, detour))
            yield March(space, point, ())


def _steps(state: State, way: tuple[int, ...]) -> tuple[int, ...]:
    """The steps that lead through these points."""
    links = state.board.links
    return tuple(
        next(step for step, (there, _) in links[here].items() if there == after)
        for here, after in pairwise(way)
    )


def _occupations(state: State, whim: Random) -> Iterator[Occupy]:
    """All sets of up to four spaces of small provinces, and sets at random from anywhere."""
    for province in reference_rules.provinces(state) if state.phase == "act" else []:
        fit = sorted(province & state.board.symbol_of.keys())
        every = [some for n in range(1, 5) for some in combinations(fit, n)]
        for spaces in every if len(every) <= 60 else whim.sample(every, 60):
            yield from _with_gifts(state, spaces, province)
    for _ in range(10):
        spaces = tuple(whim.sample(state.board.spaces, whim.randint(0, 5)))
        yield from _with_gifts(state, spaces, frozenset(spaces))


def _with_gifts(
    state: State, spaces: tuple[int, ...], province: frozenset[int]
) -> Iterator[Occupy]:
    """The occupation with no gift, and with gifts of several sizes of the cards it costs."""
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
    """What a move comes to: two candidates with the same value are the same move (A11)."""
    if isinstance(move, Occupy):
        return Occupy(tuple(sorted(move.spaces)), move.give)
    if not isinstance(move, March) or state.phase != "march":
        return move
    way = [state.alexander]
    for step in move.steps:
        way.append(state.board.links[way[-1]][step][0])
    if move.space not in reference_rules.goals(state) or way[-1] != move.point:
        return move
    if len(move.steps) != reference_rules.distances(state.board, state.alexander)[move.point]:
        return move
    walked = {frozenset(pair) for pair in pairwise(way)}
    return "march", move.point, frozenset(walked - reference_rules.walls(state))
