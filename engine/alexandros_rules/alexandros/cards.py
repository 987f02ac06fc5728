"""Cards as integers, and collections of cards as counts.

A card is the index of its symbol (T2); ``UNKNOWN`` stands for a card that the viewer may not see.
A collection whose order does not matter is a tuple of six counts: one for each symbol, and the
last for unknown cards.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator

from alexandros_rules.alexandros.board import LETTERS, SYMBOLS

UNKNOWN = len(SYMBOLS)
KINDS = range(UNKNOWN)
CODES = LETTERS + "?"
CARDS_PER_SYMBOL = 11  # T3
FACE_UP_CARDS = 2  # S1

Counts = tuple[int, ...]
NONE: Counts = (0,) * 6


def counts(cards: Iterable[int]) -> Counts:
    """Return the counts of these cards."""
    numbers = [0] * 6
    for card in cards:
        numbers[card] += 1
    return tuple(numbers)


def single(card: int) -> Counts:
    """Return the counts of one card."""
    return _SINGLE[card]


def total(some: Counts) -> int:
    """Return the number of all cards in a collection."""
    return sum(some)


def add(a: Counts, b: Counts) -> Counts:
    """Return the cards of two collections together."""
    return tuple(map(operator.add, a, b))


def subtract(a: Counts, b: Counts) -> Counts:
    """Return the cards of the first collection without those of the second."""
    return tuple(map(operator.sub, a, b))


def covers(hand: Counts, price: Counts) -> bool:
    """Check if the known cards of a hand can pay a price."""
    if price[UNKNOWN]:
        return False
    return all(have >= need for have, need in zip(hand, price, strict=True))


def missing(hand: Counts, price: Counts) -> Counts:
    """Return the cards of a price that the hand does not have."""
    return tuple([
        need - have if need > have else 0 for have, need in zip(hand, price, strict=True)
    ])


def expand(some: Counts) -> tuple[int, ...]:
    """Return the cards one by one, in symbol order."""
    return tuple(card for card, n in enumerate(some) for _ in range(n))


def choices(pool: Counts, size: int, kind: int = 0) -> Iterator[Counts]:
    """Yield all choices of ``size`` cards from a pool, most of the first symbol first."""
    if kind == UNKNOWN:
        if size == 0:
            yield NONE
        return
    others = sum(pool[kind + 1 : UNKNOWN])
    for n in range(min(size, pool[kind]), max(0, size - others) - 1, -1):
        for rest in choices(pool, size - n, kind + 1):
            yield (*rest[:kind], n, *rest[kind + 1 :])


def count_choices(pool: Counts, size: int) -> int:
    """Return the number of choices of ``size`` cards from a pool, without listing them."""
    ways = [1] + [0] * size  # by the number of cards chosen from the symbols so far
    for held in pool[:UNKNOWN]:
        ways = [sum(ways[max(0, chosen - held) : chosen + 1]) for chosen in range(size + 1)]
    return ways[size]


def code(some: Counts) -> str:
    """Return counts as letters: "hhl"."""
    return "".join(letter * n for letter, n in zip(CODES, some, strict=True))


def row_code(cards: Iterable[int]) -> str:
    """Return cards as letters, in their order."""
    return "".join(CODES[card] for card in cards)


def read_code(text: str) -> Counts:
    """Return the counts that these letters stand for."""
    return counts(CODES.index(letter) for letter in text)


def read_row(text: str) -> tuple[int, ...]:
    """Return the cards that these letters stand for, in their order."""
    return tuple([CODES.index(letter) for letter in text])


_SINGLE = tuple(counts([card]) for card in range(6))
