"""Sweeps and people who act at the same moment, and sweeps that are killed or whose clock jumps."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from games.base import heartbeats
from games.base.refusals import Closed, Foreign
from games.models import (
    ClockStop,
    EmailPreferences,
    EmailTiming,
    FormerPlayer,
    Game,
    LoggedMove,
    OutgoingEmail,
    SeatClock,
)
from games.operations import sweeps
from games.post.outbox import digest, reminders
from games.post.outbox.queue import queue_for_seats
from games.table.clocks import playing_hours
from games.table.play import verification
from games.table.seats import leaving, taking_over, time_outs
from tests.concurrency import at_once, uncommitted
from tests.sample_games import clocked_table, legal, seat_table, submit

HOUR = timedelta(hours=1)
LATER = timedelta(days=20)


@pytest.fixture
def due(transactional_db, alice, bob, now):
    """Five games whose clocks have long run out, while the service was up."""
    games = [clocked_table([alice, bob], now=now) for _ in range(5)]
    time_outs.start_waiting(now)
    heartbeats.record(heartbeats.SWEEP, now=now + LATER)
    return games


def clock_rows():
    return Counter(LoggedMove.objects.filter(actor=LoggedMove.Actor.CLOCK).values_list(
        "game_id", "move"))


@pytest.mark.promise("R23")
def test_two_sweeps_at_once_handle_each_clock_once(due, now):
    at_once(*[lambda: time_outs.sweep(now + LATER) for _ in range(4)])
    assert clock_rows() == {(game.pk, "@extension"): 1 for game in due}
    assert OutgoingEmail.objects.filter(kind="extended").count() == 5
    assert all(verification.first_fault(game) is None for game in due)


@pytest.mark.promise("R23")
def test_a_move_and_a_time_out_at_the_same_moment_exclude_each_other(due, now):
    game = due[0]
    SeatClock.objects.filter(seat__game=game).update(extensions=0)

    def play():
        return submit(game, seat=0, text=legal(game, 0)[0], number=1, key="one",
                      actor=LoggedMove.Actor.PAGE, now=now + LATER)

    at_once(play, lambda: time_outs.sweep(now + LATER))
    time_outs.sweep(now + LATER)  # a sweep passes over a game in which somebody is moving
    game.refresh_from_db()
    assert game.rows.filter(move="@stand-in").count() == 1
    if game.rows.get(number=2).move == "@stand-in":  # the sweep was first: the move was refused
        assert game.number == 2
    assert verification.first_fault(game) is None


@pytest.mark.promise("R23")
def test_what_a_killed_sweep_leaves_is_handled_by_the_next(due, now, monkeypatch):
    monkeypatch.setattr(time_outs, "TOGETHER", 2)
    handle, left = time_outs._handle, iter(range(3))

    def dying(*args, **more):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return handle(*args, **more)

    monkeypatch.setattr(time_outs, "_handle", dying)
    with pytest.raises(KeyboardInterrupt):
        time_outs.sweep(now + LATER)
    monkeypatch.setattr(time_outs, "_handle", handle)
    assert sum(clock_rows().values()) == 2
    time_outs.sweep(now + LATER)
    assert clock_rows() == {(game.pk, "@extension"): 1 for game in due}


@pytest.mark.promise("R23")
def test_several_clocks_that_are_due_in_one_game_are_handled_together(due, now):
    game = due[0]
    first = SeatClock.objects.get(seat__game=game, seat__index=0)
    SeatClock.objects.filter(seat__game=game, seat__index=1).update(
        asked_at=now, since=now, due_at=first.due_at, deadline=first.deadline, bank=first.bank)
    time_outs.sweep(now + LATER)
    assert list(game.rows.filter(actor=LoggedMove.Actor.CLOCK).order_by("number").values_list(
        "seat", "number")) == [(0, 2), (1, 3)]
    game.refresh_from_db()
    assert verification.first_fault(game) is None


@pytest.mark.promise("R23")
def test_an_error_in_one_game_does_not_keep_the_others_from_being_handled(due, now, monkeypatch):
    broken = due[2]
    append = time_outs.turn_clocks.grant

    def failing(clock, *args, **more):
        if clock.seat.game_id == broken.pk:
            raise ValueError("a broken game")
        return append(clock, *args, **more)

    monkeypatch.setattr(time_outs.turn_clocks, "grant", failing)
    time_outs.sweep(now + LATER)
    assert clock_rows() == {(game.pk, "@extension"): 1 for game in due if game != broken}


@pytest.mark.promise("R23")
def test_a_clock_that_jumps_ahead_and_back_times_nobody_out(transactional_db, alice, bob, now):
    game = clocked_table([alice, bob], now=now)
    sweeps.run_all(now)
    sweeps.run_all(now + LATER)  # the machine's clock is wrong
    sweeps.run_all(now + HOUR)  # it is set right
    assert not clock_rows()
    clock = SeatClock.objects.get(seat__game=game, seat__index=0)
    assert clock.deadline - now < timedelta(days=3)
    [stop] = ClockStop.objects.all()
    assert (stop.begins_at, stop.ends_at) == (now, now + HOUR)


@pytest.mark.promise("R23")
def test_clocks_stand_still_while_no_email_can_be_sent(transactional_db, alice, bob, now):
    game = clocked_table([alice, bob], now=now)
    sweeps.run_all(now)
    email = OutgoingEmail.objects.create(
        kind="turn", to="bob@example.org", message_id="<1@example.org>",
        not_before=now + HOUR, created_at=now + HOUR, status=OutgoingEmail.Status.RETRY)
    for minutes in range(62, 80, 4):
        heartbeats.record(heartbeats.SWEEP, now=now + timedelta(minutes=minutes))
        time_outs.sweep(now + timedelta(minutes=minutes))
    assert ClockStop.objects.get().begins_at == now + HOUR
    heartbeats.record(heartbeats.SWEEP, now=now + 50 * HOUR)
    time_outs.sweep(now + 50 * HOUR)
    assert not clock_rows()
    OutgoingEmail.objects.filter(pk=email.pk).update(
        status=OutgoingEmail.Status.SENT, sent_at=now + 50 * HOUR)
    time_outs.sweep(now + 50 * HOUR)
    assert ClockStop.objects.get().ends_at == now + 50 * HOUR
    clock = SeatClock.objects.get(seat__game=game, seat__index=0)
    assert clock.deadline - (now + 50 * HOUR) > 20 * HOUR


@pytest.mark.promise("R23")
def test_changed_hours_and_a_sweep_do_not_wait_for_each_other_in_a_circle(due, alice, bob, now):
    for user in (alice, bob):
        user.date_joined = now
        user.save(update_fields=["date_joined"])

    def change(user):
        for hours in range(4, 12):
            playing_hours.change_hours(user, "UTC", opens=0, closes=hours * 60,
                                           free_weekdays=[], now=now + LATER)

    at_once(lambda: change(alice), lambda: change(bob), lambda: time_outs.sweep(now + LATER))
    assert clock_rows() == {(game.pk, "@extension"): 1 for game in due}


@pytest.fixture
def people(transactional_db, alice, bob, carol):
    """Alice, Bob and Carol, who get emails once a day."""
    for user in (alice, bob, carol):
        EmailPreferences.objects.create(user=user, when=EmailTiming.DAILY)
    return [alice, bob, carol]


# ---------- digests and reminders ----------
def hold_news(people, *, games, now):
    for _ in range(games):
        game = seat_table(people, now=now, options={"first": 0})
        queue_for_seats("left", game.seats.select_related("user"), game=game, now=now)


def digests():
    return sorted(OutgoingEmail.objects.filter(kind="digest").values_list("user__name", flat=True))


def test_one_sweep_releases_more_emails_than_one_transaction(people, now, monkeypatch):
    monkeypatch.setattr(digest, "TOGETHER", 2)
    hold_news(people, games=3, now=now)
    assert digest.release_due(now + LATER) == 3
    assert digests() == ["Alice", "Bob", "Carol"]
    assert not OutgoingEmail.objects.filter(status="held").exists()


def test_one_sweep_does_not_go_on_for_ever(people, now, monkeypatch):
    monkeypatch.setattr(digest, "TOGETHER", 1)
    monkeypatch.setattr(digest, "MAX_PER_SWEEP", 2)
    hold_news(people, games=3, now=now)
    assert digest.release_due(now + LATER) == 2
    assert digest.release_due(now + LATER) == 1


def test_two_sweeps_at_once_write_one_digest_to_each_reader(people, now):
    hold_news(people, games=5, now=now)
    released = at_once(*[lambda: digest.release_due(now + LATER) for _ in range(3)])
    released.append(digest.release_due(now + LATER))
    assert sum(released) == 3
    assert digests() == ["Alice", "Bob", "Carol"]


@pytest.mark.servers  # on SQLite only one transaction writes at a time
def test_a_reader_with_an_email_locked_elsewhere_gets_one_digest_in_the_next_sweep(people, now):
    hold_news(people, games=2, now=now)
    with uncommitted("UPDATE games_outgoingemail SET error = ''"
                     " WHERE id = (SELECT min(id) FROM games_outgoingemail)"):
        assert digest.release_due(now + LATER) == 2
        assert digests() == ["Bob", "Carol"]
    assert digest.release_due(now + LATER) == 1
    assert digests() == ["Alice", "Bob", "Carol"]


def test_two_sweeps_at_once_remind_each_player_once(transactional_db, alice, bob, now):
    for _ in range(5):
        seat_table([alice, bob], now=now, options={"first": 0})
    at_once(*[lambda: reminders.queue_reminders(now + LATER) for _ in range(3)])
    reminders.queue_reminders(now + LATER)
    assert OutgoingEmail.objects.filter(kind="reminder").count() == 5


@pytest.mark.servers  # on SQLite only one transaction writes at a time
def test_a_game_in_which_somebody_is_moving_is_left_to_the_next_sweep(
    transactional_db, alice, bob, now
):
    clocked_table([alice, bob], now=now)
    seat_table([alice, bob], now=now, options={"first": 0})
    time_outs.start_waiting(now)
    heartbeats.record(heartbeats.SWEEP, now=now + LATER)
    with uncommitted("UPDATE games_game SET name = name"):
        assert time_outs.sweep(now + LATER) == 0
        assert reminders.queue_reminders(now + LATER) == 0
    assert time_outs.sweep(now + LATER) == 1
    assert reminders.queue_reminders(now + LATER) == 1
    assert LoggedMove.objects.filter(actor=LoggedMove.Actor.CLOCK).count() == 1


# ---------- two people who want one seat ----------
@pytest.fixture
def vacant(transactional_db, alice, bob, carol, now):
    """A listed game of three that Alice, who was to move, has left."""
    game = clocked_table([alice, bob, carol], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    leaving.leave(game, user=alice, now=now)
    return game


def test_of_two_successors_one_has_the_seat_and_the_other_is_told(vacant, dave, guest, now):
    def take(user):
        return lambda: taking_over.take_over(Game.objects.get(pk=vacant.pk), user=user, seat=0,
                                            now=now)

    results = at_once(take(dave), take(guest))
    [refusal] = [each for each in results if isinstance(each, Closed)]
    assert "somebody else may have taken it" in refusal.sentence
    assert FormerPlayer.objects.count() == 1
    assert vacant.rows.filter(move="@successor").count() == 1
    assert verification.first_fault(Game.objects.get(pk=vacant.pk)) is None


def test_either_the_player_is_back_or_somebody_has_taken_over(vacant, alice, dave, now):
    results = at_once(
        lambda: taking_over.take_back(Game.objects.get(pk=vacant.pk), user=alice, now=now),
        lambda: taking_over.take_over(Game.objects.get(pk=vacant.pk), user=dave, seat=0, now=now))
    [refusal] = [each for each in results if isinstance(each, Closed | Foreign)]
    seat = vacant.seats.get(index=0)
    if isinstance(refusal, Closed):
        assert (seat.user, "Its player may be back" in refusal.sentence) == (alice, True)
    else:
        assert (seat.user, "Somebody else may have taken it" in refusal.sentence) == (dave, True)
    last = [row.move for row in vacant.rows.filter(move__in=("@return", "@successor"))]
    assert last == ["@return" if seat.user == alice else "@successor"]
