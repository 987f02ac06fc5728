"""Fixtures for tests about hints: a game in which Alice learns, and an analyst in this process."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.features.hints import finding
from games.features.review.reviewing import ask_here
from games.models import Game, User
from games.table.lobby import open_tables


class Analysts:
    """Answers in this process, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def ask(self, question: Any, *about: Any, seconds: float, **details: Any) -> Any:
        self.asked.append(about)
        return ask_here(question, *about, seconds=seconds, **details)


@pytest.fixture
def analysts(monkeypatch: pytest.MonkeyPatch) -> Analysts:
    """Stands in for the process in which analysts think."""
    stand_in = Analysts()
    monkeypatch.setattr(finding, "THINKER", stand_in)
    return stand_in


@pytest.fixture
def lesson(alice: User, announced: list[Any], now: datetime) -> Game:
    """A game that Alice plays against bots alone; it is her turn."""
    return lesson_of(alice, "Issus", now=now)


def lesson_of(user: User, name: str, *, now: datetime) -> Game:
    """A game that somebody plays against bots alone; it is their turn."""
    game = open_tables.create_table(by=user, name=name, board="delta", players=2,
                               options={"first": 0}, bots=["greedy"], now=now)
    game.refresh_from_db()
    return game
