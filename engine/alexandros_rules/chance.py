"""Random draws that anyone can check after the game.

Each game has one secret seed of 32 bytes.  Its SHA-256 is published when the game starts, and
the seed itself when the game is over.  Every shuffle follows from the seed and the shuffle's
label by the algorithm below, so anyone can deal the game again.

*Stream.*  The numbers for a label are the bytes of ``HMAC-SHA256(seed, label + ":" + i)`` for
i = 0, 1, 2 and so on, joined together; label and i are ASCII.  *Number below n* (n at most 256):
take the next byte b.  If b >= 256 - 256 % n, discard it and take the next byte; otherwise the
number is b % n.  *Shuffle*: sort the cards.  For i from the last index down to 1, swap the card
at index i with the card at index (number below i + 1).  The first card of the result is drawn
first.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from alexandros_rules.errors import Unreadable
from alexandros_rules.translation import gettext as _

T = TypeVar("T")


class Chance(Protocol):
    """A source of random draws for ``decide``.  Each label is used once per game."""

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        """Return the cards (integers) in random order, the first to be drawn first.

        Labels of shuffles must begin with "shuffle" and other labels must not, so that records
        can tell cards from numbers.
        """
        ...

    def below(self, n: int, label: str) -> int:
        """Return a random integer from 0 to n - 1."""
        ...


class SeededChance:
    """Random draws from the game's secret seed (32 bytes)."""

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


class UnknownChance:
    """Random draws whose results may not be known: every card comes out as ``card``."""

    def __init__(self, card: int):
        self._card = card

    def below(self, n: int, label: str) -> int:
        raise LookupError(f"{label}: nobody may ask for this before it is drawn")

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        return (self._card,) * len(cards)


class ScriptedChance:
    """A replay of given results, a dict from label to shuffled cards or number."""

    def __init__(self, results: dict[str, tuple[int, ...] | int]):
        self._results = results

    def below(self, n: int, label: str) -> int:
        result = self._results[label]
        if not isinstance(result, int) or not 0 <= result < n:
            raise ValueError(f"{label} is not a number below {n}")
        return result

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        result = self._results[label]
        if isinstance(result, int) or sorted(result) != sorted(cards):
            raise ValueError(f"{label} is not a shuffle of the cards to be shuffled")
        return result


class ChanceRecorder:
    """Random draws from the seed of which every result is remembered, for writing a record."""

    def __init__(self, seed: bytes):
        self._chance = SeededChance(seed)
        self.results: dict[str, tuple[int, ...] | int] = {}

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        self.results[label] = result = self._chance.shuffle(cards, label)
        return result

    def below(self, n: int, label: str) -> int:
        self.results[label] = result = self._chance.below(n, label)
        return result

    def text(self) -> str:
        """Return the results as ``RecordedChance`` reads them: "first:0 shuffle-1:4,2,0"."""
        return " ".join(
            f"{label}:{result if isinstance(result, int) else ','.join(map(str, result))}"
            for label, result in self.results.items()
        )


class RecordedChance:
    """A replay of the results in a record's text, compared with the seed if that is known.

    Raises ValueError if the text is malformed, and KeyError when asked for a label that the text
    does not contain.
    """

    def __init__(self, text: str, seed: bytes | None):
        self._results: dict[str, tuple[int, ...] | int] = {}
        for part in text.split():
            label, __, value = part.rpartition(":")
            is_shuffle = label.startswith("shuffle")
            self._results[label] = tuple(map(int, value.split(","))) if is_shuffle else int(value)
        self._scripted = ScriptedChance(self._results)
        self._seeded = SeededChance(seed) if seed else None
        self._used: set[str] = set()

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        recorded = self._scripted.shuffle(cards, label)
        expected = self._seeded.shuffle(cards, label) if self._seeded else recorded
        return self._checked(label, recorded, expected)

    def below(self, n: int, label: str) -> int:
        recorded = self._scripted.below(n, label)
        expected = self._seeded.below(n, label) if self._seeded else recorded
        return self._checked(label, recorded, expected)

    def _checked(self, label: str, recorded: T, expected: T) -> T:
        self._used.add(label)
        if recorded != expected:
            raise Unreadable(
                "record-seed", _("The random results of this move do not follow from the seed.")
            )
        return recorded

    def check_all_used(self) -> None:
        """Raise Unreadable if the text contains results that no move used."""
        for label in self._results.keys() - self._used:
            raise Unreadable(
                "record-chance",
                _("This move does not use the random result %(label)s.") % {"label": repr(label)},
            )


def commitment(seed: bytes) -> str:
    """Return the hexadecimal SHA-256 of the seed, published at the start (R24)."""
    return hashlib.sha256(seed).hexdigest()
