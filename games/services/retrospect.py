"""A game looked back on in somebody's eyes: every position and every sentence from one fold.

Owns that a page of the replay reads the log once, however many positions it shows.  It
changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.services import chronicle, journal, positions
from games.services.journal import Step
from games.services.positions import Entry


@dataclass(frozen=True, slots=True)
class Retrospect:
    """The rows of a game up to one of them, told and seen as the seat may (None: a spectator)."""

    game: Game
    seat: int | None
    called: Sequence[str]
    steps: tuple[Step, ...]

    @property
    def moves(self) -> list[str]:
        """The move of every row, in notation."""
        return [step.row.move for step in self.steps]

    def log(self, *, after: int = 0) -> list[Entry]:
        """Every row after ``after`` in sentences."""
        return [self._entry(step) for step in self.steps[after:]]

    def since(self) -> list[Entry]:
        """What happened since this seat's last turn; see ``positions.since``."""
        return positions.told_since(self.game, self.seat, self.steps, self.called)

    def entry(self, number: int) -> Entry:
        """One row in sentences."""
        return self._entry(self.steps[number - 1])

    def view(self, number: int) -> Any:
        """The position after a row; all is open once the game is over."""
        return self._seen(self.steps[number - 1])

    def views(self) -> list[Any]:
        """All positions in order."""
        return [self._seen(step) for step in self.steps]

    def _entry(self, step: Step) -> Entry:
        return positions.told(self.game, self.seat, step, self.called)

    def _seen(self, step: Step) -> Any:
        return positions.seen(self.game, self.seat, step.after)


def retrospect(game: Game, seat: int | None, *, called: Sequence[str],
               number: int | None = None) -> Retrospect:
    """The game up to row ``number`` (None: the last), with one query and one fold.

    ``called`` is what the seats are called.
    """
    steps = tuple(journal.steps(game, journal.rows(game, number=number)))
    return Retrospect(game, seat, called, steps)


def present(game: Game, seat: int | None, *, called: Sequence[str],
            number: int | None = None) -> Retrospect:
    """The same up to the row the game is at, for pages that are loaded again and again.

    This process remembers the positions it has folded, so only new rows are read and folded.
    """
    steps = chronicle.steps(game, game.number if number is None else number)
    return Retrospect(game, seat, called, steps)
