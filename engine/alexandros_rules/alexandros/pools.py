"""Pools of hidden cards: those that were shuffled together.

When the discard pile is shuffled, everybody knows which cards it contains, and so which cards the
hidden part of all hands consists of.  Cards drawn later come from the new supply.  So every hidden
card belongs to a pool: there is one for each shuffle of which cards are still hidden, the newest
with the supply.  Within a pool, every deal is equally probable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.cards import Counts

EVERY_CARD: Counts = (*(cards.CARDS_PER_SYMBOL for _ in cards.KINDS), 0)


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards that were shuffled together and that nobody but their holder has seen since.

    ``held`` is the number of these cards in the hand of each seat.  The others are the supply,
    which only the newest pool has.
    """

    cards: Counts
    held: tuple[int, ...]

    @property
    def left(self) -> int:
        """The number of cards that are in no hand."""
        return cards.total(self.cards) - sum(self.held)


Pools = tuple[Pool, ...]


def data(some: Pools) -> list[Any]:
    """Return pools as JSON data: the cards of each and the numbers in the hands."""
    return [[cards.code(pool.cards), list(pool.held)] for pool in some]


def read(some: Sequence[Any]) -> Pools:
    """Return the pools in JSON data."""
    return tuple([Pool(cards.read_code(code), tuple(held)) for code, held in some])
