"""A game on the small board that is played by email."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games import task_queue
from games.models import Game, User
from tests.inbox.email_replies import PostOffice
from tests.sample_games import seat_table


@pytest.fixture(autouse=True)
def announced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Records the announced tasks as (task, id) instead of sending them to the worker."""
    told: list[tuple[Any, ...]] = []

    def note(task: str, *args: int) -> bool:
        told.append((task, *args))
        return True

    monkeypatch.setattr(task_queue, "send_task", note)
    monkeypatch.setattr(task_queue, "waiting", lambda queue: 0)
    return told


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob that has just started; Alice is the first to move."""
    return seat_table([alice, bob], now=now, options={"first": 0})


@pytest.fixture
def office(db: None, now: datetime) -> PostOffice:
    return PostOffice(now)
