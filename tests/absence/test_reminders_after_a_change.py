"""Without a clock, whoever gets a seat has two days before anybody reminds them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, OutgoingEmail, PushDevice, PushNotice
from games.operations import sweeps
from games.post.outbox import preferences, reminders
from games.post.push import notices
from games.table.seats import leaving, taking_over
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db

MINUTE, LATER = timedelta(minutes=1), timedelta(days=3)


@pytest.fixture
def unhurried(alice, bob, carol, now):
    """A game without a clock that Alice, who is to move, has left, and then the others, too."""
    game = seat_table([alice, bob, carol], now=now, options={"first": 0})
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    for user in (carol, bob, alice):
        leaving.leave(game, user=user, now=now)
    OutgoingEmail.objects.all().delete()
    return game


def reminded(moment):
    """Whom the sweep of this moment reminds by email."""
    known = set(OutgoingEmail.objects.values_list("pk", flat=True))
    reminders.queue_reminders(moment)
    return [email.user for email in OutgoingEmail.objects.filter(kind="reminder").exclude(
        pk__in=known)]


def recalled(moment):
    """How many devices the sweep of this moment reminds."""
    return notices.queue_reminders(moment, earliest=preferences.awake_from)


def phone_that_was_told(user, game, now):
    device = PushDevice.objects.create(user=user, endpoint="https://push.example/a", p256dh="",
                                       auth="", name="phone", created_at=now)
    PushNotice.objects.create(device=device, game=game, kind="turn", status="sent",
                              not_before=now, created_at=now)


def test_a_successor_is_reminded_two_days_after_they_took_the_seat(unhurried, dave, now):
    taken = now + LATER
    taking_over.take_over(unhurried, user=dave, seat=0, now=taken)
    assert reminded(taken + MINUTE) == []
    assert reminded(taken + reminders.REMIND_AFTER - MINUTE) == []
    assert reminded(taken + reminders.REMIND_AFTER) == [dave]
    assert reminded(taken + 2 * reminders.REMIND_AFTER) == []


def test_so_is_somebody_who_took_their_seat_back(unhurried, alice, now):
    taking_over.take_back(unhurried, user=alice, now=now + LATER)
    assert reminded(now + LATER + MINUTE) == []
    assert reminded(now + LATER + reminders.REMIND_AFTER) == [alice]


def test_their_devices_wait_as_long(unhurried, alice, now):
    phone_that_was_told(alice, unhurried, now)
    taking_over.take_back(unhurried, user=alice, now=now + LATER)
    assert recalled(now + LATER + MINUTE) == 0
    assert recalled(now + LATER + notices.REMIND_AFTER) == 1


def test_a_program_that_lets_time_pass_knows_when_that_is(unhurried, alice, now):
    taking_over.take_back(unhurried, user=alice, now=now + LATER)
    due = sweeps.next_due(now + LATER + MINUTE)
    assert due["reminders queued"] == now + LATER + reminders.REMIND_AFTER


def test_more_such_seats_take_no_more_queries(
    unhurried, alice, now, django_assert_num_queries
):
    taking_over.take_back(unhurried, user=alice, now=now + LATER)
    phone_that_was_told(alice, unhurried, now)
    reminders.queue_reminders(now + LATER)  # looks at each of them once
    recalled(now + LATER)
    with django_assert_num_queries(1):
        reminders.queue_reminders(now + LATER + MINUTE)
    with django_assert_num_queries(1):
        recalled(now + LATER + MINUTE)
