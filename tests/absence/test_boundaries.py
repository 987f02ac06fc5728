"""Time that runs out where things are unusual: summer time, guests, bots, deleted accounts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models import Game, OutgoingEmail, Pace, PlayingHours, SeatClock, Snapshot
from games.people import account_deletion
from games.table.clocks import paces
from games.table.lobby import open_tables
from games.table.play import bots, event_log, verification
from games.table.seats import taking_over
from tests.absence.conftest import sweep
from tests.sample_games import RULES, advance, clock_of, clocked_table, notes, seat_table

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

# Clocks go forward in Berlin on 29 March and back in Sydney on 5 April 2026.
FORWARD, BACK = "Europe/Berlin", "Australia/Sydney"


def local(zone, *parts):
    return datetime(2026, *parts, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def begin(users, *, zone, opens, closes, at):
    """A game in which these people play at these hours of the day, whose clock has started."""
    for user in users:
        PlayingHours.objects.create(user=user, since=at, time_zone=zone, opens=opens * 60,
                                    closes=closes * 60)
    game = clocked_table(users, now=at)
    sweep(at)
    return game


def lose_turn(game, moment):
    """Lets the first player's time run out, who has no extension, and the stand-in play."""
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(extensions=0)
    sweep(moment)
    while bots.play(game.pk, now=moment):
        pass
    game.refresh_from_db()


@pytest.mark.parametrize(("zone", "month", "day"), [(FORWARD, 3, 28), (BACK, 4, 4)])
def test_whoever_sleeps_through_the_change_has_the_same_hours(alice, bob, zone, month, day):
    at = local(zone, month, day, 12)
    game = begin([alice, bob], zone=zone, opens=8, closes=22, at=at)
    # 10 of the 24 hours on this day, and 14 on the next
    assert clock_of(game).deadline == at.astimezone(ZoneInfo(zone)).replace(hour=22) + DAY
    assert not sweep(local(zone, month, day, 23, 59) + 8 * HOUR)
    assert notes(game) == []


@pytest.mark.parametrize(("zone", "month", "day"), [(FORWARD, 3, 28), (BACK, 4, 4)])
def test_whoever_plays_all_night_has_all_hours_that_really_pass(alice, bob, zone, month, day):
    at = local(zone, month, day, 12)
    game = begin([alice, bob], zone=zone, opens=0, closes=0, at=at)
    assert clock_of(game).deadline == at + 24 * HOUR
    SeatClock.objects.filter(seat__game=game).update(extensions=0)
    sweep(at + 26 * HOUR - timedelta(seconds=1))
    assert notes(game) == []
    sweep(at + 26 * HOUR)
    assert notes(game) == ["@stand-in"]


def test_a_game_of_older_rules_is_timed_out_and_read_as_before(alice, bob, carol, now,
                                                               monkeypatch):
    game = begin([alice, bob, carol], zone="UTC", opens=0, closes=0, at=now)
    advance(game, now=now)
    game.refresh_from_db()
    monkeypatch.setattr(RULES, "version", RULES.version + 1)
    lose_turn(game, now + 3 * DAY)
    assert notes(game) == ["@stand-in"]
    state = event_log.state_at(game)
    assert event_log.latest_state(game)[0] == state
    Snapshot.objects.all().delete()
    assert event_log.latest_state(game)[0] == state
    assert verification.first_fault(game) is None


def test_a_guest_is_stood_in_for_without_an_email_and_comes_back(guest, alice, now):
    game = begin([guest, alice], zone="UTC", opens=0, closes=0, at=now)
    assert clock_of(game).since == now
    lose_turn(game, now + 3 * DAY)
    assert notes(game) == ["@stand-in"]
    assert not OutgoingEmail.objects.filter(user=guest).exists()
    while game.seats.get(index=0).user_id:
        SeatClock.objects.filter(seat__game=game, seat__index=0).update(missed=2)
        begun = now + 3 * DAY
        while not game.seats.get(index=0).to_move:
            advance(game, now=begun)
            game.refresh_from_db()
        lose_turn(game, begun + 20 * DAY)
    taking_over.take_back(game, user=guest, now=now + 30 * DAY)
    assert game.seats.get(index=0).user == guest


def test_somebody_who_deletes_their_account_is_neither_timed_out_nor_written_to(
    alice, bob, carol, now
):
    game = begin([alice, bob, carol], zone="UTC", opens=0, closes=0, at=now)
    account_deletion.delete_account(alice, now=now + HOUR)
    emails = OutgoingEmail.objects.count()
    assert sweep(now + 40 * HOUR) == 0
    assert notes(game) == ["@seat"]
    assert OutgoingEmail.objects.count() == emails
    assert clock_of(game).due_at is None


def test_bots_have_no_clock_and_nobody_waits_for_them(alice, bob, now):
    game = open_tables.create_table(by=alice, players=3, bots=["greedy"], pace=Pace.DAY,
                               invite_emails=[bob.email], now=now)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    assert paces.control_of(game).per_turn
    assert not SeatClock.objects.filter(seat__game=game, seat__bot="greedy").exists()


def test_a_game_of_one_person_against_bots_has_no_clock_at_all(alice, now):
    game = open_tables.create_table(by=alice, players=2, bots=["greedy"], pace=Pace.DAY, now=now)
    assert not Game.objects.get(pk=game.pk).has_clock


def test_a_game_from_before_there_were_clocks_waits_for_ever(alice, bob, now):
    game = seat_table([alice, bob], now=now, options={"first": 0}, pace=Pace.DAY)
    assert sweep(now + 400 * DAY) == 0
    assert notes(game) == []
