"""Playing hours and vacations: nobody gains time or stalls a game by choosing again."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.base.refusals import BadCalendar, Closed, Missing
from games.models import EmailPreferences, Game, Pace, PlayingHours, SeatClock, User, Vacation
from games.table.clocks import playing_hours, seat_clocks
from games.table.clocks.playing_hours import hours_of
from games.table.clocks.playing_time import NOTHING, playing_time

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R23")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TODAY = date(2026, 3, 1)
ZONES = ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "America/New_York", "UTC"]


@pytest.fixture
def alice(alice: User, now: datetime) -> User:
    """Alice, who has been here for a month."""
    alice.date_joined = now - 30 * DAY
    alice.save(update_fields=["date_joined"])
    return alice


def choose(user: User, now: datetime, **chosen: Any) -> datetime:
    """Changes somebody's hours; those not given are 8:00 to 22:00 UTC every day."""
    given = {"zone": "UTC", "opens": 8 * 60, "closes": 22 * 60, "free_weekdays": (), **chosen}
    return playing_hours.change_hours(user, given.pop("zone"), **given, now=now)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def passed(user: User, begin: datetime, end: datetime) -> timedelta:
    return playing_time(seat_clocks.calendar_of(user), begin, end)


def test_the_first_choice_counts_at_once_and_leaves_the_past_alone(
    alice: User, now: datetime
) -> None:
    before = passed(alice, now - DAY, now)
    assert choose(alice, now, zone="Asia/Tokyo", opens=9 * 60, closes=13 * 60) == now
    assert passed(alice, now - DAY, now) == before == 14 * HOUR
    assert passed(alice, now, now + 2 * DAY) == 8 * HOUR


def test_a_later_choice_counts_after_a_whole_window_of_the_present_hours(
    alice: User, now: datetime
) -> None:
    choose(alice, now)
    counts_from = choose(alice, now, opens=18 * 60, closes=21 * 60)
    assert counts_from == at("2026-03-02 22:00"), "the window of 1 March has begun already"
    assert passed(alice, now, at("2026-03-02 22:00")) == 24 * HOUR
    assert passed(alice, at("2026-03-03 00:00"), at("2026-03-04 00:00")) == 3 * HOUR


def test_a_choice_replaces_one_that_does_not_count_yet(alice: User, now: datetime) -> None:
    choose(alice, now)
    choose(alice, now, opens=18 * 60, closes=21 * 60)
    counts_from = choose(alice, now + HOUR, opens=6 * 60, closes=12 * 60)
    known = hours_of(alice, now=now + HOUR)
    assert (known.current.opens, known.chosen.opens) == (8 * 60, 6 * 60)
    assert known.pending is not None
    assert known.pending.since == counts_from


def test_the_same_choice_again_does_not_put_it_off(alice: User, now: datetime) -> None:
    choose(alice, now)
    first = choose(alice, now, opens=18 * 60, closes=21 * 60)
    assert choose(alice, now + 22 * HOUR, opens=18 * 60, closes=21 * 60) == first


def test_choosing_the_present_hours_takes_back_what_does_not_count_yet(
    alice: User, now: datetime
) -> None:
    choose(alice, now)
    choose(alice, now, opens=18 * 60, closes=21 * 60)
    assert choose(alice, now + HOUR) == now + HOUR
    assert hours_of(alice, now=now + HOUR).pending is None


def test_times_are_shown_in_the_new_time_zone_at_once(alice: User, now: datetime) -> None:
    choose(alice, now)
    assert choose(alice, now, zone="Asia/Tokyo") > now
    assert EmailPreferences.objects.get(user=alice).time_zone == "Asia/Tokyo"
    assert hours_of(alice, now=now).current.zone == "UTC"


def test_a_new_time_zone_alone_keeps_the_hours_chosen_last(alice: User, now: datetime) -> None:
    choose(alice, now)
    choose(alice, now, opens=18 * 60, closes=21 * 60, free_weekdays=(5,))
    playing_hours.change_zone(alice, "Asia/Tokyo", now=now)
    chosen = hours_of(alice, now=now).chosen
    assert (chosen.zone, chosen.opens, chosen.free) == ("Asia/Tokyo", 18 * 60, {5})


@pytest.mark.parametrize(("chosen", "code", "sentence"), [
    ({"opens": 8 * 60, "closes": 10 * 60 + 45}, "short", "at least 3 hours a day"),
    ({"opens": 23 * 60, "closes": 60}, "short", "at least 3 hours a day"),
    ({"opens": 8 * 60 + 10}, "step", "quarter of an hour"),
    ({"closes": 24 * 60}, "step", "quarter of an hour"),
    ({"free_weekdays": (0, 1, 2, 3)}, "free", "At most 3 weekdays can be free."),
    ({"free_weekdays": (7,)}, "free", "At most 3 weekdays can be free."),
    ({"zone": "Mars/Olympus"}, "zone", "There is no such time zone."),
    ({"zone": "../../etc/passwd"}, "zone", "There is no such time zone."),
])
def test_hours_that_leave_too_little_time_are_refused(
    alice: User, now: datetime, chosen: dict[str, Any], code: str, sentence: str
) -> None:
    with pytest.raises(BadCalendar, match=sentence) as refused:
        choose(alice, now, **chosen)
    assert refused.value.code == code
    assert not PlayingHours.objects.exists()


