"""Refusals of all orders that have the form of a move, for tests of what they suggest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from alexandros_rules import orders
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.lattice import STEPS, bits
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.errors import Refusal

_EXAMPLE = re.compile(r"as in ((?:take|play|march|occupy|levy|recall) [^.,]*(?:\.[A-Z][^.,]*)?)")
# The refused order, at the start, and a word of it that is said not to belong there.
_ECHO = re.compile(r"""^(?:We cannot read )?('[^']*'|"[^"]*")|'[^']*' (?:is not|does not belong)""")
_QUOTED = re.compile(r"'((?:draw|end|stay|take|play|march|occupy|levy|recall)\b[^']*)'")
_LISTED = re.compile(r"Write (?:this|one of these): (.*?)\.(?: There (?:is|are) \d+ more\.)?$")


def written_orders(state: State) -> Iterator[str]:
    """Yields every verb with every card or space, and a few with several arguments."""
    names = list(state.board.names.values())
    for card in SYMBOLS:
        yield from (f"{verb} {card}" for verb in ("take", "play", "levy"))
    for name in names:
        yield from (f"{verb} {name}" for verb in ("march", "occupy", "recall"))
        yield f"occupy {name} give {SYMBOLS[0]}"
        yield f"march {name} via {STEPS[0]}"
    for a, b in combinations(_near(state), 2):
        yield f"occupy {a} {b}"
    yield from ("draw", "end", "stay", "march", "occupy", "recall", "take", "play", "levy", "xyzzy")
    yield from ("take a horse from the supply", "recall A1 A2", "draw now", "march Z99")


def _near(state: State) -> list[str]:
    """The symbol spaces that touch Alexander's point, and those with guards."""
    spaces = state.board.spaces_at[state.alexander] | sum(state.guards)
    return [state.board.names[s] for s in bits(spaces & ~state.board.open)]


def refusal_of(view: State, text: str) -> Refusal | None:
    """Returns the refusal of an order on its sender's view, or None if it can be played."""
    try:
        orders.evaluate(RULESET, view, text, seat=view.seat)
    except Refusal as refusal:
        return refusal
    return None


def suggested(refusal: Refusal) -> list[str]:
    """Returns all orders that a refusal suggests: those it allows and those in its sentence."""
    sentence = _ECHO.sub("", refusal.sentence)
    found: list[Any] = [*refusal.allowed, *_EXAMPLE.findall(sentence), *_QUOTED.findall(sentence)]
    listed = _LISTED.search(sentence)
    return [*found, *(listed[1].split("; ") if listed else [])]
