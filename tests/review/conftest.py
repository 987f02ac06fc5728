"""Fixtures for tests about reviews: a finished game of people, and its review."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.features.review import reviewing
from games.models import Game, Review, Seat, User
from tests.review.remembering_analyst import ask


@pytest.fixture
def over(finished: Game, alice: User, bob: User) -> Game:
    """A game of Alice and Bob that is over."""
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=finished, index=index).update(user=user, name=user.name)
    return finished


@pytest.fixture
def reviewed(over: Game, announced: list[Any], now: datetime) -> Game:
    """The same game with its review."""
    assert reviewing.go_on(over.pk, now=now, ask=ask, seconds=600)
    assert Review.objects.get(game=over).done_at == now
    return over
