"""Playing a turn of a finished game again: a notable turn of its review as a task."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.ruleset import Ruleset, Setup
from games.features.exercises.best_turn import BestTurn
from games.features.review import reading
from games.models.review_findings import JudgedTurn
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.play import event_log
from games.table.play.history import GameHistory


@dataclass(frozen=True)
class TurnAgain(BestTurn):
    """A notable turn as a ``games.rulesets.protocols.Task``.

    The task begins where the better turn does.  ``start`` is the canonical text of that position as
    the seat saw it, ``done`` are sentences on what was played in the turn before, and ``before``
    are the moves that led to it.
    """

    room: Room
    setup: Setup
    start: str
    players: tuple[str, ...]
    turn: JudgedTurn
    done: tuple[str, ...]
    before: tuple[str, ...]

    def __hash__(self) -> int:
        return hash(self.start)  # options cannot be hashed

    @property
    def slug(self) -> str:
        return str(self.turn.first)

    @property
    def title(self) -> str:
        return _("Turn %(turn)s again") % {"turn": self.turn.turn}

    @property
    def text(self) -> Sequence[str]:
        about = _("You see what %(name)s saw. What was played left a chance to win of %(chance)s"
                  " %%; the best turn that we found leaves %(best)s %%.") % {
                      "name": self.names[self.seat], **reading.percentages(self.turn)}
        return [*([" ".join(self.done)] if self.done else []), about]

    @property
    def task(self) -> str:
        return _("It is %(name)s’s turn. Find a better one.") % {"name": self.names[self.seat]}

    @property
    def solution(self) -> str:
        return self.turn.orders

    @property
    def margin(self) -> float:
        return self.turn.loss

    @property
    def salt(self) -> bytes:
        return hashlib.sha256(f"again {self.start}".encode()).digest()

    @property
    def seat(self) -> int:
        return self.turn.seat

    @property
    def names(self) -> Sequence[str]:
        return self.players

    @property
    def ruleset(self) -> Ruleset:
        return self.room.ruleset

    @cached_property
    def view(self) -> Any:
        """The position as the seat saw it."""
        return self.ruleset.load_state(self.start, self.setup)

    @property
    def moves(self) -> Sequence[str]:
        return self.before


def task_of(past: GameHistory, turn: JudgedTurn) -> TurnAgain:
    """Return a notable turn as a task; ``past`` is the whole history of the game."""
    ruleset = event_log.ruleset_of(past.game)
    view = ruleset.view(past.transitions[turn.start - 1].before, turn.seat)
    done = [sentence for number in range(turn.first, turn.start)
            for sentence in past.entry(number).sentences]
    return TurnAgain(
        registry.get(past.game.ruleset), event_log.setup_of(past.game), ruleset.dump_state(view),
        tuple(past.names_at(turn.first)), turn, tuple(done), tuple(past.moves[:turn.start - 1]))
