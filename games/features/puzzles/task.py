"""A puzzle as a task: its position, and the analyst's judgement of every attempt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import drafts
from engine.bot_plans import always
from engine.drafts import Draft, Verdict
from engine.ruleset import Ruleset
from games.features.puzzles.content import Content, salt_of
from games.rulesets.registry import Room

TOLERANCE = 0.5  # of a puzzle's margin: how much worse than the best turn a solution may be


@dataclass(frozen=True)
class PuzzleTask:
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
    def hint(self) -> str:
        reasons = self.reasons()
        return reasons[0] if reasons else _(
            "The best turn begins with %(order)s.") % {"order": self._first_order}

    @property
    def solution(self) -> str:
        return self.content.best

    @property
    def seat(self) -> int:
        return self.content.seat

    @property
    def names(self) -> Sequence[str]:
        colours = self._ruleset.colours[:self.content.setup.players]
        return [_(colour).capitalize() for colour in colours]

    @cached_property
    def view(self) -> Any:
        """The position as the seat sees it."""
        return self._ruleset.load_state(self.content.view, self.content.setup)

    @property
    def moves(self) -> Sequence[str]:
        return self.content.moves

    @cached_property
    def best(self) -> Draft:
        """The best turn, evaluated on the view."""
        return drafts.evaluate(self._ruleset, self.view, self.content.best, seat=self.seat)

    def is_whole_turn(self, draft: Draft) -> bool:
        """Return whether all orders can be played and end the turn, which makes them an attempt."""
        if draft.refusal is not None or not draft.steps:
            return False
        before, after = (self._ruleset.status(view) for view in (self.view, draft.view))
        return after.over or after.turn != before.turn or self.seat not in after.to_move

    def judge(self, draft: Draft) -> Verdict:
        if draft.refusal is not None:
            return Verdict(False, draft.refusal.sentence)
        if not draft.steps:
            return Verdict(False, _("You have not given any orders yet."))
        if not self.is_whole_turn(draft):
            return Verdict(False, _(
                "That is not a whole turn yet. Please give the rest of your orders, too."))
        chance, best = self._chance(draft), self._chance(self.best)
        solved = chance >= best - self.content.margin * TOLERANCE
        shown = {"colour": self.names[self.seat], "chance": _in_100(chance),
                 "best": _in_100(max(best, chance))}
        if solved:
            return Verdict(True, _(
                "This is the turn: %(colour)s wins about %(best)s of 100 games from here.") % shown)
        return Verdict(False, _(
            "After this turn %(colour)s wins about %(chance)s of 100 games, after the best one"
            " about %(best)s.") % shown)

    def reasons(self, instead: Draft | None = None) -> Sequence[str]:
        """Return why the best turn is good, compared with the turn played ``instead``, if any."""
        comments = self.room.comments
        if comments is None:
            return ()
        played = None if instead is None else [step.move for step in instead.steps]
        return comments.reasons(self.view, [step.move for step in self.best.steps],
                                instead=played, seat=self.seat, names=self.names)

    @property
    def _ruleset(self) -> Ruleset:
        return self.room.ruleset

    @property
    def _first_order(self) -> str:
        return self.content.best.split(drafts.SEPARATOR)[0]

    def _chance(self, draft: Draft) -> float:
        """Return the chance of winning after a whole turn, from 0 to 1."""
        return _chance_after(self, tuple(step.move for step in draft.steps))


@lru_cache(maxsize=1000)
def _chance_after(task: PuzzleTask, moves: tuple[Any, ...]) -> float:
    """Return the analyst's judgement of a whole turn, without a limit on its time."""
    assert task.room.analyst is not None  # a game with puzzles has one
    chance, = task.room.analyst.chances(task.view, [moves], seat=task.seat,
                                        salt=salt_of(task.slug), has_time=always)
    return chance


def _in_100(chance: float) -> int:
    return round(100 * chance)
