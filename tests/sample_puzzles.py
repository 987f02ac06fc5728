"""Today's puzzles from the stock that comes with the game, and orders that do not solve them."""

from __future__ import annotations

from datetime import date

from alexandros_rules import drafts
from games.base import site_clock
from games.features.puzzles import days
from games.features.puzzles.task import PuzzleTask
from games.models import Puzzle
from games.rulesets import registry

DRAWN = date(2026, 3, 1)  # the day whose puzzles these are


def todays() -> list[Puzzle]:
    """The puzzles of today, the easiest first; the same ones on whatever day the tests run."""
    room, today = registry.default(), site_clock.now().date()
    if not days.of_day(room, today):
        chosen = days.choose(room, DRAWN)
        Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in chosen]).update(day=today)
    return days.of_day(room, today)


def task_of(puzzle: Puzzle) -> PuzzleTask:
    return PuzzleTask(registry.get(puzzle.game), days.content_of(puzzle))


def wrong_turn(puzzle: Puzzle) -> str:
    """Orders for a whole turn that does not solve the puzzle."""
    task = task_of(puzzle)
    ruleset = task.room.ruleset
    for move in ruleset.legal_moves(task.view, seat=task.seat):
        first = drafts.evaluate(ruleset, task.view, ruleset.format(move, task.view), seat=task.seat)
        rest = drafts.example_turn(ruleset, first.view, seat=task.seat)
        whole = drafts.evaluate(ruleset, task.view, first.with_added(rest), seat=task.seat)
        if task.is_attempt(whole) and not task.judge(whole).solved:
            return whole.text
    raise AssertionError("every turn solves this puzzle")
