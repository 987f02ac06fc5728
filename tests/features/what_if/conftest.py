"""Fixtures for tests about what-if boards: one of Alice's, and nothing on it yet."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.features.what_if import trees
from games.models import Game, User, WhatIfNode


@pytest.fixture
def root(fresh: Game, alice: User, now: datetime) -> WhatIfNode:
    """The start of an empty what-if board of Alice's, at the first position of this game."""
    return trees.begin(fresh, user=alice, seat=0, number=1, now=now).nodes.get()
