"""Sweeps that are interrupted, or during which something else changes a clock (R23)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.base import heartbeats
from games.models import ClockStop, Game, OutgoingEmail, SeatClock
from games.operations import sweeps
from games.table.clocks import outages, playing_hours, seat_clocks
from games.table.play import pauses
from games.table.seats import time_outs
from tests.absence.conftest import serve_until, sweep
from tests.sample_games import advance, clock_of, clocked_table, mover, never_sleep, notes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R23")]

SECOND, MINUTE, HOUR, DAY = (timedelta(**{each: 1})
                             for each in ("seconds", "minutes", "hours", "days"))


@pytest.fixture
def asked(alice, bob, now):
    """A game of people who never sleep; Alice is to move, and her clock has not started."""
    never_sleep(alice, bob, now=now)
    return clocked_table([alice, bob], now=now)


@pytest.fixture
def game(asked, now):
    """The same game, in which Alice's clock runs."""
    sweep(now)
    return asked


def pause(game, now):
    for seat in range(2):
        pauses.agree(game, seat=seat, now=now)


@pytest.fixture
def before_groups(monkeypatch):
    """Lets something happen once, after a sweep has found clocks and before it locks them."""
    handle = time_outs._handle_together

    def let(happen):
        left = [happen]

        def late(*args, **more):
            while left:
                left.pop()()
            return handle(*args, **more)

        monkeypatch.setattr(time_outs, "_handle_together", late)

    return let


def test_a_sweep_killed_as_a_stop_ends_leaves_no_clock_behind(game, now, monkeypatch):
    outages.stop(reason="The power is off.", now=now + HOUR)
    seat_clocks.refresh_all(now=now + HOUR)
    outages.go_on(now=now + 2 * HOUR)  # and no deadline is computed again
    sweep(now + 2 * HOUR + MINUTE)
    assert clock_of(game).deadline == now + 25 * HOUR


def test_a_sweep_killed_after_it_has_noticed_an_outage_times_nobody_out(game, now, monkeypatch):
    def dying(**_):
        raise KeyboardInterrupt

    refresh = seat_clocks.refresh_next
    monkeypatch.setattr(seat_clocks, "refresh_next", dying)
    with pytest.raises(KeyboardInterrupt):
        time_outs.sweep(now + 3 * HOUR)  # after an outage of three hours
    monkeypatch.setattr(seat_clocks, "refresh_next", refresh)
    sweep(now + 24 * HOUR)
    sweep(now + 26 * HOUR)
    assert notes(game) == []
    assert clock_of(game).deadline == now + 27 * HOUR


def test_a_clock_that_starts_during_a_stop_is_looked_at_when_the_stop_is_over(asked, now):
    outages.stop(reason="", now=now)
    sweep(now + HOUR)
    assert clock_of(asked).since is not None
    outages.go_on(now=now + 2 * HOUR)  # and no deadline is computed again
    sweep(now + 2 * HOUR + MINUTE)
    sweep(now + 3 * DAY)
    assert notes(asked) == ["@extension"]


def test_no_clock_starts_in_a_game_that_is_paused_at_that_moment(asked, now, before_groups):
    before_groups(lambda: pause(asked, now))
    sweep(now + MINUTE)
    assert clock_of(asked).since is None


def test_nobodys_time_runs_out_in_a_game_that_is_paused_at_that_moment(game, now, before_groups):
    before_groups(lambda: pause(game, now + DAY))
    sweep(now + 2 * DAY)
    assert notes(game) == ["@pause"]


def test_a_vacation_cancelled_during_a_sweep_counts_at_once(game, alice, now, before_groups):
    vacation = playing_hours.add(alice, (now + DAY).date(), last=(now + 25 * DAY).date(), now=now)
    SeatClock.objects.filter(seat__game=game).update(due_at=now + HOUR)  # so that it is looked at
    before_groups(lambda: [
        playing_hours.cancel(alice, vacation.pk, now=now + HOUR),
        SeatClock.objects.filter(seat__game=game).update(due_at=now + HOUR)])
    sweep(now + HOUR)
    assert clock_of(game).deadline == now + DAY


def test_a_turn_that_begins_while_the_machines_clock_is_ahead_does_not_wait(game, now):
    far = now + 300 * DAY
    sweeps.run_all(far)
    while mover(game) == 0:
        advance(game, now=far)
        game.refresh_from_db()
    OutgoingEmail.objects.filter(kind="turn").update(status="sent", sent_at=far)
    sweeps.run_all(far + MINUTE)
    assert clock_of(game, seat=1).since >= far
    sweeps.run_all(now + HOUR)  # it is set right
    assert clock_of(game, seat=1).deadline <= now + HOUR + 2 * DAY


def test_an_operators_stop_survives_clocks_that_differ_a_little(game, now):
    heartbeats.record(heartbeats.SWEEP, now=now + 2 * SECOND)  # by another machine
    outages.stop(reason="", now=now + SECOND)
    time_outs.sweep(now)
    assert outages.current() is not None


def test_an_operators_stop_survives_a_clock_that_is_set_right(game, now):
    heartbeats.record(heartbeats.SWEEP, now=now + 2 * HOUR)
    outages.stop(reason="", now=now + HOUR)
    time_outs.sweep(now)
    assert outages.current().begins_at == now


def test_a_long_sweep_that_ends_after_a_short_one_is_no_outage(game, now):
    sweeps.run_all(now + 4 * MINUTE)
    sweeps.run_all(now)  # has begun before the other one, and ends after it
    sweeps.run_all(now + 8 * MINUTE)
    assert not ClockStop.objects.exists()


def test_a_stand_in_that_has_not_moved_yet_is_not_called_again_after_a_pause(game, now):
    SeatClock.objects.filter(seat__game=game).update(extensions=0)
    sweep(now + 2 * DAY)
    pause(game, now + 2 * DAY)
    pauses.resume(game, seat=1, now=now + 2 * DAY)
    sweep(now + 2 * DAY + MINUTE)
    assert notes(game) == ["@stand-in", "@pause", "@resume"]


def test_a_game_whose_people_have_paused_it_and_gone_goes_on_after_a_while(game, now):
    pause(game, now)
    assert pauses.end_longest(now + pauses.LONGEST - MINUTE) == 0
    later = now + pauses.LONGEST
    serve_until(later)
    assert sweeps.run_all(later)["long pauses ended"] == 1
    row = game.rows.get(move="@resume")
    assert (row.actor, Game.objects.get(pk=game.pk).paused_at) == ("clock", None)
    assert OutgoingEmail.objects.filter(kind="table", number=row.number).count() == 2
    sweep(later + 2 * DAY)
    assert notes(game) == ["@pause", "@resume", "@extension"]
