"""Pools of unseen cards: what everybody can tell about hidden cards from the shuffles.

When the discard pile is shuffled, everybody knows which cards it contains, and so which cards
the hidden part of all hands consists of.  Cards drawn later come from the new supply.  So hidden
cards belong to pools: one for each shuffle of which cards are still hidden, the last with the
supply.  Within a pool, every deal is equally probable.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from engine.alexandros import cards, events
from engine.alexandros.cards import Counts
from engine.alexandros.state import State
from engine.immutable import with_item


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards that were shuffled together and that nobody but their holder has seen since.

    ``held`` is the number of these cards in the hand of each seat.  The others are the supply,
    which only the last pool has.
    """

    cards: Counts
    held: tuple[int, ...]

    @property
    def left(self) -> int:
        """The number of cards that are in no hand."""
        return cards.total(self.cards) - sum(self.held)


Pools = tuple[Pool, ...]


def parts(pools: Pools) -> list[Any]:
    """Return the pools as JSON data: the cards of each and the numbers in the hands."""
    return [[cards.code(pool.cards), list(pool.held)] for pool in pools]


def read(position: str) -> Pools:
    """Return the pools in the text of a position."""
    __, pools = json.loads(position)
    return tuple([Pool(cards.read_code(code), tuple(held)) for code, held in pools])


def after(pools: Pools, event: events.Event, before: State) -> Pools:
    """Return the pools after an event; ``before`` is the true state before it."""
    match event:
        case events.Continued():
            return read(event.position)
        case events.Shuffled():
            new = Pool(cards.counts(event.supply), (0,) * before.players)
            return (*(pool for pool in pools if any(pool.held)), new)
        case events.Dealt() | events.Drew():
            return (*pools[:-1], _drawn(pools[-1], event.seat))
        case events.Revealed():
            return (*pools[:-1], _without(pools[-1], event.card))
        case events.Played() | events.Levied():
            return _left_hand(pools, before, event.seat, cards.single(event.card))
        case events.Occupied():
            return _left_hand(pools, before, event.seat, event.paid)
        case events.TookOver():
            spent = cards.add(event.removal, event.paid)
            return _left_hand(pools, before, event.seat, spent)
    return pools


def _drawn(pool: Pool, seat: int) -> Pool:
    return Pool(pool.cards, with_item(pool.held, seat, pool.held[seat] + 1))


def _without(pool: Pool, card: int) -> Pool:
    return Pool(cards.subtract(pool.cards, cards.single(card)), pool.held)


def _left_hand(pools: Pools, before: State, seat: int, some: Counts) -> Pools:
    """Return the pools after cards have left a hand, of which known cards went first."""
    hidden = cards.missing(before.known[seat], some)
    return reduce(lambda left, card: _shown(left, seat, card), cards.expand(hidden), pools)


def _shown(pools: Pools, seat: int, card: int) -> Pools:
    """Return the pools after a seat has shown one of its hidden cards."""
    # The card may come from several pools; we assume the oldest.  If no pool fits, an earlier
    # assumption was wrong, so we no longer tell the pools apart.
    for i, pool in enumerate(pools):
        if pool.held[seat] and pool.cards[card]:
            held = with_item(pool.held, seat, pool.held[seat] - 1)
            return with_item(pools, i, _without(Pool(pool.cards, held), card))
    return _shown((_merged(pools),), seat, card)


def _merged(pools: Sequence[Pool]) -> Pool:
    held = tuple(sum(counts) for counts in zip(*[pool.held for pool in pools], strict=True))
    return Pool(reduce(cards.add, [pool.cards for pool in pools]), held)
