"""Comparison of a quote with our own email, to find what was typed into the quote (R18).

Words are compared one after another, so lines may be wrapped, indented, marked or joined in any
way.  After foreign words, our text must go on with its very next word; after a gap, with ANCHOR of
its words in a row.  So an order that stands alone where a part was deleted is not taken for an
example from that part; and if an example stands there twice, the person has typed it once.

The cost is linear in the length of the quote.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from alexandros_rules.wording import WORD, words

ANCHOR = 4
MAX_WORDS = 10_000  # of a quote; any further words count as typed

# Programs rewrite and number the addresses of links, and some wrap them; nobody types words of
# ``MAX_TYPED`` characters, but quotes of raw messages have them.
MAX_TYPED = 40
_LINK = re.compile(
    r"<(?:https?://|mailto:)(?:[^<>\n]|\n(?:[ \t]*>)*){0,2000}>"
    r"|\b(?:https?://|mailto:|www\.)[^\s<>()\[\]]*|\[\d{1,3}\]"
    rf"|(?<!\S)\S{{{MAX_TYPED},}}")
_BOUNDARY = re.compile(r"[;,.:!?](?=\s)")


@dataclass(frozen=True, slots=True)
class OwnText:
    """The words of one of our emails, and the index of each run of ANCHOR words."""

    words: tuple[str, ...]
    places: dict[tuple[str, ...], list[int]]

    def place(self, following: tuple[str, ...], *, after: int) -> int | None:
        """Return the first place from ``after`` on where these words follow each other."""
        places = self.places.get(following, [])
        at = bisect_left(places, after)
        return places[at] if at < len(places) else None


@dataclass(frozen=True, slots=True)
class Typed:
    """Consecutive words in a line of a quote that are not ours.

    ``text``    the words.
    ``before``  the words with ours before them, from the last punctuation mark on.
    ``line``    the whole line.
    """

    text: str
    before: str
    line: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A quote beside one of our emails.

    ``typed``  the words that are not ours, in their order; can be iterated over only once.
    ``end``    the first line below our email, None if its last words are missing.
    """

    typed: Iterator[Typed]
    end: int | None


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Match:
    """The indices of our words in a quote, and whether our last word is among them."""

    ours: set[int]
    is_complete: bool


def own_text(text: str) -> OwnText:
    """Return an email of ours, prepared for comparisons."""
    found = tuple(word.text for word in _words(text.split("\n")))
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(found) - ANCHOR + 1):
        places.setdefault(found[at : at + ANCHOR], []).append(at)
    return OwnText(found, places)


def closest(lines: Sequence[str], own: Sequence[OwnText], *, most: int) -> list[Comparison]:
    """Compare these lines with those of our emails that share most words with them."""
    quote = list(_words(lines))
    texts = tuple(word.text for word in quote[:MAX_WORDS])
    matches = sorted((_matched(texts, one) for one in own), key=lambda match: -len(match.ours))
    return [_comparison(quote, lines, match) for match in matches[:most]]


def _comparison(quote: Sequence[_Word], lines: Sequence[str], match: _Match) -> Comparison:
    foreign = (index for index in range(len(quote)) if index not in match.ours)
    end = quote[max(match.ours)].line + 1 if match.is_complete else None
    return Comparison((_typed(run, lines[run[0].line]) for run in _runs(quote, foreign)), end)


def _words(lines: Sequence[str]) -> Iterator[_Word]:
    for number, line in enumerate(_LINK.sub(_blank, "\n".join(lines)).split("\n")):
        for found in WORD.finditer(line):
            word = found[0]
            plain = word.lower() if word.isascii() else "".join(words(word))
            if plain:
                yield _Word(plain, number, found.start(), found.end())


def _blank(found: re.Match[str]) -> str:
    return "".join(" " if character != "\n" else character for character in found[0])


def _matched(quote: Sequence[str], own: OwnText) -> _Match:
    ours: set[int] = set()
    at = 0  # nothing before this place of our text can follow
    for index, word in enumerate(quote):
        if not ours or own.words[at : at + 1] != (word,):
            place = own.place(tuple(quote[index : index + ANCHOR]), after=at)
            if place is None:
                continue
            at = place
        ours.add(index)
        at += 1
    return _Match(ours, bool(ours) and at == len(own.words))


def _runs(quote: Sequence[_Word], foreign: Iterable[int]) -> Iterator[list[_Word]]:
    """Yield runs of the words with these indices: words that follow each other in a line."""
    run: list[_Word] = []
    last = -1
    for index in foreign:
        if run and (index != last + 1 or quote[index].line != run[0].line):
            yield run
            run = []
        run.append(quote[index])
        last = index
    if run:
        yield run


def _typed(run: Sequence[_Word], line: str) -> Typed:
    start, end = run[0].start, run[-1].end
    left = max((mark.end() for mark in _BOUNDARY.finditer(line, 0, start + 1)
                if mark.end() <= start), default=0)
    return Typed(line[start:end], line[left:end].strip(), line)
