"""Games of three in which Bob's seat becomes vacant."""

from __future__ import annotations

import pytest

from games.models import Game
from games.table.seats import leaving
from tests.sample_games import clocked_table, never_sleep


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
