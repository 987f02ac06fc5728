"""Sweeps that run at the same time, that are killed, or whose clock jumps (R23)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from games.base import heartbeats
from games.models import ClockStop, LoggedMove, OutgoingEmail, SeatClock
from games.operations import sweeps
from games.table.clocks import playing_hours
from games.table.play import verification
from games.table.seats import time_outs
from tests.concurrency import at_once
from tests.sample_games import clocked_table, legal, submit

HOUR = timedelta(hours=1)
LATER = timedelta(days=20)


@pytest.fixture(autouse=True)
def _nobody_is_told(announced):
    """Commits are real here, but no task is sent to the worker."""


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
