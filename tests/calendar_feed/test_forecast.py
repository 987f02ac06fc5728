"""When somebody's next turn will probably come: never before now, later if others are slower."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.post.calendar_feed.forecast import FARTHEST, STEP, ExpectedTurn, window
from games.table.clocks.playing_time import ALWAYS, BEGINNING, Calendar, Hours, Span, next_open
from tests.clocks.pure.calendars import hours, minutes, spans

NOW = datetime(2026, 3, 3, 12, 10, tzinfo=UTC)  # a Tuesday
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
EVENINGS = Calendar((Hours(BEGINNING, "UTC", 18 * 60, 22 * 60),))

moments = minutes(0, 60 * 24 * 60).map(lambda period: NOW + period)
calendars = hours().map(lambda each: Calendar((each,)))
turns = st.builds(
    ExpectedTurn, calendars, minutes(0, 3000), minutes(0, 6000),
    since=st.none() | minutes(0, 3000).map(lambda period: NOW - period),
    spent=minutes(0, 600))
later_turns = st.builds(ExpectedTurn, calendars, minutes(0, 3000), minutes(0, 6000))
orders = st.tuples(st.lists(turns, max_size=2), st.lists(later_turns, max_size=2)).filter(any)


def turn(usual: timedelta, *, calendar: Calendar = ALWAYS, most: timedelta = 10 * DAY,
         since: datetime | None = None) -> ExpectedTurn:
    return ExpectedTurn(calendar, usual, most, since=since)


def test_it_lasts_from_half_to_twice_the_usual_time() -> None:
    asked = NOW.replace(minute=0)
    assert window([turn(4 * HOUR, since=asked)], [], reader=ALWAYS, now=asked) == Span(
        asked + 2 * HOUR, asked + 8 * HOUR)


def test_players_take_their_turns_one_after_the_other() -> None:
    noon = NOW.replace(minute=0)
    assert window([turn(4 * HOUR)], [turn(2 * HOUR)], reader=ALWAYS, now=noon) == Span(
        noon + 3 * HOUR, noon + 12 * HOUR)


def test_whoever_decides_together_with_others_does_so_at_the_same_time() -> None:
    noon = NOW.replace(minute=0)
    assert window([turn(4 * HOUR), turn(2 * HOUR)], [], reader=ALWAYS, now=noon) == Span(
        noon + 2 * HOUR, noon + 8 * HOUR)


def test_it_counts_the_playing_hours_of_others() -> None:
    noon = NOW.replace(minute=0)
    evening = noon.replace(hour=18)
    assert window([turn(3 * HOUR, calendar=EVENINGS)], [], reader=ALWAYS, now=noon) == Span(
        evening + 1.5 * HOUR, evening + DAY + 2 * HOUR)


def test_a_turn_that_comes_while_the_reader_rests_can_wait() -> None:
    noon = NOW.replace(minute=0)
    assert window([turn(2 * HOUR)], [], reader=EVENINGS, now=noon) == Span(
        noon.replace(hour=18), noon.replace(hour=18, minute=30))


def test_somebody_who_is_late_already_is_expected_to_take_a_while_longer() -> None:
    late = window([turn(4 * HOUR, since=NOW - DAY)], [], reader=ALWAYS, now=NOW)
    assert late == Span(NOW.replace(minute=30), NOW.replace(hour=14, minute=0))


def test_nobody_is_expected_to_take_more_time_than_they_have() -> None:
    noon = NOW.replace(minute=0)
    assert window([turn(4 * HOUR, most=3 * HOUR)], [], reader=ALWAYS, now=noon) == Span(
        noon + 2 * HOUR, noon + 3 * HOUR)


def test_vacations_and_stops_delay_it() -> None:
    noon = NOW.replace(minute=0)
    away = Span(noon, noon + 3 * DAY)
    for found in (
            window([turn(4 * HOUR, calendar=Calendar(away=(away,)))], [], reader=ALWAYS, now=noon),
            window([turn(4 * HOUR)], [], reader=ALWAYS, stopped=(away,), now=noon)):
        assert found == Span(noon + 3 * DAY + 2 * HOUR, noon + 3 * DAY + 8 * HOUR)


def test_there_is_none_without_anybody_who_plays_first() -> None:
    assert window([], [], reader=ALWAYS, now=NOW) is None


def test_there_is_none_for_a_turn_that_is_months_away() -> None:
    assert window([turn(3 * FARTHEST, most=10 * FARTHEST)], [], reader=ALWAYS, now=NOW) is None


@given(orders, calendars, moments, st.lists(spans(NOW), max_size=2))
def test_it_never_begins_before_now_and_lies_in_the_readers_hours(
    order: tuple[list[ExpectedTurn], list[ExpectedTurn]], reader: Calendar, now: datetime,
    stopped: list[Span]
) -> None:
    found = window(*order, reader=reader, stopped=stopped, now=now)
    if found is None:
        return
    assert now < found.begin <= found.end - STEP
    assert next_open(reader, found.begin) == found.begin
    assert found.end == found.begin + STEP or next_open(reader, found.end) == found.end


@given(orders, calendars, moments, st.integers(0, 10), minutes(0, 2000), minutes(0, 2000))
def test_slower_players_never_make_it_earlier(
    order: tuple[list[ExpectedTurn], list[ExpectedTurn]], reader: Calendar, now: datetime,
    chosen: int, slower: timedelta, longer: timedelta
) -> None:
    present, later = order
    every = [*present, *later]
    place = chosen % len(every)
    every[place] = replace(every[place], usual=every[place].usual + slower,
                           most=every[place].most + longer)
    before = window(present, later, reader=reader, now=now)
    after = window(every[:len(present)], every[len(present):], reader=reader, now=now)
    if before is not None and after is not None:
        assert before.begin <= after.begin
        assert before.end <= after.end
    else:
        assert after is None


@given(orders, calendars, moments, minutes(0, 29))
def test_it_is_the_same_within_half_an_hour(
    order: tuple[list[ExpectedTurn], list[ExpectedTurn]], reader: Calendar, now: datetime,
    minute: timedelta
) -> None:
    slot = now.replace(minute=now.minute // 30 * 30)
    assert window(*order, reader=reader, now=slot) == window(
        *order, reader=reader, now=slot + minute)
