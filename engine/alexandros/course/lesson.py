"""Lessons: a position, paragraphs about one idea, a task, and the judgement of attempts.

The positions come from the short games in ``positions.toml``, which are played by the rules.  So a
real game can reach every position.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from engine.alexandros import cards, display_names
from engine.alexandros.board_file import shipped
from engine.alexandros.course.goals import Goal
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.chance import ScriptedChance
from engine.drafts import Draft, Verdict
from engine.orders import split
from engine.replay import fold
from engine.ruleset import Setup
from engine.translation import gettext as _

LEARNER = 0  # the seat of the learner
PLAYERS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A task that teaches one idea.

    ``position``  the name of the position.  ``teaches`` are the paragraphs of the lesson, ``asks``
                  is the task in one sentence, ``hinted`` a hint, and ``praised`` the praise for a
                  solution.  All are English; properties give them in the reader's language.
    ``goals``     all must be reached.  The first that is not reached makes the reply.
    ``solution``  orders that solve the task, in notation.
    """

    slug: str
    called: str
    position: str
    teaches: tuple[str, ...]
    asks: str
    hinted: str
    praised: str
    goals: tuple[Goal, ...]
    solution: str

    @property
    def seat(self) -> int:
        """The seat of the learner, whose turn it is."""
        return LEARNER

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(display_names.colour(seat) for seat in range(PLAYERS))

    @property
    def title(self) -> str:
        """The subject of the lesson in a few words."""
        return _(self.called)

    @property
    def text(self) -> Sequence[str]:
        """The lesson in short paragraphs."""
        return [_(paragraph) for paragraph in self.teaches]

    @property
    def task(self) -> str:
        """The task in one sentence."""
        return _(self.asks)

    @property
    def hint(self) -> str:
        """The hint for learners who cannot solve the task."""
        return _(self.hinted)

    @property
    def view(self) -> State:
        """The position as the learner sees it."""
        view: State = RULESET.view(self._played.state, self.seat)
        return view

    @property
    def moves(self) -> Sequence[str]:
        """The moves that led to the position, in notation, oldest first."""
        return self._played.moves

    def judge(self, draft: Draft) -> Verdict:
        """Judge orders that were evaluated on the view."""
        if draft.refusal is not None:
            return Verdict(False, draft.refusal.sentence)
        if not draft.steps:
            return Verdict(False, _("You have not given any orders yet. Choose them on the board,"
                                    " or write them."))
        faults = (goal(draft) for goal in self.goals)
        fault = next((fault for fault in faults if fault), "")
        return Verdict(not fault, fault or _(self.praised))

    @property
    def _played(self) -> Position:
        return positions()[self.position]


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the moves in notation that led to it, oldest first."""

    state: State
    moves: tuple[str, ...]


@lru_cache(maxsize=1)
def positions() -> Mapping[str, Position]:
    """Return all positions by name.  Raise a Refusal if the file breaks the rules."""
    text = (resources.files("engine.alexandros.course") / "positions.toml").read_text("utf-8")
    return {name: _played(entry) for name, entry in tomllib.loads(text).items()}


def _played(entry: Mapping[str, Any]) -> Position:
    chance = ScriptedChance({"shuffle-1": _deck(entry["deck"])})
    setup = Setup(shipped()[entry["board"]], PLAYERS, {"first": entry.get("first", LEARNER)})
    state: State = fold(RULESET, None, RULESET.start(setup, chance))
    moves = []
    for order in split("\n".join(entry["turns"]), RULESET.verbs):
        move = RULESET.parse(order, state, seat=state.seat)
        moves.append(RULESET.format(move, state))
        state = fold(RULESET, state, RULESET.decide(state, move, chance, seat=state.seat))
    return Position(state, tuple(moves))


def _deck(top: str) -> tuple[int, ...]:
    """Return a whole deck that begins with these cards."""
    first = cards.read_row(top)
    rest = [card for card in cards.KINDS
            for _ in range(cards.CARDS_PER_SYMBOL - first.count(card))]
    return (*first, *rest)
