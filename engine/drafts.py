"""A draft: orders not yet given, judged on their sender's view and shown as a position.

Owns how far a text of orders can be played; stores nothing and decides nothing.  The
draft lives in the address of the page, so that trying things out costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import orders
from engine.errors import Refusal
from engine.narration import narrate
from engine.orders import JudgedMove
from engine.ruleset import Ruleset

SEPARATOR = "; "


@dataclass(frozen=True, slots=True)
class Draft:
    """Orders as far as they go.

    ``start`` is the sender's view before them and ``steps`` those that can be played;
    ``refusal`` says why the next one cannot, None when all can.
    """

    start: Any
    steps: tuple[JudgedMove, ...]
    refusal: Refusal | None = None

    @property
    def view(self) -> Any:
        """The position after the steps."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def text(self) -> str:
        """The steps in notation, as one line."""
        return SEPARATOR.join(step.text for step in self.steps)

    def until(self, count: int) -> str:
        """The first ``count`` steps in notation."""
        return SEPARATOR.join(step.text for step in self.steps[:count])

    def instead(self, order: str) -> str:
        """The steps with another order in place of the last one, in notation."""
        return SEPARATOR.join([*(step.text for step in self.steps[:-1]), order])

    def also(self, order: str) -> str:
        """The steps with one more order, in notation."""
        return SEPARATOR.join([*(step.text for step in self.steps), order])


def read(ruleset: Ruleset, view: Any, text: str, *, seat: int) -> Draft:
    """The draft a text makes; what cannot be read or played is its ``refusal``."""
    try:
        lines = orders.split(text, ruleset.verbs)
        return Draft(view, orders.judge(ruleset, view, lines, seat=seat))
    except Refusal as refusal:
        if not refusal.line:
            return Draft(view, (), refusal)
        good = orders.judge(ruleset, view, lines[: refusal.line - 1], seat=seat)
        return Draft(view, good, refusal)


def sentences(draft: Draft, *, ruleset: Ruleset, names: Sequence[str]) -> list[str]:
    """What the steps would do, in full sentences, in their sender's eyes."""
    return [
        sentence for step in draft.steps
        for sentence in narrate(ruleset, step.before, step.events, names=names)
    ]
