"""The views from which actions may be taken in this turn: now, or after a march.

Tells if an action that an email lists before the march can be played after one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine import orders
from engine.alexandros.legal_moves import card_moves
from engine.alexandros.marches import generate_marches, targets
from engine.alexandros.moves import Move
from engine.alexandros.rules import RULESET
from engine.alexandros.state import ACT, MARCH, TAKE, State
from engine.errors import Refusal
from engine.replay import fold

MARCHES = 48  # of each card that are tried


class ActingViews:
    """The views in phase "act" that this turn can lead to; each is made when it is needed."""

    def __init__(self, view: State):
        self._made: list[State] = []
        self._rest = _acting(view)

    def allow(self, order: str) -> bool:
        """Checks if the order can be played as it is written in one of these views."""
        return any(_can_play(view, order) for view in self._views())

    def _views(self) -> Iterator[State]:
        yield from self._made
        for view in self._rest:
            self._made.append(view)
            yield view


def _acting(view: State) -> Iterator[State]:
    if view.phase == ACT:
        yield view
    elif view.phase == MARCH:
        marches = generate_marches(view, targets(view))
        yield from (_after(view, march) for march in islice(marches, MARCHES))
    elif view.phase == TAKE:
        for card in card_moves(view):
            yield from _acting(_after(view, card))


def _after(view: State, move: Move) -> State:
    events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=view.seat)
    after: State = fold(RULESET, view, events)
    return after


def _can_play(view: State, order: str) -> bool:
    try:
        orders.evaluate(RULESET, view, [order], seat=view.seat)
    except Refusal:
        return False
    return True
