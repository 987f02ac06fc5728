"""Orders: several moves in notation, judged whole against what their sender sees.

The same evaluator serves the draft on the page, replies by mail, bots'
proposals and "what if".  It works on the sender's *view*: a card yet to be
revealed is unknown and no later move of the same orders can use it.  What
passes here cannot fail on the true state, and what fails was never tried
there, so a refusal tells nothing and nothing is ever half done (R18).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import Illegal, Refusal, Unreadable
from engine.replay import fold
from engine.ruleset import Ruleset

MAX_MOVES = 20
MAX_LENGTH = 4000

_SEPARATOR = re.compile(r"[;\n\r]+")
_NUMBERING = re.compile(r"^\s*(?:\d{1,2}\s*[.):]|[-*•])\s*")


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the orders: its canonical text and what it does in the sender's view."""

    text: str
    move: Any
    before: Any
    events: tuple[Any, ...]
    after: Any


def split(text: str) -> list[str]:
    """The single orders of a text: one a line or between semicolons, numbering dropped."""
    _check_length(len(text))
    parts = (_NUMBERING.sub("", part).strip() for part in _SEPARATOR.split(text))
    return [part for part in parts if part]


def _check_length(length: int) -> None:
    if length > MAX_LENGTH:
        raise Unreadable(
            "too-long", f"These orders have more than {MAX_LENGTH} characters; write one turn only."
        )


def judge(ruleset: Ruleset, view: Any, text: str | Sequence[str], *, seat: int) -> tuple[Step, ...]:
    """The steps these orders make of the view; raises a Refusal that names the line."""
    lines = split(text) if isinstance(text, str) else list(text)
    _check_length(sum(map(len, lines)))
    if len(lines) > MAX_MOVES:
        raise Unreadable(
            "too-many", f"A turn has no more than {MAX_MOVES} orders; these are {len(lines)}."
        )
    steps: list[Step] = []
    turn = ruleset.status(view).turn
    for line, part in enumerate(lines, 1):
        try:
            steps.append(_step(ruleset, view, part, seat=seat, turn=turn))
        except Refusal as refusal:
            raise refusal.at(line) from None
        view = steps[-1].after
    return tuple(steps)


def _step(ruleset: Ruleset, view: Any, text: str, *, seat: int, turn: int) -> Step:
    status = ruleset.status(view)
    if status.over:
        raise Illegal("game-over", "The game is over; no more orders can be given.")
    if status.turn != turn:
        raise Illegal("turn-over", "Your turn is over before this order; leave it out.")
    if seat not in status.to_move:
        raise Illegal("not-your-turn", "It is not your turn; wait for the mail that says so.")
    move = ruleset.parse(text, view)
    events = ruleset.decide(view, move, ruleset.unknown())
    return Step(ruleset.format(move, view), move, view, events, fold(ruleset, view, events))
