"""How much of a player's time passes, in all time zones and whatever their clocks do."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.table.clocks.playing_time import (
    ALWAYS,
    BEGINNING,
    HORIZON,
    NOTHING,
    Calendar,
    Hours,
    Span,
    day_span,
    end_of_next_window,
    hours_of_week,
    local_day,
    moment_after,
    next_open,
    next_rest,
    playing_time,
)
from tests.clocks.pure.calendars import TURNING_POINTS, ZONES, cases, hours, minutes, turning_points
from tests.clocks.pure.slow_clock import DAY, MINUTE, minutes_played, utc
from tests.seeded_chance import examples

pytestmark = pytest.mark.promise("R23")

HOUR = timedelta(hours=1)
Case = tuple[Calendar, datetime, datetime, list[Span]]


def plays(zone: str, opens: str, closes: str, *, free: set[int] | None = None) -> Calendar:
    """The calendar of somebody with these hours."""
    return Calendar((Hours(BEGINNING, zone, of_day(opens), of_day(closes),
                           frozenset(free or ())),))


def of_day(text: str) -> int:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


# ---------- properties ----------
@examples(120)
@given(cases())
def test_it_is_what_counting_every_minute_gives(case: Case) -> None:
    calendar, begin, end, stopped = case
    counted = minutes_played(calendar, begin, end, stopped=stopped)
    assert playing_time(calendar, begin, end, stopped=stopped) == counted * MINUTE


@given(cases(), st.floats(0, 1))
def test_the_parts_of_a_split_interval_add_up(case: Case, share: float) -> None:
    calendar, begin, end, stopped = case
    middle = begin + (end - begin) * share
    parts = [playing_time(calendar, *part, stopped=stopped)
             for part in ((begin, middle), (middle, end))]
    assert sum(parts, NOTHING) == playing_time(calendar, begin, end, stopped=stopped)
    assert min(parts) >= NOTHING
    assert max(parts) <= end - begin


@given(cases(), minutes(0, 1440))
def test_it_never_shrinks_while_time_goes_by(case: Case, more: timedelta) -> None:
    calendar, begin, end, stopped = case
    before = playing_time(calendar, begin, end, stopped=stopped)
    after = playing_time(calendar, begin, end + more, stopped=stopped)
    assert NOTHING <= after - before <= more


@given(cases())
def test_nothing_passes_when_the_end_is_not_later(case: Case) -> None:
    calendar, begin, end, stopped = case
    assert playing_time(calendar, end, begin, stopped=stopped) == NOTHING
    assert playing_time(calendar, begin, begin, stopped=stopped) == NOTHING


@given(cases(), minutes(1, 7 * 1440))
def test_the_moment_after_a_period_is_the_first_at_which_it_has_passed(
    case: Case, amount: timedelta
) -> None:
    calendar, begin, _, stopped = case
    moment = moment_after(calendar, begin, amount, stopped=stopped)
    assert playing_time(calendar, begin, moment, stopped=stopped) == amount
    assert playing_time(calendar, begin, moment - timedelta(microseconds=1),
                        stopped=stopped) < amount


@given(cases())
def test_a_change_of_hours_or_time_zone_counts_from_its_moment_on(case: Case) -> None:
    calendar, begin, end, stopped = case
    starts = [begin, *(each.since for each in calendar.hours[1:]), end]
    parts = [
        playing_time(Calendar((each,), calendar.away), max(begin, since), min(end, until),
                     stopped=stopped)
        for each, (since, until) in zip(calendar.hours, pairwise(starts), strict=True)]
    assert sum(parts, NOTHING) == playing_time(calendar, begin, end, stopped=stopped)


@given(cases())
def test_vacations_and_stops_only_take_time_away(case: Case) -> None:
    calendar, begin, end, stopped = case
    busy, breaks = replace(calendar, away=()), [*calendar.away, *stopped]
    lost = playing_time(busy, begin, end) - playing_time(calendar, begin, end, stopped=stopped)
    assert NOTHING <= lost <= sum((each.end - each.begin for each in breaks), NOTHING)
    for each in breaks:
        assert playing_time(calendar, max(begin, each.begin), min(end, each.end),
                            stopped=stopped) == NOTHING


@given(hours(), turning_points, st.integers(-3, 3))
def test_every_day_that_is_not_free_gives_its_hours(
    chosen: Hours, point: tuple[str, datetime], shift: int
) -> None:
    """An hour less at most, where clocks are put forward during the playing hours."""
    zone, day = point[0], local_day(*point) + shift * DAY
    only = replace(chosen, zone=zone, free=frozenset(range(7)) - {day.weekday()})
    about = day_span(zone, day - DAY, day + 2 * DAY)
    passed = playing_time(Calendar((only,)), about.begin, about.end)
    if day_span(zone, day, day).end == day_span(zone, day, day).begin:
        assert passed == NOTHING, "there was no such day"
    elif about.end - about.begin == 4 * DAY:
        assert passed == only.length >= 3 * HOUR
    elif zone != "Pacific/Apia":
        assert abs(passed - only.length) <= HOUR


@given(hours(), turning_points, minutes(-3 * 1440, 3 * 1440))
@example(plays("Pacific/Apia", "8:00", "22:00").hours[0],
         ("Pacific/Apia", utc("2011-12-30 07:00")), NOTHING)
def test_before_a_change_counts_a_whole_window_passes(
    chosen: Hours, point: tuple[str, datetime], shift: timedelta
) -> None:
    chosen, now = replace(chosen, zone=point[0]), point[1] + shift
    counts_from = end_of_next_window(chosen, now)
    passed = playing_time(Calendar((chosen,)), now, counts_from)
    assert passed >= 3 * HOUR - 2 * HOUR * (passed < chosen.length)
    assert counts_from - now <= 6 * DAY


@given(cases())
def test_time_rests_between_the_moments_that_say_so(case: Case) -> None:
    calendar, begin, *_ = case
    opens = next_open(calendar, begin)
    assert playing_time(calendar, begin, opens) == NOTHING
    rests = next_rest(calendar, opens)
    assert opens < rests <= opens + HORIZON
    assert playing_time(calendar, opens, rests) == rests - opens
    if opens > begin:
        assert next_rest(calendar, begin) == begin


@given(turning_points, st.integers(-3, 3), st.integers(0, 3))
def test_whole_days_follow_each_other_without_a_gap(
    point: tuple[str, datetime], shift: int, count: int
) -> None:
    zone, first = point[0], local_day(*point) + shift * DAY
    last = first + count * DAY
    span = day_span(zone, first, last)
    assert span.end == day_span(zone, last + DAY, last + DAY).begin
    assert NOTHING <= span.end - span.begin - (count + 1) * DAY + DAY <= DAY + HOUR
    if span.begin < span.end:
        assert first <= local_day(zone, span.begin) <= last


# ---------- examples ----------
@pytest.mark.parametrize(("calendar", "begin", "end", "hours_passed"), [
    (plays("UTC", "8:00", "22:00"), "2026-05-01 00:00", "2026-05-02 00:00", 14),
    (plays("UTC", "22:00", "2:00"), "2026-05-01 00:00", "2026-05-02 00:00", 4),
    (plays("UTC", "0:00", "0:00"), "2026-05-01 05:00", "2026-05-03 05:00", 48),
    (plays("UTC", "20:00", "2:00", free={5}), "2026-05-02 00:00", "2026-05-03 12:00", 2),
    (plays("Europe/Berlin", "0:00", "6:00"), "2026-03-28 23:00", "2026-03-29 12:00", 5),
    (plays("Europe/Berlin", "0:00", "6:00"), "2026-10-24 22:00", "2026-10-25 12:00", 7),
    (plays("Europe/Berlin", "2:30", "6:30"), "2026-03-28 23:00", "2026-03-29 12:00", 3.5),
    (plays("Africa/Cairo", "0:00", "4:00"), "2026-04-23 12:00", "2026-04-24 12:00", 3),
    (plays("Pacific/Apia", "8:00", "22:00"), "2011-12-29 10:00", "2011-12-31 10:00", 28),
    (plays("Pacific/Apia", "8:00", "22:00", free={5}), "2011-12-30 10:00", "2011-12-31 10:00", 0),
    (plays("Pacific/Kiritimati", "8:00", "22:00"), "2026-05-01 10:00", "2026-05-02 10:00", 14),
    (plays("Asia/Kathmandu", "8:00", "22:00"), "2026-05-01 02:15", "2026-05-01 03:15", 1),
    (plays("Nowhere/Land", "8:00", "22:00"), "2026-05-01 00:00", "2026-05-01 09:00", 1),
    (ALWAYS, "2026-05-01 00:00", "2026-05-03 00:00", 48),
])
def test_hours_pass_as_people_expect(
    calendar: Calendar, begin: str, end: str, hours_passed: float
) -> None:
    assert playing_time(calendar, utc(begin), utc(end)) == hours_passed * HOUR


def test_a_day_that_begins_twice_is_counted_once() -> None:
    """In 2010, clocks in St. John's went back from a minute past midnight."""
    calendar = plays("America/St_Johns", "0:00", "4:00", free={0, 1, 2, 3, 4, 5})
    begin, again, end = map(utc, ("2010-11-07 00:00", "2010-11-07 03:00", "2010-11-07 12:00"))
    assert playing_time(calendar, begin, again) == 30 * MINUTE
    assert playing_time(calendar, begin, end) == 5 * HOUR


