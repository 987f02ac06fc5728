"""Adds the game of this folder to those of the service, as ALEXANDROS_GAMES would."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games.lobby import tables
from games.models import Game, User
from tests.pages.page_reader import Browser, Sit

PACKAGE = "tests.auction"


@pytest.fixture(autouse=True)
def _two_games(settings: Any) -> None:
    settings.GAMES = [*settings.GAMES, PACKAGE]
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, PACKAGE]


@pytest.fixture
def sit() -> Sit:
    """Somebody's browser without JavaScript; None for a visitor."""

    def seated(user: User | None = None) -> Browser:
        client = Client()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return Browser(client)

    return seated


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """Alice, Bob and a bot; it is Alice's turn to offer a lot."""
    made = tables.create_table(by=alice, name="Friends", ruleset="lots", players=3,
                               bots=["bold"], listed=True, now=now)
    tables.join(made, user=bob, now=now)
    made.refresh_from_db()
    made.emails.all().delete()
    return made
