"""Positions in which the best turn is looked for, and the analyst's judgement of every attempt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules import drafts
from alexandros_rules.analysis import Answer
from alexandros_rules.bot_plans import always
from alexandros_rules.drafts import Draft, Verdict
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.translation import translate_orders
from games.rulesets.registry import Room

TOLERANCE = 0.5  # of the margin: how much worse than the best turn a solution may be


def is_solution(chance: float, *, best: float, margin: float) -> bool:
    """Return whether a turn solves a task, by the chances of winning that it and the best leave.

    The turn may lose at most ``TOLERANCE`` of the margin by which the best turn leads.
    """
    return chance >= best - margin * TOLERANCE


class BestTurn(ABC):
    """The parts of a ``games.rulesets.protocols.Task`` that all such positions have in common.

    Equal tasks have equal positions.
    """

    room: Room

    @property
    @abstractmethod
    def seat(self) -> int:
        """The seat to move."""

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The names of the players."""

    @property
    @abstractmethod
    def ruleset(self) -> Ruleset:
        """The rules of the position's game."""

    @property
    @abstractmethod
    def view(self) -> Any:
        """The position as the seat sees it."""

    @property
    @abstractmethod
    def solution(self) -> str:
        """The orders of the best turn."""

    @property
    @abstractmethod
    def margin(self) -> float:
        """The chance of winning that the best turn leaves more than others, from 0 to 1."""

    @property
    @abstractmethod
    def salt(self) -> bytes:
        """The randomness with which the analyst looks at the position, always the same."""

    @property
    def hint(self) -> str:
        reasons = self._differences(None)
        return reasons[0] if reasons else _(
            "The best turn begins with %(order)s.") % {
                "order": translate_orders(self.solution.split(drafts.SEPARATOR)[0])}

    @cached_property
    def best(self) -> Draft:
        """The best turn, evaluated on the view."""
        return self.evaluate(self.solution)

    @property
    def turns(self) -> int:
        return 1

    def evaluate(self, text: str) -> Draft:
        """See ``games.rulesets.protocols.Task``."""
        return drafts.evaluate(self.ruleset, self.view, text, seat=self.seat)

    def turns_left(self, draft: Draft) -> int:
        """See ``games.rulesets.protocols.Task``."""
        return int(drafts.goes_on(self.ruleset, draft, seat=self.seat))

    def is_attempt(self, draft: Draft) -> bool:
        """Return whether all orders can be played and end the turn."""
        return draft.refusal is None and bool(draft.steps) and not self.turns_left(draft)

    def judge(self, draft: Draft) -> Verdict:
        """See ``games.rulesets.protocols.Task``."""
        if draft.refusal is not None:
            return Verdict(False, draft.refusal.sentence)
        if not draft.steps:
            return Verdict(False, _("You have not given any orders yet."))
        if not self.is_attempt(draft):
            return Verdict(False, _(
                "That is not a whole turn yet. Please give the rest of your orders, too, even if"
                " only “end” is missing."))
        chance, best = self._chance(draft), self._chance(self.best)
        shown = {"colour": self.names[self.seat], "chance": _in_100(chance),
                 "best": _in_100(best)}
        if draft.text == self.best.text:
            return Verdict(True, _(
                "This is the turn: %(colour)s wins about %(best)s of 100 games from here.") % shown)
        if is_solution(chance, best=best, margin=self.margin):
            return Verdict(True, _(
                "This turn solves it: %(colour)s wins about %(chance)s of 100 games from here."
            ) % shown)
        return Verdict(False, _(
            "After this turn %(colour)s wins about %(chance)s of 100 games, after the best one"
            " about %(best)s.") % shown)

    def reasons(self, instead: Draft | None = None) -> Sequence[str]:
        """Return why the best turn is good, compared with the turn played ``instead``, if any.

        If nothing else can be said, the chances of winning are the reason.
        """
        reasons = self._differences(instead)
        if reasons:
            return reasons
        about = {"colour": self.names[self.seat], "best": _in_100(self._chance(self.best))}
        if instead is None:
            return [_("After it, %(colour)s wins about %(best)s of 100 games.") % about]
        text = _("After it, %(colour)s wins about %(best)s of 100 games instead of %(chance)s.")
        return [text % {**about, "chance": _in_100(self._chance(instead))}]

    def refutation(self, draft: Draft) -> Sequence[str]:
        """Return what the likeliest answer to a whole turn does, compared with that to the best.

        If it harms this seat no more, all of its moves are told.  There are no sentences if the
        game is over, or if chance comes first.
        """
        answer = self._answer(draft)
        if answer is None:
            return ()
        harms = self._harms(answer)
        other = self._harms(self._answer(self.best)) if harms else ()
        return [each for each in harms if each not in other] or drafts.describe(
            self._played(answer), ruleset=self.ruleset, names=self.names, seat=None)

    def answer(self, draft: Draft) -> Draft | None:
        """Return the likeliest answer to a whole turn, evaluated on the view of who gives it.

        Returns None if the game is over, or if chance comes first.
        """
        answer = self._answer(draft)
        return None if answer is None else self._played(answer)

    def _answer(self, draft: Draft) -> Answer | None:
        return _answer_to(self, tuple(step.move for step in draft.steps))

    def _harms(self, answer: Answer | None) -> Sequence[str]:
        if answer is None or self.room.comments is None:
            return ()
        return self.room.comments.harms(answer.view, answer.moves, seat=answer.seat, to=self.seat,
                                        names=self.names)

    def _played(self, answer: Answer) -> Draft:
        orders = drafts.write_moves(self.ruleset, answer.view, answer.moves, seat=answer.seat)
        return drafts.evaluate(self.ruleset, answer.view, orders, seat=answer.seat)

    def _differences(self, instead: Draft | None) -> Sequence[str]:
        comments = self.room.comments
        if comments is None:
            return ()
        return comments.reasons(self.view, [step.move for step in self.best.steps],
                                instead=instead and instead.view, seat=self.seat, names=self.names,
                                played=[step.move for step in instead.steps] if instead else ())

    def _chance(self, draft: Draft) -> float:
        """Return the chance of winning after a whole turn, from 0 to 1."""
        return _chance_after(self, tuple(step.move for step in draft.steps))


@lru_cache(maxsize=1000)
def _chance_after(task: BestTurn, moves: tuple[Any, ...]) -> float:
    """Return the analyst's judgement of a whole turn, without a limit on its time."""
    assert task.room.analyst is not None  # a game with such tasks has one
    chance, = task.room.analyst.chances(task.view, [moves], seat=task.seat, salt=task.salt,
                                        has_time=always)
    return chance


@lru_cache(maxsize=1000)
def _answer_to(task: BestTurn, moves: tuple[Any, ...]) -> Answer | None:
    """Return the likeliest answer to a whole turn, without a limit on the analyst's time."""
    assert task.room.analyst is not None  # a game with such tasks has one
    return task.room.analyst.answer(task.view, moves, seat=task.seat, salt=task.salt,
                                    has_time=always)


def _in_100(chance: float) -> int:
    return round(100 * chance)
