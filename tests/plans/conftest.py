"""A game of Alice and Bob in which Alice is to move and Bob plans, and what Bob can play then."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games import task_queue
from games.models import Game, User
from tests.plans.saved_plans import play_turn, whole_turn
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
def twin(alice: User, bob: User, now: datetime) -> Game:
    """The same game once more, in which nobody has a plan."""
    return seat_table([alice, bob], now=now, options={"first": 0})


@pytest.fixture
def orders(twin: Game, now: datetime) -> str:
    """What Bob can play after Alice's turn; in the twin, Alice has played it."""
    play_turn(twin, 0, now=now)
    return whole_turn(twin, 1)
