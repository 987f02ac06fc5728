"""A game of Alice and Bob in which Alice is to move and Bob plans, and what Bob can play then."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, User
from tests.features.plans.saved_plans import play_turn, whole_turn
from tests.sample_games import seat_table


@pytest.fixture
def game(fresh: Game) -> Game:
    return fresh


@pytest.fixture
def twin(alice: User, bob: User, now: datetime) -> Game:
    """The same game once more, in which nobody has a plan."""
    return seat_table([alice, bob], now=now, options={"first": 0})


@pytest.fixture
def orders(twin: Game, now: datetime) -> str:
    """What Bob can play after Alice's turn; in the twin, Alice has played it."""
    play_turn(twin, 0, now=now)
    return whole_turn(twin, 1)
