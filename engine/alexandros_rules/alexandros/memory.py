"""What everybody can tell about hidden cards: the pools that they were drawn from.

A state keeps the older pools only; the newest has all other cards that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.pools import EVERY_CARD, Pool, Pools
from alexandros_rules.alexandros.state import State
from alexandros_rules.immutable import with_item


def pools(state: State) -> Pools:
    """Return all pools of a state or view, the newest last.

    The known cards of the newest pool include those that have come from it since but are unknown
    on this view, such as a card turned up in the middle of a plan.
    """
    seen = (*state.known, cards.counts(state.face_up), state.discard,
            *[pool.cards for pool in state.older])
    hidden = [
        cards.total(hand) - cards.total(known) - sum(pool.held[seat] for pool in state.older)
        for seat, (hand, known) in enumerate(zip(state.hands, state.known, strict=True))]
    left = reduce(cards.subtract, seen, EVERY_CARD)
    return (*state.older, Pool((*left[:cards.UNKNOWN], 0), tuple(hidden)))


def after_shuffle(state: State) -> Pools:
    """Return the older pools after a shuffle of the discard pile; ``state`` is that before it."""
    return tuple([pool for pool in pools(state) if any(pool.cards)])


def after_showing(state: State, seat: int, some: Counts) -> Pools:
    """Return the older pools after cards have left a hand, of which known cards go first."""
    left = pools(state)
    for card in cards.expand(cards.missing(state.known[seat], some)):
        left = _shown(left, seat, card)
    return tuple([pool for pool in left[:-1] if any(pool.cards)])


def _shown(some: Pools, seat: int, card: int) -> Pools:
    """Return the pools after a seat has shown one of its hidden cards."""
    # The card may come from several pools; we assume the oldest.  If no pool fits, an earlier
    # assumption was wrong, so we no longer tell the pools apart.
    for i, pool in enumerate(some):
        if pool.held[seat] and pool.cards[card]:
            held = with_item(pool.held, seat, pool.held[seat] - 1)
            rest = Pool(cards.subtract(pool.cards, cards.single(card)), held)
            return with_item(some, i, rest)
    return _shown((_merged(some),), seat, card) if len(some) > 1 else some


def _merged(some: Sequence[Pool]) -> Pool:
    held = tuple(sum(counts) for counts in zip(*[pool.held for pool in some], strict=True))
    return Pool(reduce(cards.add, [pool.cards for pool in some]), held)
