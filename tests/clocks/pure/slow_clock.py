"""Playing time counted minute by minute, as somebody with a clock on the wall would count it.

It is slow and shares no code with ``games.table.clocks.playing_time``, which it checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import accumulate
from zoneinfo import ZoneInfo

from games.table.clocks.playing_time import Calendar, Hours, Span

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
MINUTES_A_DAY = 24 * 60


def minutes_played(calendar: Calendar, begin: datetime, end: datetime, *,
                   stopped: Sequence[Span] = ()) -> int:
    """How many minutes of a person's time pass; both moments are whole minutes in UTC."""
    breaks = [*calendar.away, *stopped]
    return sum(
        _is_played(calendar.hours, moment) and not any(b.begin <= moment < b.end for b in breaks)
        for moment in _minutes(begin, end))


def _minutes(begin: datetime, end: datetime) -> Iterator[datetime]:
    while begin < end:
        yield begin
        begin += MINUTE


def _is_played(hours: Sequence[Hours], moment: datetime) -> bool:
    if not hours:
        return True
    held = [each for each in hours if each.since <= moment] or [hours[0]]
    return _is_open(held[-1], _latest_shown(held[-1].zone, moment))


def _is_open(hours: Hours, shown: datetime) -> bool:
    """Whether the hours of a day have opened and not closed, when a clock shows this."""
    for day in (shown.date(), shown.date() - DAY):
        midnight = shown.replace(hour=0, minute=0) - (shown.date() - day)
        opens = midnight + hours.opens * MINUTE
        closes = midnight + hours.closes * MINUTE + (DAY if hours.closes <= hours.opens
                                                      else timedelta(0))
        if day.weekday() not in hours.free and opens <= shown < closes:
            return True
    return False


def _latest_shown(zone: str, moment: datetime) -> datetime:
    """The latest time that a clock on the wall has shown so far, without its zone.

    While an hour is repeated, it stays at the end of that hour: what opened in it stays open, and
    what closed in it stays closed.
    """
    day = moment.replace(hour=0, minute=0)
    return _shown_on(zone, day)[(moment - day) // MINUTE]


@lru_cache(maxsize=500)
def _shown_on(zone: str, day: datetime) -> list[datetime]:
    place = ZoneInfo(zone)
    moments = [day + minute * MINUTE for minute in range(-MINUTES_A_DAY, MINUTES_A_DAY)]
    shown = [moment.astimezone(place).replace(tzinfo=None) for moment in moments]
    return list(accumulate(shown, max))[MINUTES_A_DAY:]


def utc(text: str) -> datetime:
    """A moment such as "2026-03-29 00:30" in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
