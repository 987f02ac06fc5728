"""Vacations: 28 days a year on which a person's clocks stand still."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games.base.refusals import BadCalendar, Closed, Missing
from games.models import EmailPreferences, Game, Pace, SeatClock, User, Vacation
from games.table.clocks import playing_hours, seat_clocks
from games.table.clocks.playing_time import NOTHING, playing_time

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R23")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TODAY = date(2026, 3, 1)


def take(user: User, first: str, last: str, *, now: datetime) -> Vacation:
    return playing_hours.add(
        user, date.fromisoformat(first), last=date.fromisoformat(last), now=now
    )


def left(user: User, now: datetime) -> int:
    """How many days are left for somebody in UTC."""
    return playing_hours.days_left(playing_hours.of(user), today=now.date())


def test_time_stands_still_on_its_days_in_the_persons_time_zone(
    alice: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=alice, time_zone="Asia/Tokyo")
    vacation = take(alice, "2026-03-03", "2026-03-04", now=now)
    assert vacation.begins_at == datetime(2026, 3, 2, 15, tzinfo=UTC)
    assert vacation.ends_at - vacation.begins_at == 2 * DAY
    calendar = seat_clocks.calendar_of(alice)
    assert playing_time(calendar, vacation.begins_at, vacation.ends_at) == NOTHING
    assert playing_time(calendar, vacation.ends_at, vacation.ends_at + DAY) == 14 * HOUR


def test_one_that_begins_today_begins_now_and_uses_the_whole_day(
    alice: User, now: datetime
) -> None:
    vacation = take(alice, "2026-03-01", "2026-03-02", now=now)
    assert vacation.begins_at == now
    assert left(alice, now) == 26


@pytest.mark.parametrize(("first", "last", "code"), [
    ("2026-02-28", "2026-03-02", "past"), ("2026-03-05", "2026-03-04", "order"),
    ("2027-02-27", "2027-03-02", "ahead"), ("2026-03-11", "2026-03-13", "overlap"),
    ("2026-03-08", "2026-03-10", "overlap"), ("2026-04-01", "2026-04-27", "too-many"),
    ("2027-02-28", "2027-03-01", None), ("2026-04-01", "2026-04-26", None),
])
def test_days_must_be_ahead_free_and_not_too_many(
    alice: User, now: datetime, first: str, last: str, code: str | None
) -> None:
    take(alice, "2026-03-10", "2026-03-11", now=now)
    if code is None:
        take(alice, first, last, now=now)
        assert alice.vacations.count() == 2
        return
    with pytest.raises(BadCalendar) as refused:
        take(alice, first, last, now=now)
    assert refused.value.code == code
    assert alice.vacations.count() == 1


def test_the_refusal_says_how_many_days_are_too_many(alice: User, now: datetime) -> None:
    with pytest.raises(BadCalendar, match="this would be 2 days too many"):
        take(alice, "2026-03-10", "2026-04-08", now=now)


def test_the_days_count_in_any_365_days(alice: User, now: datetime) -> None:
    take(alice, "2026-03-11", "2026-03-30", now=now)
    later = now + 200 * DAY
    with pytest.raises(BadCalendar, match="1 day too many"):
        take(alice, "2027-03-02", "2027-03-29", now=later)
    take(alice, "2027-03-31", "2027-04-27", now=now + 100 * DAY)


def test_days_come_back_a_year_later(alice: User, now: datetime) -> None:
    take(alice, "2026-03-01", "2026-03-28", now=now)
    assert left(alice, now + 364 * DAY) == 0
    assert left(alice, now + 365 * DAY) == 1
    assert left(alice, now + 400 * DAY) == 28


def test_one_that_has_not_begun_is_cancelled_without_a_trace(alice: User, now: datetime) -> None:
    vacation = take(alice, "2026-03-10", "2026-03-11", now=now)
    playing_hours.cancel(alice, vacation.pk, now=now)
    assert not alice.vacations.exists()
    assert left(alice, now) == 28


def test_one_that_has_begun_ends_now_and_today_stays_used(alice: User, now: datetime) -> None:
    vacation = take(alice, "2026-03-01", "2026-03-10", now=now)
    playing_hours.cancel(alice, vacation.pk, now=now + DAY + HOUR)
    vacation.refresh_from_db()
    assert vacation.ends_at == now + DAY + HOUR
    assert vacation.last_day == TODAY + DAY
    assert left(alice, now + DAY) == 26


def test_only_ones_own_that_are_not_over_can_be_cancelled(
    alice: User, bob: User, now: datetime
) -> None:
    vacation = take(alice, "2026-03-01", "2026-03-01", now=now)
    with pytest.raises(Missing, match="There is no such vacation"):
        playing_hours.cancel(bob, vacation.pk, now=now)
    with pytest.raises(Closed, match="is over"):
        playing_hours.cancel(alice, vacation.pk, now=now + 2 * DAY)
    assert alice.vacations.count() == 1


def test_deadlines_move_with_a_vacation_and_back_with_its_end(
    fresh: Game, alice: User, now: datetime
) -> None:
    Game.objects.filter(pk=fresh.pk).update(pace=Pace.DAY)
    clock, _ = SeatClock.objects.update_or_create(
        seat=fresh.seats.get(user=alice), defaults={"bank": 24 * HOUR, "since": now})
    seat_clocks.refresh_for([alice.pk], now=now)
    clock.refresh_from_db()
    usual = clock.deadline
    assert usual is not None
    vacation = take(alice, "2026-03-02", "2026-03-04", now=now)
    clock.refresh_from_db()
    assert clock.deadline == usual + 3 * DAY
    playing_hours.cancel(alice, vacation.pk, now=now)
    clock.refresh_from_db()
    assert clock.deadline == usual


def test_no_time_zone_makes_a_vacation_longer(alice: User, now: datetime) -> None:
    vacation = take(alice, "2026-03-10", "2026-03-11", now=now)
    playing_hours.change_zone(alice, "Etc/GMT+12", now=now)
    vacation.refresh_from_db()
    assert vacation.ends_at - vacation.begins_at == 2 * DAY
