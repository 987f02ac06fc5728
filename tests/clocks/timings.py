"""Turns against a clock that somebody has played, for tests."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Game, TurnTiming, User

Outcome = TurnTiming.Outcome
HOUR = timedelta(hours=1)


def played(user: User, game: Game, outcome: str = Outcome.IN_TIME, *, times: int = 1,
           now: datetime, took: timedelta = HOUR) -> None:
    """Stores turns of this person, each a minute after the one before, the last one now."""
    TurnTiming.objects.bulk_create(
        TurnTiming(user=user, game=game, outcome=outcome, used=took, took=took,
                   ended_at=now - timedelta(minutes=times - 1 - number))
        for number in range(times))
