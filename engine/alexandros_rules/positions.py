"""Positions as short strings for addresses: one string for each position, the same everywhere.

A string such as ``alexandros.1.Kd83…`` names the game and the version of this format; the rest is
the text of the position, compressed.  The text has what everybody can see (``Positions``), so a
string gives nothing away.  An arithmetic coder writes it bit by bit, with 6 bits in each
character, and counts what it has written to guess what comes next.  It begins with the counts of
some samples.  Reading accepts only what writing gives, so no two strings mean one position.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from alexandros_rules.errors import Unreadable
from alexandros_rules.ruleset import Setup
from alexandros_rules.translation import gettext as _

FORMAT = "1"
LONGEST = 500  # characters of a string
LONGEST_TEXT = 2000  # characters of the text of a position
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
CONTEXT = 4  # characters before the next one, at most, on which the guess depends
STRING = re.compile(r"([a-z][a-z-]*)\.1\.([A-Za-z0-9_-]+)", re.ASCII)
_END = "\0"
_MASK = (1 << 36) - 1

_Counts = dict[tuple[str, int], tuple[int, int]]


class Positions(Protocol):
    """Positions of a game from which new games can go on, by the option of kind "position".

    ``samples`` are texts of typical positions.  Strings depend on them, so they never change.
    """

    samples: Sequence[str]

    def after(self, events: Sequence[Any], since: Setup | None = None, *,
              reached: Any = None) -> str:
        """Return the text of the position after these events, the value of the option.

        The events are those from the start of a game or, with ``since``, from the position in this
        setup; they may be those of a view.  ``reached`` is the view to which they have led if
        something in it that they left unknown is supposed.  The text has what everybody has seen,
        and nothing else.  Raise ValueError if the game is over there or the outcome of the events
        is not known.
        """
        ...

    def setup(self, text: str) -> Setup:
        """Return the setup of a game that goes on from the position in this text.

        Raise ValueError if the rules allow no such position, or if its board does not come with
        the game.
        """
        ...

    def view(self, setup: Setup) -> Any:
        """Return the position from which a game with this setup goes on, as everybody sees it."""
        ...


def write(game: str, text: str, samples: Sequence[str]) -> str:
    """Return the string of the position with this text.  Raise ValueError if it is too long."""
    if len(text) > LONGEST_TEXT:
        raise ValueError("this position is too long")
    written = f"{game}.{FORMAT}.{_coder(samples).write(text)}"
    if len(written) > LONGEST:
        raise ValueError("this position is too long")
    return written


def read(string: str, games: Mapping[str, Positions]) -> tuple[str, Setup]:
    """Return the name of the game in a string, and the setup that goes on from its position.

    Raise Unreadable for everything else than what ``write`` returns for a possible position.
    """
    found = STRING.fullmatch(string) if len(string) <= LONGEST else None
    if found is None or found[1] not in games:
        raise _unreadable()
    game, digits = found.groups()
    part = games[game]
    try:
        return game, part.setup(_coder(part.samples).read(digits))
    except ValueError as error:
        raise _unreadable() from error


def _unreadable() -> Unreadable:
    return Unreadable("no-position", _(
        "This is not the address of a position. Please copy it again, from its first to its last"
        " character."))


def _coder(samples: Sequence[str]) -> _Coder:
    return _Coder(_counted(tuple(samples)).copy())


@lru_cache(maxsize=8)
def _counted(samples: tuple[str, ...]) -> _Counts:
    counts: _Counts = {}
    for sample in samples:
        _Coder(counts).write(sample)
    return counts


class _Coder:
    """An arithmetic coder: what is left of the interval, and what was counted so far.

    Guesses come from ``counts``, the numbers of zeros and ones by the characters before (of each
    length up to CONTEXT) and the bits of the character so far.
    """

    def __init__(self, counts: _Counts):
        self.counts = counts
        self.low, self.high = 0, _MASK
        self.contexts = [""]  # the ends of the text so far, the shortest first

    def write(self, text: str) -> str:
        """Return the digits of a text of ASCII characters."""
        digits: list[str] = []
        for character in f"{text}{_END}":
            node = 1
            for place in range(6, -1, -1):
                node = self._step(node, self._middle(node), ord(character) >> place & 1)
                while self.low >> 30 == self.high >> 30:
                    digits.append(ALPHABET[self.low >> 30])
                    self._shift()
            self._go_on(character)
        return "".join(digits) + self._last()

    def _last(self) -> str:
        """Return the digit that ends a text, for the shortest number in the interval; or ""."""
        return ALPHABET[(self.low >> 30) + 1] if self.low else ""

    def read(self, digits: str) -> str:
        """Return the text that is written with these digits.  Raise ValueError if none is."""
        used = 0
        coming = iter([ALPHABET.index(digit) for digit in digits])
        value = 0
        for _place in range(6):
            value = value << 6 | next(coming, 0)
        characters: list[str] = []
        while len(characters) <= LONGEST_TEXT:
            node = 1
            while node < 1 << 7:
                middle = self._middle(node)
                node = self._step(node, middle, int(value <= middle))
                while self.low >> 30 == self.high >> 30:
                    value = value << 6 & _MASK | next(coming, 0)
                    used += 1
                    self._shift()
            character = chr(node - (1 << 7))
            if character == _END and f"{digits[:used]:A<{used}}{self._last()}" == digits:
                return "".join(characters)
            if character == _END:
                raise ValueError("this text has another spelling")
            characters.append(character)
            self._go_on(character)
        raise ValueError("this text is too long")

    def _middle(self, node: int) -> int:
        """Return the last number of the part of the interval that stands for a one."""
        guess = 1 << 15  # of 1 << 16; a longer context corrects the guess of a shorter one
        for context in self.contexts:
            zeros, ones = self.counts.get((context, node), (0, 0))
            guess = ((ones << 16) + guess) // (zeros + ones + 1)
        guess = min(max(guess, 1 << 5), (1 << 16) - (1 << 5))
        return self.low + ((self.high - self.low) * guess >> 16)

    def _step(self, node: int, middle: int, bit: int) -> int:
        if bit:
            self.high = middle
        else:
            self.low = middle + 1
        for context in self.contexts:
            zeros, ones = self.counts.get((context, node), (0, 0))
            self.counts[context, node] = (zeros, ones + 1) if bit else (zeros + 1, ones)
        return node << 1 | bit

    def _shift(self) -> None:
        self.low, self.high = self.low << 6 & _MASK, (self.high << 6 & _MASK) | 63

    def _go_on(self, character: str) -> None:
        self.contexts = ["", *(f"{one}{character}" for one in self.contexts[:CONTEXT])]
