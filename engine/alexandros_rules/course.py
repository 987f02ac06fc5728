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
from itertools import pairwise
from typing import Any

from alexandros_rules import drafts, orders
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import Chance
from alexandros_rules.drafts import Draft, Verdict
from alexandros_rules.errors import Illegal, Refusal
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Bot, Ruleset, Setup
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import ngettext

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
    """A position and the moves that led to it, as the learner sees them, oldest first.

    ``chance`` is that of the short game, which goes on in lessons of several turns.
    """

    state: Any
    moves: tuple[str, ...]
    players: int
    chance: Chance


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
            colour, _colon, line = line.rpartition(": ")
            for order in orders.split(line, ruleset.verbs):
                seat = ruleset.colours.index(colour) if colour else (
                    ruleset.status(state).to_move[0])
                move = ruleset.parse(order, state, seat=seat)
                moves.append(ruleset.view_move(
                    ruleset.format(move, state), by=seat, seat=LEARNER))
                state = fold(ruleset, state, ruleset.decide(state, move, chance, seat=seat))
        return Position(state, tuple(moves), setup.players, chance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A task that teaches one idea.

    ``position``  the name of the position among ``positions``.
    ``teaches``   are the paragraphs of the lesson, ``asks`` is the task in one sentence, ``hinted``
                  a hint, and ``praised`` the praise for a solution.  All are English; properties
                  give them in the reader's language.
    ``goals``     all must be reached.  The first that is not reached makes the reply.
    ``solution``  orders that solve the task, in notation.
    ``turns``     how many turns the learner plays.  With several, the game goes on after each: a
                  bot plays the others, and the learner sees the cards that they get.
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
    turns: int = 1

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

    def evaluate(self, text: str) -> Draft:
        """Return the draft of these orders, as far as they can be played in the position."""
        if self.turns == 1:
            return drafts.evaluate(self.positions.ruleset, self.view, text, seat=self.seat)
        return self._several_turns(text)

    def turns_left(self, draft: Draft) -> int:
        """Return how many turns of the task are not over after a draft."""
        ruleset = self.positions.ruleset
        if ruleset.status(draft.view).over:
            return 0
        turns = [ruleset.status(step.before).turn for step in draft.all_steps]
        turns.append(ruleset.status(draft.view).turn)
        return self.turns - sum(now != before for before, now in pairwise(turns))

    def is_attempt(self, draft: Draft) -> bool:
        """Return whether orders can be judged: any, but of several turns only all."""
        return bool(draft.steps) and (self.turns == 1 or not self.turns_left(draft))

    def judge(self, draft: Draft) -> Verdict:
        """Judge orders that ``evaluate`` has evaluated."""
        if draft.refusal is not None:
            return Verdict(False, draft.refusal.sentence)
        if not draft.all_steps:
            return Verdict(False, _("You have not given any orders yet. Choose them on the board,"
                                    " or write them."))
        if not self.is_attempt(draft):
            return Verdict(False, ngettext(
                "Your task is not over yet: one of its turns is left. Give the orders of all turns,"
                " one after another.",
                "Your task is not over yet: %(count)s of its turns are left. Give the orders of all"
                " turns, one after another.", self.turns_left(draft),
            ) % {"count": self.turns_left(draft)})
        outcome = draft if self.turns > 1 else self._outcome(draft)
        for goal in self.goals:
            fault = goal(outcome)
            if isinstance(fault, Fault):
                return Verdict(False, fault.sentence, outcome, fault.places)
            if fault:
                return Verdict(False, fault, outcome)
        return Verdict(True, _(self.praised), outcome)

    def _several_turns(self, text: str) -> Draft:
        """Return a draft of several turns, each of which the others have answered."""
        ruleset, draft = self.positions.ruleset, Draft(self._played.state, ())
        try:
            lines = orders.split(text, ruleset.verbs)
        except Refusal as refusal:
            return Draft(self.view, (), refusal)
        for number, line in enumerate(lines, 1):
            if self._is_needless_end(draft, line):
                continue
            try:
                draft = self._with_order(draft, line)
            except Refusal as refusal:
                draft = replace(draft, refusal=refusal.at(number))
                break
        return replace(
            draft, start=ruleset.view(draft.start, self.seat),
            steps=tuple(_seen(ruleset, step, self.seat) for step in draft.steps),
            earlier=tuple(_seen(ruleset, step, self.seat) for step in draft.earlier))

    def _with_order(self, draft: Draft, line: str) -> Draft:
        """Return the draft with one more order and, if a turn ends with it, the answers."""
        ruleset = self.positions.ruleset
        if not self.turns_left(draft):
            raise Illegal("turn-over", _("Your last turn ends before this order. Leave it out."))
        step, = orders.evaluate(ruleset, draft.view, [line], seat=self.seat)
        chance, moves = self._played.chance, []
        # The order was evaluated without the dice of the lesson.
        events = ruleset.decide(step.before, step.move, chance, seat=self.seat)
        step = replace(step, events=events, after=fold(ruleset, step.before, events))
        draft = replace(draft, steps=(*draft.steps, step))
        while self.seat not in (status := ruleset.status(draft.view)).to_move and not status.over:
            state, seat = draft.view, status.to_move[0]
            move = next_move(self._bot, ruleset.view(state, seat), seat=seat,
                             salt=self.slug.encode())
            moves.append(ruleset.view_move(ruleset.format(move, state), by=seat, seat=self.seat))
            events = ruleset.decide(state, move, chance, seat=seat)
            step = replace(draft.steps[-1], events=(*draft.steps[-1].events, *events),
                           after=fold(ruleset, state, events))
            draft = replace(draft, steps=(*draft.steps[:-1], step))
        turns = (ruleset.status(view).turn for view in (draft.start, draft.view))
        if len({*turns}) == 1 or not self.turns_left(draft):
            return draft
        own = [step.text for step in draft.steps]
        return Draft(draft.view, (), earlier=draft.all_steps, moves=(*draft.moves, *own, *moves))

    def _is_needless_end(self, draft: Draft, line: str) -> bool:
        """Return whether an order would only end a turn that has ended by itself."""
        ruleset = self.positions.ruleset
        if draft.steps or not draft.earlier or ruleset.only_ends_turn(draft.earlier[-1].move):
            return False
        try:
            move = orders.read_order(ruleset, line, draft.view, seat=self.seat)
        except Refusal:
            return False
        return ruleset.only_ends_turn(move)

    @property
    def _bot(self) -> Bot:
        return next(bot for bot in self.positions.ruleset.bots.values() if not bot.thinks)

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
