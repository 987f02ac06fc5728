"""Games between bots, and what the analyst says of them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from alexandros_rules.alexandros.analysis.analyst import AlexandrosAnalyst
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.analysis import Analyst, PlayedMove, decisions
from alexandros_rules.bot_games import play_out
from alexandros_rules.bot_plans import always
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Ruleset, Setup

ANALYST = AlexandrosAnalyst()
Row = tuple[Any, Any, tuple[Any, ...]]


def seed(number: int) -> bytes:
    return hashlib.sha256(b"reviewed %d" % number).digest()


def played(bots: Sequence[str], number: int, board: str = "march", *,
           ruleset: Ruleset = RULESET) -> list[Row]:
    """Returns the states, moves and events of a game between these bots."""
    setup = Setup(ruleset.boards()[board], len(bots))
    game = play_out(ruleset, setup, seed=seed(number), bots=[ruleset.bots[name] for name in bots])
    return [row for row in game if row[1] is not None]


def moves_of(rows: Sequence[Row], ruleset: Ruleset = RULESET) -> Iterator[PlayedMove]:
    for number, (state, move, events) in enumerate(rows, 1):
        seat = ruleset.status(state).to_move[0]
        yield PlayedMove(number, seat, move, state, fold(ruleset, state, events))


def losses(rows: Sequence[Row]) -> list[float]:
    """Returns what each seat lost in an average turn, as a chance of winning."""
    lost, turns = defaultdict[int, float](float), defaultdict[int, set[int]](set)
    for one in decisions(RULESET, moves_of(rows)):
        judged = ANALYST.judge(one.view, one.moves, seat=one.seat, salt=one.first.to_bytes(2),
                               has_time=always)
        lost[one.seat] += judged.loss
        turns[one.seat].add(one.turn)
    return [lost[seat] / len(turns[seat]) for seat in sorted(turns)]


def examine(rows: Sequence[Row], *, ruleset: Ruleset, analyst: Analyst, notable: float) -> None:
    """Asks everything that the review of a game asks."""
    turns = set[int]()
    for one in decisions(ruleset, moves_of(rows, ruleset)):
        about: dict[str, Any] = {
            "seat": one.seat, "salt": one.first.to_bytes(2), "has_time": always}
        if one.turn not in turns:
            analyst.standing(one.view, **about)
            turns.add(one.turn)
        judged = analyst.judge(one.view, one.moves, **about)
        if judged.loss >= notable:
            both = judged.best.moves, judged.played.moves
            analyst.chances(one.view, both, **about)
            for moves in both:
                analyst.answer(one.view, moves, **about)
    luck(rows, ruleset=ruleset, analyst=analyst)


def luck(rows: Sequence[Row], *, ruleset: Ruleset = RULESET,
         analyst: Analyst = ANALYST) -> list[float]:
    """Returns each seat's luck after the deal, in points."""
    total = [0.0] * rows[0][0].players
    for number, (state, _, events) in enumerate(rows):
        seat, steps = ruleset.status(state).to_move[0], []
        for event in events:
            steps.append((ruleset.view(state, seat), ruleset.view_event(event, seat, over=False)))
            state = ruleset.evolve(state, event)
        some = analyst.luck(steps, seat=seat, salt=number.to_bytes(2), has_time=always)
        total = [a + b for a, b in zip(total, some, strict=True)]
    return total
