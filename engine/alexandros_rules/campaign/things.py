"""Things that players hold, as integers: commodities, gold, soldiers, cards and chits.

A collection whose order does not matter is a tuple of counts.  Counts of commodities and gold
have seven entries: the five commodities (TH2), gold, and commodity cards that the viewer may not
see.  Counts of development cards have six: the five kinds (TH4), and unknown ones.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import reduce

Counts = tuple[int, ...]

KIND_NAMES = ("brick", "lumber", "wheat", "wool", "ore", "gold")
BRICK, LUMBER, WHEAT, WOOL, ORE, GOLD, UNKNOWN = range(7)
SOLDIERS = 7  # as a means of payment only (AU1)
COMMODITIES = range(5)
KINDS = range(6)
LETTERS = "blgwo$?"  # of the entries of counts; g is wheat, because w is wool
NOTHING: Counts = (0,) * 7
CARDS_OF_EACH = 19  # TH2
PIECES_OF_GOLD = 40  # TH2
IN_GAME = (*(CARDS_OF_EACH for _ in COMMODITIES), PIECES_OF_GOLD)  # of each kind

DEVELOPMENT_NAMES = ("soldier", "point", "roads", "plenty", "monopoly")
SOLDIER, POINT, ROADS, PLENTY, MONOPOLY, HIDDEN = range(6)
DEVELOPMENT_LETTERS = "sprym?"
DECK: Counts = (14, 5, 2, 2, 2, 0)  # TH4
NO_DEVELOPMENTS: Counts = (0,) * 6

CHIT_NAMES = ("famine", "bridge", "battle", "statue")
FAMINE, BRIDGE, BATTLE, STATUE, TEMPLE, FACE_DOWN = range(6)
CHIT_LETTERS = "fbas.?"
CHITS_OF_EACH = 7  # TH5
AUCTION_NAMES = (*CHIT_NAMES, "settlement")  # by kind of auction

COUNTING = (  # AU1: the things that count in each kind of auction besides gold
    (WHEAT, WOOL),
    (BRICK, LUMBER),
    (WOOL, ORE),
    (BRICK, ORE),
    (BRICK, LUMBER, WHEAT, WOOL),
)

ROAD_PRICE: Counts = (1, 1, 0, 0, 0, 0, 0)  # BU1
SETTLEMENT_PRICE: Counts = (1, 1, 1, 1, 0, 0, 0)
CITY_PRICE: Counts = (0, 0, 2, 0, 3, 0, 0)
DEVELOPMENT_PRICE: Counts = (0, 0, 1, 1, 1, 0, 0)


def add(a: Counts, b: Counts) -> Counts:
    """Return the sum of two collections."""
    return tuple(map(operator.add, a, b))


def subtract(a: Counts, b: Counts) -> Counts:
    """Return the difference of two collections."""
    return tuple(map(operator.sub, a, b))


def times(number: int, some: Counts) -> Counts:
    """Return a collection multiplied by a number."""
    return tuple([number * count for count in some])


def single(kind: int, number: int = 1) -> Counts:
    """Return the counts of one kind of commodity or gold."""
    return tuple([number if i == kind else 0 for i in range(7)])


def counts(kinds: Iterable[int]) -> Counts:
    """Count these commodities and pieces of gold."""
    numbers = [0] * 7
    for kind in kinds:
        numbers[kind] += 1
    return tuple(numbers)


def cards(some: Counts) -> int:
    """Return the number of commodity cards, known or not; gold is not a card (TH2)."""
    return sum(some) - some[GOLD]


def covers(holding: Counts, price: Counts) -> bool:
    """Check whether the known part of a holding contains a price."""
    return all(map(operator.ge, holding[:UNKNOWN], price[:UNKNOWN])) and not price[UNKNOWN]


def missing(holding: Counts, price: Counts) -> Counts:
    """Return the part of a price that the known part of a holding lacks."""
    return tuple([max(0, need - have) for have, need in zip(holding, price, strict=True)])


def expand(some: Counts) -> tuple[int, ...]:
    """Return the kinds one by one, in their order."""
    return tuple([kind for kind, number in enumerate(some) for _ in range(number)])


def single_development(kind: int) -> Counts:
    """Return the counts of one development card."""
    return tuple([int(i == kind) for i in range(6)])


def developments(kinds: Iterable[int]) -> Counts:
    """Count these development cards."""
    return reduce(add, map(single_development, kinds), NO_DEVELOPMENTS)


def worth(kind: int) -> int:
    """Return how much one thing of this kind is worth in an auction where it counts (AU1)."""
    return 3 if kind == SOLDIERS else 1


def code(some: Counts) -> str:
    """Write counts of commodities and gold as letters: "bbw$"."""
    return "".join(map(operator.mul, LETTERS, some))


def read_code(text: str) -> Counts:
    """Return the counts that ``code`` has written."""
    return counts(map(LETTERS.index, text))
