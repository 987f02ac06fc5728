"""A task and somebody's attempts at it: judging orders, and offering help after wrong attempts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from alexandros_rules import drafts
from alexandros_rules.drafts import Draft, Verdict
from games.rulesets.protocols import Task
from games.rulesets.registry import Room

HINT_AFTER = 2  # wrong attempts at a single turn; of several, each is long
SOLUTION_AFTER = 3
MAX_ATTEMPTS = 1000  # counted for each task


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress with one task: the wrong attempts so far, and when it was solved (None: not yet)."""

    attempts: int = 0
    solved_at: datetime | None = None

    @property
    def is_solved(self) -> bool:
        return self.solved_at is not None


@dataclass(frozen=True, slots=True)
class Attempt:
    """Orders for a task, evaluated and judged."""

    draft: Draft
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Help:
    """The help for somebody who has not solved a task; each part is "" until it is due."""

    hint: str = ""
    solution: str = ""


def attempted(task: Task, orders: str) -> Attempt:
    """Evaluate and judge these orders."""
    draft = task.evaluate(orders)
    return Attempt(draft, task.judge(draft))


@lru_cache(maxsize=500)
def example(room: Room, task: Task) -> str:
    """Return orders that can be given in the position, but do not solve the task.

    The orders show how orders are written.  If those that can be given would solve the task, they
    are orders of another position.
    """
    turn = drafts.example_turn(room.ruleset, task.view, seat=task.seat)
    return room.turn.example_orders if attempted(task, turn).verdict.solved else turn


def help_with(task: Task, progress: Progress) -> Help:
    """Return the help that is due after this many wrong attempts."""
    def is_due(after: int) -> bool:
        return progress.is_solved or progress.attempts >= (after if task.turns == 1 else 1)

    return Help(task.hint if is_due(HINT_AFTER) else "",
                task.solution if is_due(SOLUTION_AFTER) else "")
