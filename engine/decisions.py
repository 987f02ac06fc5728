"""A game as the decisions of its players: what each saw, and what they did before they saw more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.replay import fold
from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in a game, with the true states around it.  ``number`` identifies it."""

    number: int
    seat: int
    move: Any
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Decision:
    """The moves that a seat chose on one view, before it saw anything new.

    A decision ends when a card is revealed or the turn ends.  ``first`` and ``last`` are the
    numbers of its first and last move, ``turn`` is the game's.
    """

    seat: int
    turn: int
    view: Any
    moves: tuple[Any, ...]
    first: int
    last: int


def decisions(ruleset: Ruleset, played: Iterable[PlayedMove]) -> Iterator[Decision]:
    """Yield the decisions of a game in order; the last one may be unfinished."""
    open_ones: list[PlayedMove] = []
    for one in played:
        if open_ones and not _goes_on(ruleset, open_ones, one):
            yield _decision(ruleset, open_ones)
            open_ones = []
        open_ones.append(one)
    if open_ones:
        yield _decision(ruleset, open_ones)


def _goes_on(ruleset: Ruleset, moves: Sequence[PlayedMove], one: PlayedMove) -> bool:
    """Return whether a move belongs to the same decision as the moves before it."""
    first = moves[0]
    if one.seat != first.seat or _turn(ruleset, one.before) != _turn(ruleset, first.before):
        return False
    expected = ruleset.view(first.before, first.seat)
    for each in moves:
        events = ruleset.decide(expected, each.move, ruleset.unknown_chance(), seat=each.seat)
        expected = fold(ruleset, expected, events)
    seen = ruleset.view(one.before, first.seat)
    return ruleset.dump_state(expected) == ruleset.dump_state(seen)


def _turn(ruleset: Ruleset, state: Any) -> int:
    return ruleset.status(state).turn


def _decision(ruleset: Ruleset, moves: Sequence[PlayedMove]) -> Decision:
    first = moves[0]
    return Decision(first.seat, _turn(ruleset, first.before),
                    ruleset.view(first.before, first.seat), tuple(one.move for one in moves),
                    first.number, moves[-1].number)
