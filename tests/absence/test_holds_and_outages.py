"""Clocks that stand still because of us: bounced emails, outages, and what is no outage (R23)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.base import heartbeats
from games.models import AddressStatus, ClockStop, OutgoingEmail, SeatClock, TurnTiming
from games.post.outbox import bounces, reminders
from games.table.clocks import outages
from games.table.play import bots
from games.table.seats import time_outs
from tests.absence.conftest import let_bots_play
from tests.sample_games import advance, clock_of, clocked_table, never_sleep

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R23")]

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def people(alice, bob, now):
    """Alice and Bob, who never sleep."""
    never_sleep(alice, bob, now=now)
    return [alice, bob]


def sweep(moment):
    """A sweep at this moment, before which the service was up; its emails are sent at once."""
    heartbeats.record(heartbeats.SWEEP, now=moment)
    time_outs.sweep(moment)
    OutgoingEmail.objects.filter(status="queued").update(status="sent", sent_at=moment)


def email_to(address, now, **columns):
    columns.setdefault("status", OutgoingEmail.Status.RETRY)
    return OutgoingEmail.objects.create(
        kind="turn", to=address, message_id=f"<{address}@example.org>", due_since=now,
        not_before=now + 6 * HOUR, created_at=now, **columns)


def test_a_turn_email_that_bounces_gives_back_the_time_since_it_was_sent(people, now):
    game = clocked_table(people, now=now)
    sweep(now)
    bounces.record_bounce("alice@example.org", error="550", now=now + HOUR)
    sweep(now + HOUR)
    clock = clock_of(game)
    assert (clock.since, clock.bank) == (None, 24 * HOUR)
    sweep(now + HOUR + 3 * DAY)
    assert clock_of(game).since == now + HOUR + 3 * DAY


def test_a_clock_goes_on_as_soon_as_the_address_is_put_right(people, now):
    game = clocked_table(people, now=now)
    sweep(now)
    bounces.record_bounce("alice@example.org", error="550", now=now + HOUR)
    sweep(now + HOUR)
    bounces.clear_bounce("alice@example.org")
    sweep(now + 2 * HOUR)
    assert clock_of(game).deadline == now + 26 * HOUR


def test_a_later_email_that_bounces_gives_back_no_time_from_before(people, now):
    game = clocked_table(people, now=now)
    sweep(now)
    SeatClock.objects.filter(seat__game=game).update(bank=5 * DAY, due_at=now + 5 * DAY)
    bounces.record_bounce("alice@example.org", error="550", now=now + 2 * DAY)
    sweep(now + 2 * DAY + HOUR)
    clock = clock_of(game)
    assert (clock.since, clock.bank, clock.spent) == (None, 3 * DAY, 2 * DAY)


def test_the_clock_of_somebody_whose_address_has_just_bounced_waits_before_it_starts(people, now):
    bounces.record_bounce("alice@example.org", error="550", now=now - DAY)
    game = clocked_table(people, now=now)
    sweep(now + HOUR)
    assert clock_of(game).since is None
    sweep(now + 2 * DAY)
    assert clock_of(game).since == now + 2 * DAY


def test_an_address_that_has_bounced_for_long_holds_up_nobody(people, now):
    AddressStatus.objects.create(address="alice@example.org", bounced_at=now - 4 * DAY)
    game = clocked_table(people, now=now)
    assert clock_of(game).since == now


def test_one_readers_trouble_is_no_outage_of_all_email(people, now):
    email_to("bob@example.org", now, error="SMTPRecipientsRefused: 451 greylisted")
    for reader in "carol@example.net", "dave@example.com":
        email_to(reader, now, error="Uncomposed: KeyError")
    assert not outages.notice(now + 2 * HOUR)


def test_a_mail_server_that_takes_nothing_is_an_outage(people, now):
    email_to("bob@example.org", now, error="SMTPServerDisconnected: try later")
    assert outages.notice(now + 2 * HOUR)
    assert ClockStop.objects.get().begins_at == now


def test_a_turn_that_an_outage_has_delayed_is_excused_when_it_is_missed(people, now):
    game = clocked_table(people, now=now)
    SeatClock.objects.filter(seat__game=game).update(extensions=0)
    sweep(now)
    ClockStop.objects.create(cause=ClockStop.Cause.OUTAGE, begins_at=now + HOUR,
                             ends_at=now + 3 * HOUR)
    sweep(now + 27 * HOUR)
    assert not bots.play(game.pk, now=now + 27 * HOUR)
    sweep(now + 28 * HOUR)
    let_bots_play(game, now + 29 * HOUR)
    assert TurnTiming.objects.get().outcome == TurnTiming.Outcome.EXCUSED


def test_a_turn_played_in_time_is_in_time_whatever_we_did(people, now):
    game = clocked_table(people, now=now)
    sweep(now)
    ClockStop.objects.create(cause=ClockStop.Cause.OUTAGE, begins_at=now + HOUR,
                             ends_at=now + 3 * HOUR)
    turn = game.turn
    while game.turn == turn:
        advance(game, now=now + 4 * HOUR)
        game.refresh_from_db()
    assert TurnTiming.objects.get().outcome == TurnTiming.Outcome.IN_TIME


def test_a_mailbox_that_keeps_bouncing_holds_a_turn_for_a_few_days_only(people, now):
    game = clocked_table(people, now=now)
    sweep(now)
    for hours in range(0, 100, 20):
        moment = now + hours * HOUR
        bounces.clear_bounce("alice@example.org")
        sweep(moment)
        bounces.record_bounce("alice@example.org", error="550", now=moment + MINUTE)
        sweep(moment + 2 * MINUTE)
    assert clock_of(game).deadline == now + 80 * HOUR + 24 * HOUR
    sweep(now + 130 * HOUR)
    assert game.rows.filter(move="@extension").exists()


def test_somebody_who_puts_their_address_right_gets_the_turn_email_and_then_time(people, now):
    alice = people[0]
    game = clocked_table(people, now=now)
    email_to(alice.email, now, user=alice, game=game, seat=game.seats.get(index=0), number=1,
             status=OutgoingEmail.Status.SENT, sent_at=now)
    sweep(now)
    bounces.record_bounce(alice.email, error="550", now=now + HOUR)
    sweep(now + HOUR)
    bounced_at = bounces.clear_bounce(alice.email)
    assert reminders.queue_missed_turns(alice, bounced_at=bounced_at, now=now + 2 * HOUR) == 1
    assert reminders.queue_missed_turns(alice, bounced_at=bounced_at, now=now + 2 * HOUR) == 0
    sweep(now + 3 * HOUR)
    assert clock_of(game).since is None
    OutgoingEmail.objects.filter(created_at=now + 2 * HOUR).update(
        status=OutgoingEmail.Status.SENT, sent_at=now + 4 * HOUR)
    sweep(now + 5 * HOUR)
    assert clock_of(game).deadline == now + 29 * HOUR
