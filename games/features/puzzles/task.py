"""A puzzle as a task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.ruleset import Ruleset
from games.features.exercises.best_turn import BestTurn
from games.features.puzzles.content import Content, salt_of
from games.rulesets.registry import Room


@dataclass(frozen=True)
class PuzzleTask(BestTurn):
    """A puzzle as a ``games.rulesets.protocols.Task``, with colours as the players' names."""

    room: Room
    content: Content

    @property
    def slug(self) -> str:
        return self.content.key

    @property
    def title(self) -> str:
        return _("The best turn for %(colour)s") % {"colour": self.names[self.seat]}

    @property
    def text(self) -> Sequence[str]:
        count = self.content.setup.players
        return [ngettext(
            "This is from a game of %(count)s player. You see what %(colour)s saw.",
            "This is from a game of %(count)s players. You see what %(colour)s saw.", count,
        ) % {"count": count, "colour": self.names[self.seat]}]

    @property
    def task(self) -> str:
        return _("It is your turn as %(colour)s. One turn is clearly better than all others:"
                 " find it.") % {"colour": self.names[self.seat]}

    @property
    def solution(self) -> str:
        return self.content.best

    @property
    def margin(self) -> float:
        return self.content.margin

    @property
    def salt(self) -> bytes:
        return salt_of(self.slug)

    @property
    def seat(self) -> int:
        return self.content.seat

    @property
    def names(self) -> Sequence[str]:
        colours = self.ruleset.colours[:self.content.setup.players]
        return [_(colour).capitalize() for colour in colours]

    @cached_property
    def view(self) -> Any:
        """The position as the seat sees it."""
        return self.ruleset.load_state(self.content.view, self.content.setup)

    @property
    def moves(self) -> Sequence[str]:
        return self.content.moves

    @property
    def ruleset(self) -> Ruleset:
        return self.room.ruleset
