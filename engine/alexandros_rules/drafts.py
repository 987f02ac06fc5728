"""Drafts: orders that a player is still composing, evaluated on that player's view.

A draft says how far its orders can be played and which position they lead to.  It stores nothing
and changes nothing: the page keeps its text in the URL, so trying things out costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alexandros_rules import orders
from alexandros_rules.addressing import for_reader
from alexandros_rules.errors import Refusal
from alexandros_rules.narration import narrate
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.translation import translate_orders

SEPARATOR = "; "


@dataclass(frozen=True, slots=True)
class Draft:
    """Evaluated orders, as far as they can be played.

    ``start`` is the sender's view before the orders, and ``steps`` are the orders that can be
    played.  ``refusal`` says why the next order cannot be played; None if all orders can.

    A draft of several turns, as some lessons ask for, has those before ``start`` in ``earlier``,
    and with the answers of the others in ``moves``, in notation.
    """

    start: Any
    steps: tuple[EvaluatedMove, ...]
    refusal: Refusal | None = None
    earlier: tuple[EvaluatedMove, ...] = ()
    moves: tuple[str, ...] = ()

    @property
    def all_steps(self) -> tuple[EvaluatedMove, ...]:
        """The orders of all turns that can be played."""
        return (*self.earlier, *self.steps)

    @property
    def view(self) -> Any:
        """The view after the moves."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def text(self) -> str:
        """The moves in notation, as one line."""
        return SEPARATOR.join(step.text for step in self.all_steps)

    @property
    def in_lines(self) -> str:
        """The moves in the reader's language, one a line, as in a text field."""
        return translate_orders(self.text).replace(SEPARATOR, "\n")

    def first_moves(self, count: int) -> str:
        """Return the first ``count`` moves in notation."""
        return SEPARATOR.join(step.text for step in self.all_steps[:count])

    def with_last_replaced(self, order: str) -> str:
        """Return the moves in notation, with this order in place of the last one."""
        return SEPARATOR.join([*(step.text for step in self.all_steps[:-1]), order])

    def with_added(self, order: str) -> str:
        """Return the moves in notation, followed by this order."""
        return SEPARATOR.join([*(step.text for step in self.all_steps), order])


def evaluate(ruleset: Ruleset, view: Any, text: str, *, seat: int) -> Draft:
    """Evaluate a text of orders.  Never raises a Refusal: the refusal is part of the draft."""
    try:
        lines = orders.split(text, ruleset.verbs)
        return Draft(view, orders.evaluate(ruleset, view, lines, seat=seat))
    except Refusal as refusal:
        if not refusal.line:
            return Draft(view, (), refusal)
        moves = orders.evaluate(ruleset, view, lines[: refusal.line - 1], seat=seat)
        return Draft(view, moves, refusal)


def goes_on(ruleset: Ruleset, draft: Draft, *, seat: int) -> bool:
    """Return whether the seat's turn, if it has one, is not over after the moves of the draft."""
    before, after = ruleset.status(draft.start), ruleset.status(draft.view)
    return (seat in before.to_move and seat in after.to_move and after.turn == before.turn
            and not after.over)


def write_moves(ruleset: Ruleset, view: Any, moves: Sequence[Any], *, seat: int) -> str:
    """Return moves that are legal on the view, one after another, in notation."""
    lines = []
    for move in moves:
        lines.append(ruleset.format(move, view))
        events = ruleset.decide(view, move, ruleset.unknown_chance(), seat=seat)
        view = fold(ruleset, view, events)
    return SEPARATOR.join(lines)


def example_turn(ruleset: Ruleset, view: Any, *, seat: int) -> str:
    """Return orders for a whole turn that can be played; "" if the seat is not to move.

    The orders repeat the first legal move, as far as the sender can see.
    """
    draft, turn = Draft(view, ()), ruleset.status(view).turn
    for _ in range(orders.MAX_MOVES):
        status = ruleset.status(draft.view)
        if seat not in status.to_move or status.turn != turn:
            break
        move = ruleset.legal_moves(draft.view, seat=seat)[0]
        line = ruleset.format(move, draft.view)
        draft = Draft(view, draft.steps + orders.evaluate(ruleset, draft.view, [line], seat=seat))
    return draft.text


def describe(draft: Draft, *, ruleset: Ruleset, names: Sequence[str],
             seat: int | None) -> list[str]:
    """Return full sentences that say what the moves would do, as far as the sender can see.

    The player at ``seat`` is “you”; None if everybody is told by name.
    """
    return [
        sentence for step in draft.all_steps
        for sentence in narrate(ruleset, step.before, step.events, names=for_reader(names, seat))
    ]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an attempt at a task, and a sentence that says why.

    ``outcome`` is the draft with what follows in the game of the task, where others have decided
    in secret; None if the draft shows everything.  ``places`` are the parts of the board that the
    sentence is about, as numbers by their kind, which are the game's own.
    """

    solved: bool
    sentence: str
    outcome: Draft | None = None
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)
