"""Games of three in which Bob's seat becomes vacant, and sweeps of a service that is up."""

from __future__ import annotations

import pytest

from games.base import heartbeats
from games.models import Game, OutgoingEmail, Seat
from games.table.play import bots
from games.table.seats import leaving, time_outs
from tests.sample_games import advance, clocked_table, mover, never_sleep

BOBS = 1  # the index of Bob’s seat


@pytest.fixture(autouse=True)
def _nobody_is_told(announced):
    """No task is sent to the worker, also where commits are real."""


@pytest.fixture
def game(alice, bob, carol, dave, now):
    """A listed game of Alice, Bob and Carol, in which Alice is to move; nobody sleeps."""
    never_sleep(alice, bob, carol, dave, now=now)
    game = clocked_table([alice, bob, carol], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    return game


@pytest.fixture
def vacant(game, bob, now):
    """The same game after Bob has left it."""
    leaving.leave(game, user=bob, now=now)
    return game


def seat_of_bob(game):
    return Seat.objects.select_related("user", "left_by").get(game=game, index=BOBS)


def advance_to_bob(game, now):
    while mover(game) != BOBS:
        advance(game, now=now)
        game.refresh_from_db()


def let_bots_play(game, now):
    while bots.play(game.pk, now=now):
        pass
    game.refresh_from_db()


def serve_until(moment):
    """Sends all emails, and notes that the sweeps have not stopped."""
    OutgoingEmail.objects.filter(status="queued").update(status="sent", sent_at=moment)
    heartbeats.record(heartbeats.SWEEP, now=moment)


def sweep(moment):
    """Sweeps at this moment, before which the service and its email were up."""
    serve_until(moment)
    return time_outs.sweep(moment)
