"""Whatever makes an entry say something else, calendar programs see that it is newer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

import icalendar
import pytest
import time_machine
from django.test import Client

from games.models import EmailPreferences, Game, Pace, User, Vacation
from games.post.calendar_feed import feed, feed_links
from games.table.clocks import outages, playing_hours, seat_clocks
from tests.calendar_feed.test_feed import play_turn, started
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

HOUR, DAY, MOMENT = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
Times = tuple[datetime, datetime]
Stamps = tuple[int, datetime, datetime]  # sequence, stamp, last modified


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game in which Alice is to move; both play from 8:00 to 22:00."""
    for user in (alice, bob):
        playing_hours.change_hours(user, "UTC", opens=8 * 60, closes=22 * 60,
                                       free_weekdays=(), now=now)
    return started(clocked_table([alice, bob], pace=Pace.RELAXED, now=now), now)


def entry_of(user: User, now: datetime) -> tuple[Times, Stamps]:
    """When the only entry in the user's feed begins and ends, and its stamps."""
    [event] = icalendar.Calendar.from_ical(feed.file(user, now=now).content).events
    stamps = (event["SEQUENCE"], event["DTSTAMP"].dt, event["LAST-MODIFIED"].dt)
    return (event.start, event.end), stamps


def check_that_it_moves_and_is_newer(
    user: User, moment: datetime, *, after: tuple[Times, Stamps]
) -> tuple[Times, Stamps]:
    """The entry at this moment, once it is clear that it differs and every stamp is higher."""
    entry = entry_of(user, moment)
    assert entry[0] != after[0]
    assert all(new > old for new, old in zip(entry[1], after[1], strict=True))
    return entry


def choose_other_hours(user: User, now: datetime) -> None:
    playing_hours.change_hours(user, "UTC", opens=8 * 60, closes=11 * 60, free_weekdays=(),
                                   now=now)


def change_their_mind(user: User, now: datetime) -> None:
    playing_hours.change_hours(user, "UTC", opens=8 * 60, closes=22 * 60, free_weekdays=(),
                                   now=now)


def enter_a_vacation(user: User, now: datetime) -> None:
    playing_hours.add(user, date(2026, 3, 2), last=date(2026, 3, 4), now=now)


def cancel_the_vacation(user: User, now: datetime) -> None:
    playing_hours.cancel(user, Vacation.objects.get().pk, now=now)


def stop_and_go_on(user: User, now: datetime) -> None:
    outages.stop(reason="", now=now - HOUR)
    outages.go_on(now=now)
    seat_clocks.refresh_all(now=now)


@pytest.mark.parametrize("changes", [
    [choose_other_hours, change_their_mind], [enter_a_vacation, cancel_the_vacation],
    [stop_and_go_on],
])
def test_a_deadline_that_moves_is_newer_than_before(
    game: Game, alice: User, now: datetime, changes: list[Callable[[User, datetime], None]]
) -> None:
    moment = now + HOUR
    entry = entry_of(alice, moment)
    for change in changes:
        moment += MOMENT
        change(alice, moment)
        entry = check_that_it_moves_and_is_newer(alice, moment, after=entry)


def test_a_forecast_that_moves_is_newer_than_before(
    game: Game, bob: User, now: datetime
) -> None:
    check_that_it_moves_and_is_newer(bob, now + 5 * HOUR, after=entry_of(bob, now))


def test_a_vacation_of_somebody_who_plays_first_makes_the_forecast_newer(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    before = entry_of(bob, now)
    enter_a_vacation(alice, now)
    entered = check_that_it_moves_and_is_newer(bob, now + MOMENT, after=before)
    cancel_the_vacation(alice, now + MOMENT)
    check_that_it_moves_and_is_newer(bob, now + 2 * MOMENT, after=entered)


def test_a_sequence_fits_into_32_bits_for_decades(game: Game, alice: User, now: datetime) -> None:
    sequence, *_ = entry_of(alice, now)[1]
    assert 0 < sequence < 2**31 - 50 * 365 * DAY.total_seconds()


def test_a_program_that_has_the_file_gets_it_again_only_when_it_says_something_else(
    game: Game, alice: User, now: datetime
) -> None:
    path = feed_links.url(feed_links.renew(alice, now=now)).removeprefix("http://127.0.0.1:8000")
    known = ""

    def status_at(moment: datetime) -> int:
        nonlocal known
        with time_machine.travel(moment, tick=False):
            answer = Client().get(path, headers={"If-None-Match": known})
        known = answer["ETag"]
        return answer.status_code

    assert [status_at(now + n * HOUR) for n in range(4)] == [200, 304, 304, 304]
    enter_a_vacation(alice, now + 3 * HOUR)
    assert [status_at(now + 3 * HOUR), status_at(now + 4 * HOUR)] == [200, 304]
    EmailPreferences.objects.filter(user=alice).update(time_zone="Asia/Tokyo")
    assert [status_at(now + 4 * HOUR), status_at(now + 5 * HOUR)] == [200, 304]
    play_turn(game, now + 5 * HOUR)
    assert status_at(now + 5 * HOUR) == 200
