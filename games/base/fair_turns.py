"""Fair turns of thinking: whoever was served longest ago comes first, not whoever asked first.

However much one person asks for, everybody else's next question waits for one of theirs at most.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games.models import Seat

MEMORY = timedelta(hours=1)  # for which it counts that somebody was served
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=10), timedelta(minutes=10)


def in_fair_order(waiting: Iterable[int],
                  served: Sequence[tuple[int, datetime | None]]) -> list[int]:
    """Return the games for which somebody waits, those of people served longest ago first.

    ``waiting`` are the games' ids, the oldest question first, and ``served`` the ids of games
    whose questions were taken up, with the times.  Of several people at a table, the one who was
    served longest ago counts.
    """
    games = list(dict.fromkeys(waiting))
    people = defaultdict[int, list[int]](list)
    seats = Seat.objects.filter(game__in={*games, *(game for game, _ in served)}).order_by()
    for game, person in seats.filter(user__isnull=False).values_list("game", "user"):
        people[game].append(person)
    last: dict[int, float] = {}
    for game, moment in served:
        at = moment.timestamp() if moment else 0.0
        for person in people[game]:
            last[person] = max(at, last.get(person, 0.0))
    return sorted(games, key=lambda game: min(
        (last.get(person, 0.0) for person in people[game]), default=0.0))


def pause_after(delays: int) -> timedelta:
    """Return the pause after the machine was too busy for the ``delays``-th time in a row."""
    return min(FIRST_PAUSE * (1 << min(delays - 1, 10)), LONGEST_PAUSE)
