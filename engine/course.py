"""Lessons of a course: positions from short games, texts, tasks, and the judgement of attempts.

A game brings its own texts, goals and short games, which are played by its rules.  So a real game
can reach every position.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from engine import drafts
from engine.chance import Chance
from engine.drafts import Draft, Verdict
from engine.orders import EvaluatedMove, split
from engine.replay import fold
from engine.ruleset import Ruleset, Setup
from engine.translation import gettext as _

LEARNER = 0  # the seat of the learner


@dataclass(frozen=True, slots=True)
class Fault:
    """What orders have done and why this is not enough, in a sentence.

    ``places`` are the parts of the board that it is about, as those of a ``Verdict``.
    """

    sentence: str
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)


# Returns "" if the goal is reached, and otherwise what is wrong: only the sentence if it is about
# no place.  The draft contains what follows in the game, as the learner sees it.  Goals judge what
# orders do and not their text, so that every solution counts.
Goal = Callable[[Draft], Fault | str]

# Returns the setup and the chance of the short game that an entry of the file describes.
Beginning = Callable[[Mapping[str, Any]], tuple[Setup, Chance]]


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the moves that led to it, as the learner sees them, oldest first."""

    state: Any
    moves: tuple[str, ...]
    players: int


class Positions(Mapping[str, Position]):
    """The positions at the end of the short games in a TOML file, by their names.

    ``turns`` of an entry are lines of orders.  They are those of the player whose colour a line
    begins with ("yellow: bid up to 3"), and otherwise of whoever is to move.  The games are played
    at the first use, which raises a Refusal if one of them breaks the rules.
    """

    def __init__(self, ruleset: Ruleset, file: Traversable, begin: Beginning,
                 colour: Callable[[int], str]):
        self.ruleset = ruleset
        self.colour = colour
        self._file = file
        self._begin = begin

    def __getitem__(self, name: str) -> Position:
        return self._played[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._played)

    def __len__(self) -> int:
        return len(self._played)

    __hash__ = object.__hash__  # lessons are hashed with their positions

    @cached_property
    def _played(self) -> Mapping[str, Position]:
        entries = tomllib.loads(self._file.read_text("utf-8"))
        return {name: self._play(entry) for name, entry in entries.items()}

    def _play(self, entry: Mapping[str, Any]) -> Position:
        ruleset, (setup, chance) = self.ruleset, self._begin(entry)
        state = fold(ruleset, None, ruleset.start(setup, chance))
        moves = []
        for line in entry["turns"]:
            colour, _colon, orders = line.rpartition(": ")
            for order in split(orders, ruleset.verbs):
                seat = ruleset.colours.index(colour) if colour else (
                    ruleset.status(state).to_move[0])
                move = ruleset.parse(order, state, seat=seat)
                moves.append(ruleset.view_move(
                    ruleset.format(move, state), by=seat, seat=LEARNER))
                state = fold(ruleset, state, ruleset.decide(state, move, chance, seat=seat))
        return Position(state, tuple(moves), setup.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A task that teaches one idea.

    ``position``  the name of the position among ``positions``.
    ``teaches``   are the paragraphs of the lesson, ``asks`` is the task in one sentence, ``hinted``
                  a hint, and ``praised`` the praise for a solution.  All are English; properties
                  give them in the reader's language.
    ``goals``     all must be reached.  The first that is not reached makes the reply.
    ``solution``  orders that solve the task, in notation.
    """

    positions: Positions
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
        """The seat of the learner, for whom the game waits."""
        return LEARNER

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(self.positions.colour(seat) for seat in range(self._played.players))

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
    def view(self) -> Any:
        """The position as the learner sees it."""
        return self.positions.ruleset.view(self._played.state, self.seat)

    @property
    def moves(self) -> Sequence[str]:
        """The moves that led to the position as the learner sees them, oldest first."""
        return self._played.moves

    def judge(self, draft: Draft) -> Verdict:
        """Judge orders that were evaluated on the view."""
        if draft.refusal is not None:
            return Verdict(False, draft.refusal.sentence)
        if not draft.steps:
            return Verdict(False, _("You have not given any orders yet. Choose them on the board,"
                                    " or write them."))
        outcome = self._outcome(draft)
        fault = next(filter(None, (goal(outcome) for goal in self.goals)), None)
        if fault is None:
            return Verdict(True, _(self.praised), outcome)
        if isinstance(fault, str):
            fault = Fault(fault)
        return Verdict(False, fault.sentence, outcome, fault.places)

    def _outcome(self, draft: Draft) -> Draft:
        """Return the draft with what follows from its orders in the game, as the learner sees it.

        Others may have decided in secret there, such as what they bid.
        """
        ruleset, seat = self.positions.ruleset, self.seat
        played = drafts.evaluate(ruleset, self._played.state, draft.text, seat=seat)
        return Draft(draft.start, tuple(_seen(ruleset, step, seat) for step in played.steps))

    @property
    def _played(self) -> Position:
        return self.positions[self.position]


def _seen(ruleset: Ruleset, step: EvaluatedMove, seat: int) -> EvaluatedMove:
    """Return a move in a game as a seat sees it."""
    over = ruleset.status(step.after).over
    return replace(
        step, before=ruleset.view(step.before, seat), after=ruleset.view(step.after, seat),
        events=tuple(ruleset.view_event(event, seat, over=over) for event in step.events))
