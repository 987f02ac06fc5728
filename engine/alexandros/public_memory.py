"""Public memory: which cards of a hand everybody has seen, as far as they must still be there.

Known are face-up cards that were taken, and cards received for a lost province (K3).  When cards
leave a hand, we assume that the known ones go first, so at least the known cards are in the hand.
Games of the original rules have no public memory.
"""

from __future__ import annotations

from engine.alexandros import cards
from engine.alexandros.cards import Counts
from engine.alexandros.state import ORIGINAL, State
from engine.immutable import with_item

Known = tuple[Counts, ...]


def with_seen(state: State, seat: int, some: Counts) -> Known:
    """Return the known cards after everybody has seen this seat get some cards (C5)."""
    if state.rules == ORIGINAL:
        return state.known
    return with_item(state.known, seat, cards.add(state.known[seat], some))


def without(state: State, seat: int, some: Counts) -> Known:
    """Return the known cards after some cards have left this seat's hand (C5)."""
    known = state.known[seat]
    left = tuple([max(0, seen - gone) for seen, gone in zip(known, some, strict=True)])
    return with_item(state.known, seat, left)
