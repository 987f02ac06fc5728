"""Periods of time as people write them, and how long a slow turn takes by hours and pace."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Pace
from games.table.clocks import paces, time_wording
from games.table.clocks.pace_preview import slow_turn
from games.table.clocks.paces import CONTROLS, TimeControl
from games.table.clocks.playing_time import (
    ALWAYS,
    BEGINNING,
    DAY,
    HORIZON,
    Calendar,
    Hours,
    Span,
    moment_after,
)

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
WEEKEND = frozenset({5, 6})


@pytest.mark.parametrize(("text", "period"), [
    ("36h", 36 * HOUR), ("90m", 90 * MINUTE), ("2d", 48 * HOUR), (" 2 Days ", 48 * HOUR),
    ("1d 12h", 36 * HOUR), ("1 hour and 30 minutes", 90 * MINUTE), ("1h,30min", 90 * MINUTE),
    ("1.5h", 90 * MINUTE), ("1,5 h", 90 * MINUTE), ("30s", MINUTE / 2), ("0m", 0 * MINUTE),
])
def test_people_write_periods_in_many_ways(text: str, period: timedelta) -> None:
    assert paces.read(text) == period


@pytest.mark.parametrize("text", [
    "", "36", "h", "36x", "-2h", "2h later", "soon 2h", "2h;3m", "1e3h", "9" * 50 + "h", "٣h3",
    "2h" * 30,
])
def test_whatever_is_not_a_period_with_units_is_none(text: str) -> None:
    assert paces.read(text) is None


@pytest.mark.parametrize(("period", "words"), [
    (48 * HOUR, "48 hours"), (90 * MINUTE, "1 hour 30 minutes"), (MINUTE, "1 minute"),
    (timedelta(seconds=10), "10 seconds"), (timedelta(seconds=90), "1 minute 30 seconds"),
    (timedelta(0), "0 minutes"),
])
def test_a_period_is_named_exactly(period: timedelta, words: str) -> None:
    assert paces.amount(period) == words


def test_bounds_of_whole_days_are_named_in_days() -> None:
    assert paces.bound(timedelta(days=30)) == "30 days"
    assert [paces.bound(hours * HOUR) for hours in (24, 36, 60)] == [
        "24 hours", "36 hours", "60 hours"]


# ---------- in words ----------
@pytest.mark.parametrize(("period", "words", "exact"), [
    (-HOUR, "1 minute", "0 minutes"), (30 * MINUTE / 60, "1 minute", "0 minutes"),
    (59 * MINUTE, "59 minutes", "59 minutes"), (HOUR, "1 hour", "1 hour"),
    (61 * MINUTE, "61 minutes", "1 hour 1 minute"),
    (89 * MINUTE, "89 minutes", "1 hour 29 minutes"),
    (90 * MINUTE, "2 hours", "1 hour 30 minutes"), (41 * HOUR, "41 hours", "41 hours"),
    (42 * HOUR, "2 days", "42 hours"), (59 * HOUR, "2 days", "59 hours"),
    (10 * DAY, "10 days", "240 hours"),
])
def test_a_period_is_rounded_for_readers_or_told_to_the_minute(
    period: timedelta, words: str, exact: str
) -> None:
    assert (time_wording.roughly(period), time_wording.exactly(period)) == (words, exact)


@pytest.mark.parametrize(("later", "words"), [
    (HOUR, "until today 23:30, in 1 hour"), (2 * HOUR, "until tomorrow 00:30, in 2 hours"),
    (6 * DAY, "until Sunday 22:30, in 6 days"), (7 * DAY, "until Monday 9 March 22:30, in 7 days"),
    (-DAY, "until Sunday 1 March 22:30, which is over"),
    (0 * DAY, "until today 22:30, which is over"),
])
def test_a_deadline_is_named_by_its_day_in_the_readers_time_zone(
    later: timedelta, words: str
) -> None:
    now = MONDAY + timedelta(hours=21, minutes=30)
    assert time_wording.until(now + later, zone="Europe/Berlin", now=now) == words


def test_a_deadline_that_is_read_elsewhere_and_later_names_its_time_zone() -> None:
    assert time_wording.fixed(MONDAY + 12 * HOUR, zone="Europe/Berlin") == (
        "Monday 2 March, 13:00 Europe/Berlin")


def test_time_that_is_left_is_a_minute_at_least() -> None:
    assert time_wording.time_left(MONDAY + 3 * HOUR, now=MONDAY) == "3 hours left"
    assert time_wording.time_left(MONDAY - DAY, now=MONDAY) == "1 minute left"


# ---------- slow turns ----------
def playing(opens: int, closes: int, *, free: frozenset[int] = frozenset(),
            zone: str = "UTC") -> Calendar:
    """Somebody who always plays between these hours of the day."""
    return Calendar((Hours(BEGINNING, zone, opens * 60, closes * 60, free),))


def control(hours: float) -> TimeControl:
    return TimeControl(hours * HOUR, HOUR, 100 * HOUR)


@pytest.mark.parametrize(("calendar", "hours", "days"), [
    (playing(8, 22), 14, 1),  # asked at 22:00, it ends at 22:00 the next day
    (playing(8, 22), 28, 2),
    (playing(9, 17, free=WEEKEND), 8, 3),  # asked on Friday at 17:00
    (playing(9, 17, free=WEEKEND), 40, 7),
    (playing(20, 2), 6, 1),  # hours that end on the next day
    (playing(0, 0), 48, 2),
    (ALWAYS, 48, 2),
])
def test_the_worst_moment_to_be_asked_is_the_end_of_the_hours(
    calendar: Calendar, hours: float, days: float
) -> None:
    assert slow_turn(calendar, control(hours), week=MONDAY) == days * DAY


def test_a_slow_turn_uses_the_time_at_the_start_and_the_grace_period() -> None:
    details = TimeControl(at_start=10 * HOUR, per_turn=2 * HOUR, limit=99 * HOUR, grace=4 * HOUR)
    assert slow_turn(playing(8, 22), details, week=MONDAY) == DAY
    assert slow_turn(ALWAYS, details, week=MONDAY) == 14 * HOUR


def test_what_a_turn_adds_counts_if_it_is_more() -> None:
    details = TimeControl(at_start=MINUTE, per_turn=48 * HOUR, limit=48 * HOUR)
    assert slow_turn(ALWAYS, details, week=MONDAY) == 2 * DAY


def test_a_typical_week_has_no_vacation_and_no_new_hours() -> None:
    (usual,) = playing(8, 22).hours
    later = Hours(MONDAY + DAY, "UTC", 8 * 60, 9 * 60)
    away = Calendar((usual, later), (Span(MONDAY, MONDAY + 30 * DAY),))
    assert slow_turn(away, control(14), week=MONDAY) == DAY
    assert slow_turn(away, control(14), week=MONDAY + 2 * DAY) == 14 * DAY


def test_somebody_who_never_plays_has_endless_turns() -> None:
    every_day = frozenset(range(7))
    assert slow_turn(playing(8, 22, free=every_day), control(1), week=MONDAY) == HORIZON


def test_a_live_turn_takes_minutes() -> None:
    assert slow_turn(ALWAYS, CONTROLS[Pace.LIVE], week=MONDAY) == 16 * MINUTE


@given(opens=st.integers(0, 23), closes=st.integers(0, 23), hours=st.integers(1, 60),
       free=st.frozensets(st.integers(0, 6), max_size=5), begin=st.integers(0, 7 * 24 * 4 - 1),
       zone=st.sampled_from(["UTC", "Asia/Kolkata", "America/New_York"]))
def test_no_turn_that_begins_in_the_week_is_slower(
    opens: int, closes: int, hours: int, free: frozenset[int], begin: int, zone: str
) -> None:
    calendar = playing(opens, closes, free=free, zone=zone)
    begun = MONDAY - 2 * DAY + begin * 15 * MINUTE
    turn = moment_after(calendar, begun, hours * HOUR) - begun
    # The clocks of New York change on 8 March, so that one turn may be an hour longer
    assert turn <= slow_turn(calendar, control(hours), week=MONDAY - 2 * DAY) + HOUR
