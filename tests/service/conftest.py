"""Tables the services' tests sit at, and a worker they tell by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games import task_queue
from games.models import Game, Seat, User
from games.play import bots, export_import
from tests.service.sample_games import FINISHED, HALFWAY, seat_table


@pytest.fixture
def finished(db: None, now: datetime) -> Game:
    """A game of Alice's and Bob's seats that is over."""
    return export_import.import_record(FINISHED, name="Finished", now=now)


@pytest.fixture
def running(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A game of Alice, Bob and Carol after 20 moves."""
    game = export_import.import_record(HALFWAY, name="Running", now=now)
    for index, user in enumerate((alice, bob, carol)):
        Seat.objects.filter(game=game, index=index).update(user=user)
    return game


@pytest.fixture
def fresh(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob that has just started; Alice is the first to move."""
    return seat_table([alice, bob], now=now, options={"first": 0})


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the worker is told, as (task, id), instead of telling it."""
    told: list[tuple[Any, ...]] = []

    def note(task: str, *args: int) -> bool:
        told.append((task, *args))
        return True

    monkeypatch.setattr(task_queue, "send_task", note)
    return told


@pytest.fixture
def worker(now: datetime) -> Callable[[Game], None]:
    """Plays bots' turns until a person is to move or the game is over."""

    def run(game: Game) -> None:
        while bots.play(game.pk, now=now):
            pass
        game.refresh_from_db()

    return run
