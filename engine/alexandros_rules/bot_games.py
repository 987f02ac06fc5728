"""Games between bots without a log, to measure boards, rules and bots."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alexandros_rules.bot_plans import TurnTime
from alexandros_rules.chance import Chance, SeededChance
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Bot, Ruleset, Setup, Status


@dataclass(frozen=True, slots=True)
class Outcome:
    """The final status of a game between bots and its number of moves."""

    status: Status
    moves: int


def unlimited() -> TurnTime:
    """Return the time of a turn without a limit."""
    return TurnTime(math.inf, lambda: 0.0)


def play_out(
    ruleset: Ruleset, setup: Setup, *, seed: bytes, bots: Sequence[Bot], limit: int = 5000,
    start_turn: Callable[[], TurnTime] = unlimited,
) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Play a game and yield the (state, move, events) of each move.

    The move is None for the final state.  ``bots`` play the seats in order and see only their
    views.  ``start_turn`` is called when a turn begins and returns the time for that turn.
    Raise RuntimeError after ``limit`` moves.
    """
    chance = SeededChance(seed)
    state = fold(ruleset, None, ruleset.start(setup, chance))
    yield from play_on(ruleset, state, chance=chance, seed=seed, bots=bots, limit=limit,
                       start_turn=start_turn)


def play_on(
    ruleset: Ruleset, state: Any, *, chance: Chance, seed: bytes, bots: Sequence[Bot],
    limit: int = 5000, start_turn: Callable[[], TurnTime] = unlimited,
) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Play a game from this state to its end; for the rest see ``play_out``."""
    planned: list[Any] = []
    turn = None
    for number in range(limit):
        status = ruleset.status(state)
        if status.over:
            yield state, None, ()
            return
        if not planned:
            seat = status.to_move[0]
            if turn != (status.turn, seat):
                turn, turn_time = (status.turn, seat), start_turn()
            salt = seed + number.to_bytes(4)
            planned += bots[seat].plan(ruleset.view(state, seat), seat=seat, salt=salt,
                                       has_time=turn_time.has_time())
        move = planned.pop(0)
        events = ruleset.decide(state, move, chance, seat=seat)
        yield state, move, events
        state = fold(ruleset, state, events)
    # A game that never ends is a mistake in the rules.
    raise RuntimeError(f"no end after {limit} moves")


def outcome(
    ruleset: Ruleset, setup: Setup, *, seed: bytes, bots: Sequence[Bot],
    start_turn: Callable[[], TurnTime] = unlimited,
) -> Outcome:
    """Play a game and return its outcome."""
    *moves, (state, _, _) = play_out(ruleset, setup, seed=seed, bots=bots, start_turn=start_turn)
    return Outcome(ruleset.status(state), len(moves))
