"""Tables the pages' tests look at, and people who look at them."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from games import task_queue
from games.models import Game, Seat, User
from games.play import export_import
from tests.pages.page_reader import Browser, Sit
from tests.sample_games import FINISHED, HALFWAY, seat_table


@pytest.fixture
def sit() -> Sit:
    """Somebody's browser; None for a visitor."""

    def seated(user: User | None = None) -> Browser:
        client = Client()
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return Browser(client)

    return seated


@pytest.fixture
def fresh(alice: User, bob: User, now: datetime) -> Game:
    """A private game of Alice and Bob that has just started; Alice is the first to move."""
    return seat_table([alice, bob], now=now, options={"first": 0})


@pytest.fixture
def running(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A listed game of Alice, Bob and Carol after 20 moves."""
    game = export_import.import_record(HALFWAY, name="Running", now=now)
    for index, user in enumerate((alice, bob, carol)):
        Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
    Game.objects.filter(pk=game.pk).update(listed=True, created_by=alice)
    game.refresh_from_db()
    return game


@pytest.fixture
def finished(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob that is over."""
    game = export_import.import_record(FINISHED, name="Finished", now=now)
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=game, index=index).update(user=user, name=user.name)
    return game


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)
