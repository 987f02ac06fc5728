"""Playing hours, vacations and timings when guests become members, and in exports (R25)."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from games.models import (
    EmailPreferences,
    Game,
    PlayingHours,
    Seat,
    SeatClock,
    TurnTiming,
    User,
    Vacation,
)
from games.people import account_deletion, accounts
from games.table.clocks import playing_hours, seat_clocks
from games.table.seats import time_outs
from tests.people.conftest import unpacked
from tests.sample_games import clocked_table, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R25")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def plan(user: User, zone: str, now: datetime) -> None:
    """Gives somebody playing hours and a vacation."""
    playing_hours.change_zone(user, zone, now=now)
    day = now.date() + 5 * DAY
    playing_hours.add(user, day, last=day + DAY, now=now)


def time_turn(user: User, game: Game, now: datetime) -> TurnTiming:
    return TurnTiming.objects.create(user=user, game=game, ended_at=now, used=HOUR, took=2 * HOUR,
                                     outcome=TurnTiming.Outcome.IN_TIME)


def test_a_member_without_a_calendar_gets_the_guests(
    guest: User, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([guest, bob], now=now)
    plan(guest, "Asia/Tokyo", now)
    turn = time_turn(guest, game, now)
    hours = list(guest.playing_hours.values_list("since", "time_zone"))
    accounts.merge_guest(guest, alice, now=now)
    assert not User.objects.filter(pk=guest.pk).exists()
    assert list(alice.playing_hours.values_list("since", "time_zone")) == hours
    assert alice.vacations.count() == 1
    assert playing_hours.zone_of(alice) == "Asia/Tokyo"
    turn.refresh_from_db()
    assert turn.user == alice


def test_a_members_own_calendar_wins(guest: User, alice: User, bob: User, now: datetime) -> None:
    seat_table([guest, bob], now=now)
    plan(guest, "Asia/Tokyo", now)
    playing_hours.change_zone(alice, "Europe/Berlin", now=now)
    accounts.merge_guest(guest, alice, now=now)
    assert playing_hours.zone_of(alice) == "Europe/Berlin"
    assert {row.time_zone for row in PlayingHours.objects.all()} == {"Europe/Berlin"}
    assert not Vacation.objects.exists()


def test_a_guest_who_keeps_a_seat_keeps_calendar_and_timings_there(
    guest: User, alice: User, bob: User, now: datetime
) -> None:
    both, other = seat_table([guest, alice], now=now), seat_table([guest, bob], now=now)
    plan(guest, "Asia/Tokyo", now)
    kept, moved = time_turn(guest, both, now), time_turn(guest, other, now)
    accounts.merge_guest(guest, alice, now=now)
    for row in (kept, moved):
        row.refresh_from_db()
    assert (kept.user, moved.user) == (guest, alice)
    assert guest.playing_hours.count() == alice.playing_hours.count() > 0
    assert Seat.objects.get(user=guest).game == both


def test_deleting_an_account_deletes_calendar_and_timings(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    for user in (alice, bob):
        plan(user, "Asia/Tokyo", now)
        time_turn(user, game, now)
    account_deletion.delete_account(alice, now=now)
    for model in (PlayingHours, Vacation, TurnTiming, EmailPreferences):
        assert {row.user for row in model._default_manager.all()} == {bob}


def test_everything_about_ones_time_is_exported(alice: User, bob: User, now: datetime) -> None:
    game = seat_table([alice, bob], now=now)
    plan(alice, "Asia/Tokyo", now)
    plan(bob, "Europe/Berlin", now)
    for user in (alice, bob):
        time_turn(user, game, now)
    SeatClock.objects.update_or_create(seat=game.seats.get(user=alice),
                                       defaults={"bank": 5 * HOUR})
    told = unpacked(alice, now)[0]["time"]
    assert [row["time_zone"] for row in told["playing_hours"]][-1] == "Asia/Tokyo"
    assert "Europe/Berlin" not in json.dumps(told)
    assert told["vacations"][0]["first_day"] == "2026-03-06"
    assert [(row["game"], row["bank"]) for row in told["clocks"]] == [(game.code, 18000)]
    assert [(row["used"], row["took"]) for row in told["turns"]] == [(3600, 7200)]


def test_the_past_of_a_guests_turn_counts_by_their_own_calendar(
    guest: User, bob: User, carol: User, now: datetime
) -> None:
    game = clocked_table([guest, bob], now=now)
    PlayingHours.objects.create(user=carol, since=now - 60 * DAY, time_zone="UTC", opens=0,
                                closes=180)  # of the 33 hours below, only three
    time_outs.start_waiting(now)
    clock = SeatClock.objects.select_related("seat__game").get(seat__game=game, seat__index=0)
    later = now + 33 * HOUR
    left = seat_clocks.left(clock, seat_clocks.times_of(clock, now=later), later)
    accounts.merge_guest(guest, carol, now=later)
    clock.refresh_from_db()
    assert (clock.seat.user, clock.bank, clock.since) == (carol, left, later)
    assert clock.due_at is not None
    assert clock.due_at > later
