"""Orders tried out on a player's view, each of them only once.

The suggestions for a turn come back to the same few positions again and again.
"""

from __future__ import annotations

from engine import orders
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.drafts import SEPARATOR, Draft
from engine.errors import Refusal
from engine.orders import EvaluatedMove


class Trials:
    """Orders in notation, as they would be played on the views that they lead to."""

    def __init__(self) -> None:
        # With the view, so that its id stays its own.
        self._known: dict[tuple[int, str], tuple[State, EvaluatedMove | Refusal]] = {}

    def draft(self, view: State, order: str) -> Draft:
        """Several orders in a line, as far as they can be played; "" is none."""
        draft = Draft(view, ())
        for single in order.split(SEPARATOR) if order else ():
            step = self.step(draft.view, single)
            if isinstance(step, Refusal):
                return Draft(view, draft.steps, step)
            draft = Draft(view, (*draft.steps, step))
        return draft

    def step(self, view: State, order: str) -> EvaluatedMove | Refusal:
        """One order, or why it cannot be played."""
        key = (id(view), order)
        if key not in self._known:
            self._known[key] = view, _tried(view, order)
        return self._known[key][1]


def _tried(view: State, order: str) -> EvaluatedMove | Refusal:
    try:
        (move,) = orders.evaluate(RULESET, view, [order], seat=view.seat)
    except Refusal as refusal:
        return refusal
    return move
