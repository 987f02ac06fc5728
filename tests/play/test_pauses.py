"""Pauses: a game's clocks stand still when all its people have agreed (R23)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.base import heartbeats
from games.base.refusals import Closed
from games.models import Game, OutgoingEmail, SeatClock, User
from games.table.play import pauses, verification
from games.table.seats import time_outs
from tests.sample_games import advance, clock_of, clocked_table, never_sleep, notes, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R23")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game of people who never sleep; Alice is to move, and her clock runs."""
    never_sleep(alice, bob, now=now)
    game = clocked_table([alice, bob], now=now)
    sweep(now)
    return game


def sweep(moment: datetime) -> None:
    """A sweep at this moment, before which the service was up; all but turn emails have left."""
    heartbeats.record(heartbeats.SWEEP, now=moment)
    OutgoingEmail.objects.filter(status="queued").exclude(kind="turn").update(
        status="sent", sent_at=moment)
    time_outs.sweep(moment)


def pause(game: Game, now: datetime) -> None:
    assert not pauses.agree(game, seat=0, now=now)
    assert pauses.agree(game, seat=1, now=now)


def unsent_email(game: Game, alice: User, *, now: datetime, **columns: str) -> OutgoingEmail:
    """The turn email that Alice's clock waits for."""
    email = OutgoingEmail.objects.create(
        kind="turn", to=alice.email or "", user=alice, message_id="<1@example.org>",
        not_before=now, created_at=now, **columns)
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(
        since=None, due_at=None, deadline=None, email=email)
    return email


def test_a_game_pauses_when_everybody_has_agreed(game: Game, now: datetime) -> None:
    pause(game, now + 2 * HOUR)
    sweep(now + 60 * DAY)
    clock = clock_of(game)
    assert (clock.since, clock.due_at, clock.bank) == (None, None, 22 * HOUR)
    pauses.resume(game, seat=1, now=now + 60 * DAY)
    assert clock_of(game).deadline == now + 60 * DAY + 22 * HOUR
    assert notes(game) == ["@pause", "@resume"]
    assert verification.first_fault(game) is None


def test_somebody_who_changes_their_mind_in_time_keeps_the_game_going(
    game: Game, now: datetime
) -> None:
    pauses.agree(game, seat=0, now=now)
    pauses.withdraw(game, seat=0)
    assert not pauses.agree(game, seat=1, now=now)
    assert clock_of(game).since == now


def test_time_of_a_pause_does_not_count_for_somebody_whose_clock_had_not_started(
    game: Game, alice: User, now: datetime
) -> None:
    email = unsent_email(game, alice, now=now)
    pause(game, now)
    OutgoingEmail.objects.filter(pk=email.pk).update(
        status=OutgoingEmail.Status.SENT, sent_at=now + timedelta(minutes=1))
    sweep(now + DAY)
    pauses.resume(game, seat=1, now=now + 9 * DAY)
    sweep(now + 9 * DAY)
    assert notes(game) == ["@pause", "@resume"]
    assert clock_of(game).deadline == now + 10 * DAY


def test_a_clock_whose_email_has_still_not_left_goes_on_waiting_for_it(
    game: Game, alice: User, now: datetime
) -> None:
    unsent_email(game, alice, now=now, status=OutgoingEmail.Status.HELD)
    pause(game, now)
    pauses.resume(game, seat=1, now=now + HOUR)
    sweep(now + HOUR)
    assert clock_of(game).since is None


def test_a_game_goes_on_during_a_pause_and_no_clock_runs(game: Game, now: datetime) -> None:
    pause(game, now + HOUR)
    turn = game.turn
    while game.turn == turn:
        advance(game, now=now + 2 * HOUR)
        game.refresh_from_db()
    sweep(now + 30 * DAY)
    assert clock_of(game, seat=1).since is None
    assert notes(game) == ["@pause"]


def test_a_game_without_a_clock_cannot_be_paused(alice: User, bob: User, now: datetime) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    with pytest.raises(Closed, match="There is no clock in this game"):
        pauses.agree(game, seat=0, now=now)


def test_a_pause_is_neither_begun_nor_ended_twice(game: Game, now: datetime) -> None:
    with pytest.raises(Closed, match="not paused"):
        pauses.resume(game, seat=0, now=now)
    pause(game, now)
    with pytest.raises(Closed, match="already paused"):
        pauses.agree(game, seat=0, now=now)