def test_a_deadline_is_never_further_away_than_the_horizon() -> None:
    begin = utc("2026-05-01 00:00")
    assert moment_after(ALWAYS, begin, 2 * HORIZON) == begin + HORIZON
    assert moment_after(ALWAYS, begin, -HOUR) == begin


def test_no_time_has_passed_at_once_even_while_it_rests() -> None:
    night = utc("2026-05-01 03:00")
    assert moment_after(plays("UTC", "8:00", "22:00"), night, NOTHING) == night


def test_moments_may_be_given_in_any_time_zone() -> None:
    calendar = plays("Europe/Berlin", "0:00", "6:00")
    zone = ZoneInfo("Europe/Berlin")
    begin, end = datetime(2026, 10, 25, tzinfo=zone), datetime(2026, 10, 25, 12, tzinfo=zone)
    assert playing_time(calendar, begin, end) == 7 * HOUR


def test_all_the_time_zones_of_these_tests_are_known() -> None:
    assert {str(ZoneInfo(zone)) for zone in ZONES} == {zone for zone, _ in TURNING_POINTS}


def test_the_hours_of_a_week_are_those_of_every_day_that_is_not_free() -> None:
    thursday = datetime(2026, 3, 5, 17, tzinfo=ZoneInfo("UTC"))
    hours = Hours(BEGINNING, "Asia/Tokyo", 8 * 60, 22 * 60, frozenset({5, 6}))
    week = hours_of_week(hours, thursday)
    assert week.bit_count() == 5 * 14  # that before Monday 0:00 UTC comes again on Sunday
    assert [hour for hour in range(24) if week >> hour & 1] == [*range(13), 23]
    everything = hours_of_week(Hours(BEGINNING, "UTC", 0, 0), thursday)
    assert everything == (1 << 7 * 24) - 1
