"""How quickly somebody usually plays, by their recent turns.

Pure.  Live games say nothing about others, nor others about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from statistics import median

from games.clocks.reliability import NEWCOMER_BELOW, RecentTurn
from games.models import Game, Pace


def usual_wait(turns: Sequence[RecentTurn], game: Game) -> timedelta | None:
    """How long others usually wait for this person's turn; None of a newcomer."""
    return _median(turn.took for turn in _like(turns, game))


def usual_time(turns: Sequence[RecentTurn], game: Game) -> timedelta | None:
    """How much of their playing time this person usually takes for a turn; None of a newcomer."""
    return _median(turn.used for turn in _like(turns, game))


def _like(turns: Sequence[RecentTurn], game: Game) -> Iterable[RecentTurn]:
    return (turn for turn in turns if turn.is_live == (game.pace == Pace.LIVE))


def _median(periods: Iterable[timedelta]) -> timedelta | None:
    known = list(periods)
    if len(known) < NEWCOMER_BELOW:
        return None
    return timedelta(seconds=median(each.total_seconds() for each in known))
