"""Chance that can be checked afterwards.

One secret seed of 32 bytes a game.  Its SHA-256 is published when the game
starts and the seed itself when the game is over; every shuffle follows from
the seed and the shuffle's label, by the algorithm below, so that anyone can
deal the game again.

*Stream.*  The numbers for a label are the bytes of
``HMAC-SHA256(seed, label + ":" + i)`` for i = 0, 1, 2 ..., one after another,
label and i as ASCII.  *Number below n* (n at most 256): take the next byte b; if
b >= 256 - 256 % n, throw it away and take the next; else b % n.  *Shuffle*:
sort the cards; for i from the last place down to 1, swap place i with place
(number below i + 1).  The first card of the result is drawn first.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from engine.errors import Unreadable

T = TypeVar("T")


class Chance(Protocol):
    """What ``decide`` asks when the rules want chance; each label is asked once a game."""

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        """The cards (whole numbers) in a new order, first to be drawn first.

        The labels of shuffles, and no others, begin with "shuffle": so a record is read.
        """
        ...

    def below(self, n: int, label: str) -> int:
        """A whole number from 0 to n - 1."""
        ...


class Seeded:
    """Chance from the game's secret seed (32 bytes)."""

    def __init__(self, seed: bytes):
        if len(seed) != 32:
            raise ValueError(f"a seed has 32 bytes, not {len(seed)}")
        self._seed = seed

    def _bytes(self, label: str) -> Iterator[int]:
        i = 0
        while True:
            yield from hmac.digest(self._seed, f"{label}:{i}".encode("ascii"), "sha256")
            i += 1

    @staticmethod
    def _below(n: int, stream: Iterator[int]) -> int:
        if not 1 <= n <= 256:
            raise ValueError(f"n must be 1 to 256, not {n}")
        limit = 256 - 256 % n
        return next(b for b in stream if b < limit) % n

    def below(self, n: int, label: str) -> int:
        return self._below(n, self._bytes(label))

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        stream = self._bytes(label)
        order = sorted(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self._below(i + 1, stream)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


class Unknown:
    """Chance as somebody sees it who may not know: every card comes out as ``card``."""

    def __init__(self, card: int):
        self._card = card

    def below(self, n: int, label: str) -> int:
        raise LookupError(f"{label}: nobody may ask for this before it is drawn")

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        return (self._card,) * len(cards)


class Scripted:
    """Chance that repeats what a record says: label -> shuffled cards or number."""

    def __init__(self, results: dict[str, tuple[int, ...] | int]):
        self._results = results

    def below(self, n: int, label: str) -> int:
        result = self._results[label]
        if not isinstance(result, int) or not 0 <= result < n:
            raise ValueError(f"the record's {label} is no number below {n}")
        return result

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        result = self._results[label]
        if isinstance(result, int) or sorted(result) != sorted(cards):
            raise ValueError(f"the record's {label} is no shuffle of the cards it was made from")
        return result


class Recording:
    """Chance that remembers what it gave, so that a record can tell it."""

    def __init__(self, seed: bytes):
        self._chance = Seeded(seed)
        self.given: dict[str, tuple[int, ...] | int] = {}

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        self.given[label] = result = self._chance.shuffle(cards, label)
        return result

    def below(self, n: int, label: str) -> int:
        self.given[label] = result = self._chance.below(n, label)
        return result

    def text(self) -> str:
        """ "first:0 shuffle-1:4,2,0": what was given, as ``Told`` reads it."""
        return " ".join(
            f"{label}:{result if isinstance(result, int) else ','.join(map(str, result))}"
            for label, result in self.given.items()
        )


class Told:
    """Chance as a text tells it, held against the seed where that is known.

    Raises ValueError for a text that is none; asked for what it does not tell, KeyError.
    """

    def __init__(self, text: str, seed: bytes | None):
        self._told: dict[str, tuple[int, ...] | int] = {}
        for part in text.split():
            label, _, value = part.rpartition(":")
            cards = label.startswith("shuffle")
            self._told[label] = tuple(map(int, value.split(","))) if cards else int(value)
        self._scripted = Scripted(self._told)
        self._seeded = Seeded(seed) if seed else None
        self._used: set[str] = set()

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        told = self._scripted.shuffle(cards, label)
        dealt = self._seeded.shuffle(cards, label) if self._seeded else told
        return self._proven(label, told, dealt)

    def below(self, n: int, label: str) -> int:
        told = self._scripted.below(n, label)
        dealt = self._seeded.below(n, label) if self._seeded else told
        return self._proven(label, told, dealt)

    def _proven(self, label: str, told: T, dealt: T) -> T:
        self._used.add(label)
        if told != dealt:
            raise Unreadable(
                "record-seed", "The chance of this move does not follow from the seed."
            )
        return told

    def check_all_used(self) -> None:
        """Refuses results nobody asked for."""
        for label in self._told.keys() - self._used:
            raise Unreadable("record-chance", f"This move has no use for the chance {label!r}.")


def commitment(seed: bytes) -> str:
    """The hexadecimal SHA-256 of the seed: published at the start (R24)."""
    return hashlib.sha256(seed).hexdigest()
