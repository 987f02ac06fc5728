"""The course of a game: every position in somebody's eyes, from one fold of the log.

For charts and moving pictures, which need all positions at once.  It changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.services import journal


@dataclass(frozen=True, slots=True)
class Stage:
    """A row's number and move, and the view after it."""

    number: int
    move: str
    view: Any


def course(game: Game, seat: int | None, *, number: int | None = None) -> Iterator[Stage]:
    """The stages up to ``number`` (None: the last) as this seat sees them (None: a spectator).

    All is open once the game is over, as in ``positions.view``; before the start there are none.
    """
    ruleset, over = journal.ruleset_of(game), game.status == Game.Status.OVER
    for step in journal.steps(game, journal.rows(game, number=number)):
        view = step.after if over else ruleset.view(step.after, seat)
        yield Stage(step.row.number, step.row.move, view)
