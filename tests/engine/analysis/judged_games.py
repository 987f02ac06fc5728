"""Games between bots, and what the analyst says of them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from engine.alexandros.analysis.analyst import AlexandrosAnalyst
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.analysis import PlayedMove, decisions
from engine.bot_games import play_out
from engine.bot_plans import always
from engine.replay import fold
from engine.ruleset import Setup

ANALYST = AlexandrosAnalyst()
Row = tuple[State, Any, tuple[Any, ...]]


def seed(number: int) -> bytes:
    return hashlib.sha256(b"reviewed %d" % number).digest()


def played(bots: Sequence[str], number: int, board: str = "march") -> list[Row]:
    """Returns the states, moves and events of a game between these bots."""
    setup = Setup(RULESET.boards()[board], len(bots))
    game = play_out(RULESET, setup, seed=seed(number), bots=[RULESET.bots[name] for name in bots])
    return [row for row in game if row[1] is not None]


def moves_of(rows: Sequence[Row]) -> Iterator[PlayedMove]:
    for number, (state, move, events) in enumerate(rows, 1):
        yield PlayedMove(number, state.seat, move, state, fold(RULESET, state, events))


def losses(rows: Sequence[Row]) -> list[float]:
    """Returns what each seat lost in an average turn, as a chance of winning."""
    lost, turns = defaultdict[int, float](float), defaultdict[int, set[int]](set)
    for one in decisions(RULESET, moves_of(rows)):
        judged = ANALYST.judge(one.view, one.moves, seat=one.seat, salt=one.first.to_bytes(2),
                               has_time=always)
        lost[one.seat] += judged.loss
        turns[one.seat].add(one.turn)
    return [lost[seat] / len(turns[seat]) for seat in sorted(turns)]


def examine(rows: Sequence[Row], *, notable: float) -> None:
    """Asks everything that the review of a game asks."""
    turns = set[int]()
    for one in decisions(RULESET, moves_of(rows)):
        about: dict[str, Any] = {
            "seat": one.seat, "salt": one.first.to_bytes(2), "has_time": always}
        if one.turn not in turns:
            ANALYST.standing(one.view, **about)
            turns.add(one.turn)
        judged = ANALYST.judge(one.view, one.moves, **about)
        if judged.loss >= notable:
            both = judged.best.moves, judged.played.moves
            ANALYST.chances(one.view, both, **about)
            for moves in both:
                ANALYST.answer(one.view, moves, **about)
    luck(rows)


def luck(rows: Sequence[Row]) -> list[float]:
    """Returns each seat's luck after the deal, in points."""
    total = [0.0] * rows[0][0].players
    for number, (state, _, events) in enumerate(rows):
        seat, steps = state.seat, []
        for event in events:
            steps.append((RULESET.view(state, seat), RULESET.view_event(event, seat, over=False)))
            state = RULESET.evolve(state, event)
        some = ANALYST.luck(steps, seat=seat, salt=number.to_bytes(2), has_time=always)
        total = [a + b for a, b in zip(total, some, strict=True)]
    return total
