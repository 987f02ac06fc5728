"""Sweeps look at a turn, a clock or a bot only when there may be something to do.

Whatever changes that makes the next sweep look, so nobody notices that they do not look all the
time.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command

from games.base import site_clock
from games.models import (
    EmailTiming,
    Game,
    OutgoingEmail,
    PushDevice,
    PushNotice,
    Seat,
    SeatClock,
    TurnTiming,
    User,
)
from games.operations import sweeps
from games.operations.doctor import work_checks
from games.people import accounts
from games.post.outbox import bounces, preferences, reminders
from games.post.outbox.queue import queue_email
from games.post.push import notices
from games.table.play import bots, pauses
from games.table.seats import leaving, seating, taking_over, time_outs
from tests.outbox.test_notifications import play_a_turn
from tests.sample_games import clock_of, clocked_table, seat_table

pytestmark = pytest.mark.django_db

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)


@pytest.fixture
def unhurried(alice, bob, now):
    """A game without a clock in which Alice is to move."""
    return seat_table([alice, bob], now=now, options={"first": 0})


@pytest.fixture
def game(alice, bob, now):
    """A game with a clock; Alice is to move, and her clock runs."""
    game = clocked_table([alice, bob], now=now)
    time_outs.sweep(now)
    time_outs.sweep(now)  # this one looks whether an email to her came back
    return game


def remind_at(game, seat=0):
    return Seat.objects.get(game=game, index=seat).remind_at


def test_a_turn_is_looked_at_when_a_reminder_may_be_due(unhurried, now):
    assert remind_at(unhurried) == now + reminders.REMIND_AFTER
    assert reminders.queue_reminders(now + reminders.REMIND_AFTER) == 1
    assert remind_at(unhurried) is None


def test_when_the_turn_ends_before_that_no_sweep_looks_at_it(unhurried, now):
    play_a_turn(unhurried, 0, now + HOUR)
    assert remind_at(unhurried) is None
    assert remind_at(unhurried, 1) == now + HOUR + reminders.REMIND_AFTER


@pytest.mark.parametrize("unwanted", [
    lambda alice, game: preferences.set_for_all(alice, EmailTiming.NEVER),
    lambda alice, game: preferences.change(alice, remind=False),
    lambda alice, game: preferences.set_for_game(alice, game, EmailTiming.NEVER),
    lambda alice, game: bounces.record_bounce(alice.email, error="", now=game.created_at),
    lambda alice, game: bounces.stop_all(alice.email, now=game.created_at),
])
def test_whoever_wants_reminders_after_all_is_reminded_by_the_next_sweep(
    unhurried, alice, now, unwanted
):
    unwanted(alice, unhurried)
    assert reminders.queue_reminders(now + 3 * DAY) == 0
    assert remind_at(unhurried) is None
    preferences.change(alice, when=EmailTiming.NOW, remind=True)
    preferences.set_for_game(alice, unhurried, "")
    bounces.clear_bounce(alice.email)
    bounces.resume_all(alice.email)
    assert reminders.queue_reminders(now + 3 * DAY) == 1


def test_a_guest_who_gets_an_address_is_reminded_by_the_next_sweep(guest, bob, carol, now):
    game = seat_table([guest, bob], now=now, options={"first": 0})
    assert reminders.queue_reminders(now + 3 * DAY) == 0
    accounts.merge_guest(guest, carol, now=now + 3 * DAY)
    assert reminders.queue_reminders(now + 3 * DAY) == 1
    assert OutgoingEmail.objects.get(kind="reminder", game=game).user == carol


def test_a_clock_that_waits_for_a_held_email_is_looked_at_when_that_is_due(bob, alice, now):
    preferences.set_for_all(alice, EmailTiming.DAILY)
    game = clocked_table([bob, alice], now=now)
    play_a_turn(game, 0, now)
    time_outs.sweep(now + MINUTE)
    held = OutgoingEmail.objects.get(kind="turn", user=alice, game=game)
    assert clock_of(game, 1).look_at == held.not_before


def test_a_clock_that_runs_is_not_looked_at_before_it_is_due(game):
    assert clock_of(game).since is not None
    assert clock_of(game).look_at is None


def test_a_bounce_during_the_turn_stops_such_a_clock_all_the_same(game, alice, now):
    bounces.record_bounce(alice.email, error="", now=now + HOUR)
    time_outs.sweep(now + HOUR)
    assert clock_of(game).since is None
    assert clock_of(game).look_at == clock_of(game).held_until


def test_a_clock_that_a_bounce_stopped_starts_when_the_address_works(game, alice, now):
    bounces.record_bounce(alice.email, error="", now=now + HOUR)
    time_outs.sweep(now + HOUR)
    bounces.clear_bounce(alice.email)
    time_outs.sweep(now + 2 * HOUR)
    assert clock_of(game).since == now + 2 * HOUR


def test_a_clock_whose_email_left_during_a_pause_starts_after_it(alice, bob, now):
    game = clocked_table([alice, bob], now=now)
    email = queue_email("turn", to=alice.email, game=game, seat=game.seats.get(index=0),
                        user=alice, number=1, now=now)
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(email=email)
    for seat in range(2):
        pauses.agree(game, seat=seat, now=now)
    OutgoingEmail.objects.filter(pk=email.pk).update(status="sent")
    time_outs.sweep(now + HOUR)
    assert clock_of(game).look_at is None
    pauses.resume(game, seat=0, now=now + DAY)
    time_outs.sweep(now + DAY)
    assert clock_of(game).since is not None


def test_the_bots_of_a_game_that_rests_are_not_looked_at(alice, bob, carol, now):
    game = seat_table([alice, bob, carol], now=now, options={"first": 0})
    for user in (carol, bob, alice):
        leaving.leave(game, user=user, now=now)
    assert not bots.seats_to_move().exists()
    seating.finish_deserted(now + seating.REST)
    assert bots.seats_to_move().count() == 1


def test_an_account_that_plays_without_a_sign_in_is_looked_at_once_a_day(alice, bob, now):
    seat_table([alice, bob], now=now)
    User.objects.update(last_login=None, date_joined=now)
    assert accounts.forget_unused(now + 2 * DAY) == 0
    Game.objects.update(created_by=None)
    Seat.objects.update(user=None)
    assert accounts.forget_unused(now + 2 * DAY + HOUR) == 0
    assert accounts.forget_unused(now + 3 * DAY + HOUR) == 2


def test_nothing_is_overlooked_whatever_happens_to_a_game(alice, bob, carol, dave, now):
    unhurried = seat_table([alice, bob, carol], now=now, options={"first": 0})
    game = clocked_table([alice, bob, carol], now=now)
    device = PushDevice.objects.create(user=bob, endpoint="https://push.example/b", p256dh="",
                                       auth="", name="phone", created_at=now)
    for step, change in enumerate([
        lambda moment: play_a_turn(unhurried, 0, moment),
        lambda moment: PushNotice.objects.filter(device=device).update(status="sent"),
        lambda moment: leaving.leave(unhurried, user=bob, now=moment),
        lambda moment: taking_over.take_back(unhurried, user=bob, now=moment),
        lambda moment: leaving.leave(unhurried, user=alice, now=moment),
        lambda moment: taking_over.take_over(unhurried, user=dave, seat=0, now=moment),
        lambda moment: [pauses.agree(game, seat=seat, now=moment) for seat in range(3)],
        lambda moment: pauses.resume(game, seat=0, now=moment),
        lambda moment: bounces.record_bounce(alice.email, error="", now=moment),
        lambda moment: bounces.clear_bounce(alice.email),
        lambda moment: [leaving.leave(game, user=user, now=moment)
                        for user in (alice, bob, carol)],
        lambda moment: taking_over.take_back(game, user=alice, now=moment),
    ]):
        for moment in (now + 2 * step * DAY, now + 2 * step * DAY + HOUR):
            sweeps.run_all(moment)
            assert work_checks.count_overlooked(moment) == {}
        Game.objects.update(listed=True)
        for each in (unhurried, game):
            each.refresh_from_db()
        change(now + 2 * step * DAY + 2 * HOUR)
        assert work_checks.count_overlooked(now + 2 * step * DAY + 2 * HOUR) == {}, step


def test_what_is_overlooked_is_counted_and_looked_at_again(unhurried, game, now, capsys):
    Seat.objects.update(remind_at=None, rests=True)
    SeatClock.objects.update(look_at=None, since=None)
    assert work_checks.count_overlooked(now) == {
        "turns without a reminder": 1, "clocks that would not start": 1,
        "bots that would not play": 4}
    call_command("sweep", overlooked=True)
    assert ("Overlooked until now: 1 turns without a reminder, 1 clocks that would not start,"
            " 4 bots that would not play.") in capsys.readouterr().out
    assert work_checks.count_overlooked(site_clock.now()) == {}


def test_turns_are_counted_against_those_that_are_kept_once(alice, unhurried, now):
    TurnTiming.objects.create(user=alice, game=unhurried, ended_at=now, outcome="in time",
                              used=HOUR, took=HOUR)
    sweeps.run_all(now, only=["old turn timings forgotten"])
    assert not TurnTiming.objects.filter(is_new=True).exists()


# ---------- somebody gets a seat in a game without a clock ----------
@pytest.fixture
def deserted(alice, bob, carol, now):
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


def test_a_successor_is_reminded_two_days_after_they_took_the_seat(deserted, dave, now):
    taken = now + 3 * DAY
    taking_over.take_over(deserted, user=dave, seat=0, now=taken)
    assert reminded(taken + MINUTE) == []
    assert reminded(taken + reminders.REMIND_AFTER - MINUTE) == []
    assert reminded(taken + reminders.REMIND_AFTER) == [dave]
    assert reminded(taken + 2 * reminders.REMIND_AFTER) == []


def test_so_is_somebody_who_took_their_seat_back(deserted, alice, now):
    taking_over.take_back(deserted, user=alice, now=now + 3 * DAY)
    assert reminded(now + 3 * DAY + MINUTE) == []
    assert reminded(now + 3 * DAY + reminders.REMIND_AFTER) == [alice]


def test_their_devices_wait_as_long(deserted, alice, now):
    phone_that_was_told(alice, deserted, now)
    taking_over.take_back(deserted, user=alice, now=now + 3 * DAY)
    assert recalled(now + 3 * DAY + MINUTE) == 0
    assert recalled(now + 3 * DAY + notices.REMIND_AFTER) == 1


def test_a_program_that_lets_time_pass_knows_when_that_is(deserted, alice, now):
    taking_over.take_back(deserted, user=alice, now=now + 3 * DAY)
    due = sweeps.next_due(now + 3 * DAY + MINUTE)
    assert due["reminders queued"] == now + 3 * DAY + reminders.REMIND_AFTER


def test_more_such_seats_take_no_more_queries(
    deserted, alice, now, django_assert_num_queries
):
    taking_over.take_back(deserted, user=alice, now=now + 3 * DAY)
    phone_that_was_told(alice, deserted, now)
    reminders.queue_reminders(now + 3 * DAY)  # looks at each of them once
    recalled(now + 3 * DAY)
    with django_assert_num_queries(1):
        reminders.queue_reminders(now + 3 * DAY + MINUTE)
    with django_assert_num_queries(1):
        recalled(now + 3 * DAY + MINUTE)
