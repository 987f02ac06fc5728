"""Games between bots, without a log: for measuring boards, rules and bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.chance import Seeded
from engine.replay import fold
from engine.ruleset import Bot, Ruleset, Setup, Status


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game between bots ended: the last status and the number of moves."""

    status: Status
    moves: int


def play_out(
    ruleset: Ruleset, setup: Setup, *, seed: bytes, bots: Sequence[Bot], limit: int = 5000
) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """The (state, move, events) of each move of a game; the last state has no move.

    ``bots`` play the seats in order and see only their views.  More than ``limit`` moves raise
    RuntimeError: a game that does not end is a fault of the rules.
    """
    chance = Seeded(seed)
    state = fold(ruleset, None, ruleset.start(setup, chance))
    for number in range(limit):
        status = ruleset.status(state)
        if status.over:
            yield state, None, ()
            return
        seat = status.to_move[0]
        salt = seed + number.to_bytes(4)
        move = bots[seat].choose(ruleset.view(state, seat), salt=salt)
        events = ruleset.decide(state, move, chance)
        yield state, move, events
        state = fold(ruleset, state, events)
    raise RuntimeError(f"no end after {limit} moves")


def outcome(ruleset: Ruleset, setup: Setup, *, seed: bytes, bots: Sequence[Bot]) -> Outcome:
    """The outcome of one game between bots."""
    *moves, (state, _, _) = play_out(ruleset, setup, seed=seed, bots=bots)
    return Outcome(ruleset.status(state), len(moves))
