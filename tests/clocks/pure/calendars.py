"""Strategies that draw calendars, and intervals around changes of the clocks."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import strategies as st

from games.table.clocks.playing_time import BEGINNING, Calendar, Hours, Span
from tests.clocks.pure.slow_clock import MINUTE, utc

# Near these moments clocks there are put forward or back, or nothing happens at all.
TURNING_POINTS = [
    ("Europe/Berlin", "2026-03-29 01:00"), ("Europe/Berlin", "2026-10-25 01:00"),
    ("America/New_York", "2026-03-08 07:00"), ("America/New_York", "2026-11-01 06:00"),
    ("Australia/Sydney", "2026-10-03 16:00"), ("Australia/Sydney", "2026-04-04 16:00"),
    ("Australia/Lord_Howe", "2026-04-04 15:00"),  # by half an hour
    ("America/Santiago", "2026-09-06 04:00"), ("America/Santiago", "2026-04-05 03:00"),
    ("Africa/Cairo", "2026-04-23 22:00"), ("Africa/Cairo", "2026-10-29 21:00"),  # at midnight
    ("America/St_Johns", "2010-11-07 02:31"),  # a minute after midnight
    ("Pacific/Apia", "2011-12-30 10:00"),  # 30 December was skipped
    ("Asia/Kathmandu", "2026-05-01 12:00"), ("Pacific/Kiritimati", "2026-05-01 12:00"),
    ("Etc/GMT+12", "2026-05-01 12:00"), ("UTC", "2026-05-01 12:00"),
]
ZONES = sorted({zone for zone, _ in TURNING_POINTS})

turning_points = st.sampled_from(TURNING_POINTS).map(lambda point: (point[0], utc(point[1])))
any_zone = st.sampled_from(ZONES)
free_weekdays = st.frozensets(st.integers(0, 6), max_size=3)
times_of_day = st.integers(0, 24 * 60 - 1)


def minutes(least: int, most: int) -> st.SearchStrategy[timedelta]:
    """Periods of whole minutes."""
    return st.integers(least, most).map(lambda count: count * MINUTE)


@st.composite
def hours(draw: st.DrawFn, zones: st.SearchStrategy[str] = any_zone) -> Hours:
    """Playing hours of three to 24 hours, which hold for all time."""
    opens, length = draw(times_of_day), draw(st.integers(3 * 60, 24 * 60))
    return Hours(BEGINNING, draw(zones), opens,
                 (opens + length) % (24 * 60), draw(free_weekdays))


@st.composite
def spans(draw: st.DrawFn, about: datetime) -> Span:
    """A span that begins within three days of this moment."""
    begin = about + draw(minutes(-3 * 1440, 3 * 1440))
    return Span(begin, begin + draw(minutes(0, 2 * 1440)))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Calendar, datetime, datetime, list[Span]]:
    """A calendar whose hours may change, an interval, and stops of all clocks."""
    zone, about = draw(turning_points)
    first = draw(hours(st.just(zone)))
    changes = draw(st.lists(minutes(-2 * 1440, 2 * 1440), max_size=2, unique=True))
    later = [replace(draw(hours(st.sampled_from([zone, *ZONES]))), since=about + change)
             for change in sorted(changes)]
    away = draw(st.lists(spans(about), max_size=1))
    stopped = draw(st.lists(spans(about), max_size=2))
    begin = about + draw(minutes(-2 * 1440, 1440))
    end = begin + draw(minutes(0, 3 * 1440))
    return Calendar((first, *later), tuple(away)), begin, end, stopped
