"""A game on the small board that is played by email."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import Game, User
from tests.sample_games import seat_table


@pytest.fixture(autouse=True)
def _no_broker(announced: list[tuple[Any, ...]]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob that has just started; Alice is the first to move."""
    return seat_table([alice, bob], now=now, options={"first": 0})
