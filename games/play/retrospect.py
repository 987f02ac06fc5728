"""A game looked back on in somebody's eyes: every position and every sentence from one fold.

Owns that a page of the replay reads the log once, however many positions it shows.  It
changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.play import event_log, history, position_cache
from games.play.event_log import Transition
from games.play.history import HistoryEntry


@dataclass(frozen=True, slots=True)
class Retrospect:
    """The rows of a game up to one of them, told and seen as the seat may (None: a spectator)."""

    game: Game
    seat: int | None
    called: Sequence[str]
    steps: tuple[Transition, ...]

    @property
    def moves(self) -> list[str]:
        """The move of every row, in notation."""
        return [step.row.move for step in self.steps]

    def log(self, *, after: int = 0) -> list[HistoryEntry]:
        """Every row after ``after`` in sentences."""
        return [self._entry(step) for step in self.steps[after:]]

    def since(self) -> list[HistoryEntry]:
        """What happened since this seat's last turn; see ``history.since_last_turn``."""
        return history.told_since(self.game, self.seat, self.steps, self.called)

    def entry(self, number: int) -> HistoryEntry:
        """One row in sentences."""
        return self._entry(self.steps[number - 1])

    def view(self, number: int) -> Any:
        """The position after a row; all is open once the game is over."""
        return self._seen(self.steps[number - 1])

    def views(self) -> list[Any]:
        """All positions in order."""
        return [self._seen(step) for step in self.steps]

    def _entry(self, step: Transition) -> HistoryEntry:
        return history.describe_row(self.game, self.seat, step, self.called)

    def _seen(self, step: Transition) -> Any:
        return history.as_seen_by(self.game, self.seat, step.after)


def retrospect(game: Game, seat: int | None, *, called: Sequence[str],
               number: int | None = None) -> Retrospect:
    """The game up to row ``number`` (None: the last), with one query and one fold.

    ``called`` is what the seats are called.
    """
    steps = tuple(event_log.transitions(game, event_log.logged_moves(game, number=number)))
    return Retrospect(game, seat, called, steps)


def present(game: Game, seat: int | None, *, called: Sequence[str],
            number: int | None = None) -> Retrospect:
    """The same up to the row the game is at, for pages that are loaded again and again.

    This process remembers the positions it has folded, so only new rows are read and folded.
    """
    steps = position_cache.steps(game, game.number if number is None else number)
    return Retrospect(game, seat, called, steps)
