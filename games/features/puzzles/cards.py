"""Puzzles as small boards to choose from, with what the reader has done with each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.base import site_clock
from games.features.puzzles import days, solving
from games.features.puzzles.solving import Record, Solver
from games.features.puzzles.task import PuzzleTask
from games.models import Puzzle
from games.rulesets import addresses
from games.rulesets.registry import Room
from games.web.access import user_or_none


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """A puzzle in a list."""

    room: Room
    puzzle: Puzzle
    record: Record

    @property
    def link(self) -> str:
        return addresses.puzzle_path(self.room, self.puzzle.key)

    @property
    def difficulty(self) -> str:
        return solving.difficulty_in_words(self.puzzle.place)

    @property
    def colour(self) -> str:
        """Whose turn it is."""
        return _(self.room.ruleset.colours[self.puzzle.seat]).capitalize()

    @property
    def points(self) -> int:
        """The puzzle's rating."""
        return solving.skill_of(self.puzzle).points

    @property
    def picture(self) -> SafeString:
        return _drawn(PuzzleTask(self.room, days.content_of(self.puzzle)), get_language())


@lru_cache(maxsize=300)  # a list has two dozen
def _drawn(task: PuzzleTask, language: str) -> SafeString:
    """The position of a puzzle, with titles in the active language."""
    return mark_safe(task.room.boards.thumbnail(task.view))  # noqa: S308 - our own drawing


def solver_of_request(request: HttpRequest) -> Solver:
    """The visitor as somebody who solves puzzles."""
    return Solver(user_or_none(request), request.session)


def cards(room: Room, puzzles: Iterable[Puzzle], solver: Solver) -> Sequence[PuzzleCard]:
    """These puzzles in their order."""
    puzzles = list(puzzles)
    records = solver.records(puzzles) if puzzles else {}
    return [PuzzleCard(room, puzzle, records[puzzle.key]) for puzzle in puzzles]


def cards_of_today(request: HttpRequest, room: Room) -> Sequence[PuzzleCard]:
    """The puzzles of today for this visitor; none if the game has no puzzles."""
    if not room.has_puzzles:
        return []
    return cards(room, days.today(room, now=site_clock.now()), solver_of_request(request))