@pytest.mark.parametrize("chosen", [
    {"opens": 8 * 60, "closes": 11 * 60}, {"opens": 22 * 60, "closes": 60},
    {"opens": 0, "closes": 0}, {"free_weekdays": (0, 3, 6)},
])
def test_three_hours_or_a_whole_day_with_up_to_three_free_weekdays_are_allowed(
    alice: User, now: datetime, chosen: dict[str, Any]
) -> None:
    assert choose(alice, now, **chosen) == now


@pytest.fixture
def clock(fresh: Game, alice: User, now: datetime) -> SeatClock:
    """Alice's clock, which has begun to run."""
    Game.objects.filter(pk=fresh.pk).update(pace=Pace.DAY, grace=2 * HOUR)
    clock, _ = SeatClock.objects.update_or_create(
        seat=fresh.seats.get(user=alice), defaults={"bank": 24 * HOUR, "since": now})
    seat_clocks.refresh_for([alice.pk], now=now)
    clock.refresh_from_db()
    return clock


def test_the_deadlines_of_running_clocks_follow(
    clock: SeatClock, alice: User, now: datetime
) -> None:
    choose(alice, now, opens=12 * 60, closes=16 * 60)
    clock.refresh_from_db()
    assert clock.deadline == now + 5 * DAY + 4 * HOUR


# ---------- the browser's time zone ----------
def test_the_browsers_time_zone_is_the_first_choice_with_the_usual_hours(
    alice: User, now: datetime
) -> None:
    assert not playing_hours.knows_zone(alice)
    assert playing_hours.note_browser_zone(alice, "Asia/Tokyo", now=now)
    current = hours_of(alice, now=now).current
    assert (current.zone, current.opens, current.closes) == ("Asia/Tokyo", 8 * 60, 22 * 60)
    assert playing_hours.zone_of(alice) == "Asia/Tokyo"


def test_a_person_who_joins_at_this_moment_has_no_past(bob: User, now: datetime) -> None:
    User.objects.filter(pk=bob.pk).update(date_joined=now)
    bob.refresh_from_db()
    assert playing_hours.note_browser_zone(bob, "Asia/Tokyo", now=now)
    assert [row.time_zone for row in bob.playing_hours.all()] == ["Asia/Tokyo"]


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "x" * 1000, "\0"])
def test_a_browser_that_names_no_time_zone_changes_nothing(
    alice: User, now: datetime, zone: str
) -> None:
    assert not playing_hours.note_browser_zone(alice, zone, now=now)
    assert not playing_hours.knows_zone(alice)


def test_a_browser_never_overwrites_a_chosen_time_zone(
    alice: User, bob: User, now: datetime
) -> None:
    choose(alice, now, zone="UTC")
    EmailPreferences.objects.create(user=bob, time_zone="Europe/Berlin")
    for user in (alice, bob):
        assert not playing_hours.note_browser_zone(user, "Asia/Tokyo", now=now)
    assert [playing_hours.zone_of(user) for user in (alice, bob)] == ["UTC", "Europe/Berlin"]


# ---------- changing again and again ----------
@pytest.mark.parametrize("seed", range(2))
def test_changing_the_hours_again_and_again_never_stalls(
    alice: User, now: datetime, seed: int
) -> None:
    """Whatever they do, three hours pass in any six days: as if three weekdays were free."""
    chance = random.Random(seed)
    moment, moments = now, [now]
    choose(alice, moment)
    while moment < now + 30 * DAY:
        moment += chance.randint(1, 9) * HOUR
        moments.append(moment)
        opens = _worst_opening(alice, moment) if chance.random() < 0.7 else chance.randrange(24)
        choose(alice, moment, zone=chance.choice(ZONES), opens=opens * 60,
               closes=(opens + 3) % 24 * 60, free_weekdays=_free_soon(moment, chance))
    calendar = seat_clocks.calendar_of(alice)
    seen = [playing_time(calendar, begin, begin + 6 * DAY) for begin in moments
            if begin + 6 * DAY <= moment]
    assert min(seen) >= 3 * HOUR
    assert playing_time(calendar, now, moment) >= 6 * 3 * HOUR


def _worst_opening(user: User, moment: datetime) -> int:
    """The hour that has just begun when their present hours end, which is furthest away."""
    return (hours_of(user, now=moment).current.closes // 60 - 4) % 24


def _free_soon(moment: datetime, chance: random.Random) -> set[int]:
    first = moment.weekday() + chance.randint(0, 3)
    return {(first + day) % 7 for day in range(3)}


def test_what_has_passed_is_never_given_back(alice: User, now: datetime) -> None:
    choose(alice, now)
    moment, before = now, NOTHING
    for step in range(60):
        moment += 5 * HOUR
        used = passed(alice, now, moment)
        assert used >= before
        choose(alice, moment, zone=ZONES[step % len(ZONES)], opens=step % 24 * 60,
               closes=(step + 3) % 24 * 60, free_weekdays={step % 7})
        assert passed(alice, now, moment) == used
        before = used


# ---------- vacations ----------
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
    clock: SeatClock, alice: User, now: datetime
) -> None:
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


def test_the_week_of_somebody_who_has_never_told_us_their_hours_is_unknown(
    alice: User, bob: User, now: datetime
) -> None:
    choose(alice, now, opens=9 * 60, closes=12 * 60)
    choose(alice, now, opens=18 * 60, closes=22 * 60)  # which does not count yet
    weeks = playing_hours.weeks_of([alice.pk, bob.pk], now=now)
    assert {user: week.bit_count() for user, week in weeks.items()} == {alice.pk: 7 * 3}
