"""Fixtures for tests about reviews: a finished game of people, and its review."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.features.review import reviewing
from games.models import Game, Review
from tests.features.review.remembering_analyst import ask


@pytest.fixture
def reviewed(finished: Game, now: datetime) -> Game:
    """The finished game with its review."""
    assert reviewing.go_on(finished.pk, now=now, ask=ask, seconds=600)
    assert Review.objects.get(game=finished).done_at == now
    return finished
