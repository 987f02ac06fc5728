"""Fixtures for tests about puzzles: those of a day, and one of them as a task."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.features.puzzles import days
from games.features.puzzles.task import PuzzleTask
from games.models import Puzzle
from games.rulesets import registry
from games.rulesets.registry import Room


@pytest.fixture
def room() -> Room:
    """The game whose puzzles are solved."""
    return registry.default()


@pytest.fixture
def puzzles(db: None, room: Room, now: datetime) -> list[Puzzle]:
    """The puzzles of today, the easiest first."""
    return days.choose(room, now.date())


@pytest.fixture
def puzzle(puzzles: list[Puzzle]) -> Puzzle:
    """The easiest puzzle of today."""
    return puzzles[0]


@pytest.fixture
def task(room: Room, puzzle: Puzzle) -> PuzzleTask:
    """The same puzzle as a task."""
    return PuzzleTask(room, days.content_of(puzzle))
