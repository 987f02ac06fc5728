"""Corrects misspelled orders: "take horse" for "tak hors".

Like ``engine.orders`` it works on the sender's view, so a suggestion reveals nothing that is
hidden.  It suggests only orders that can be played there, and nothing when no known word is
near.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import Ambiguous, Refusal, Unreadable
from engine.orders import LEADING, WORD, JudgedMove, judge, split, words
from engine.ruleset import Ruleset

LIKENESS = 0.75  # from 0 to 1; any two orders that take a card are alike by 0.6
MIN_LENGTH, MAX_LENGTH = 3, 20  # letters of a word that is corrected
MAX_WORDS = 6  # misspelled words in one order
NEAREST = 2  # known words tried for a misspelled one
MAX_SPELLINGS = 24

_Reached = tuple[tuple[JudgedMove, ...], Refusal | None]


@dataclass(frozen=True, slots=True)
class Correction:
    """Orders as their sender probably meant them.

    ``orders`` can be played as they stand, in notation.  ``refusal`` says what is wrong with
    the order that would follow them; None when nothing is left.
    """

    orders: tuple[str, ...]
    refusal: Refusal | None = None


def correct(ruleset: Ruleset, view: Any, lines: Sequence[str], *, seat: int) -> Correction | None:
    """The correction of these orders; None when nothing near them can be played."""
    written: list[str] = []
    reached: _Reached = ((), None)
    corrected = False
    for line in lines:
        spelling, reached = _best(ruleset, view, written, line, seat=seat)
        corrected = corrected or spelling != line
        if reached[1] is not None:
            break
        written += split(spelling, ruleset.verbs)
    steps, refusal = reached
    return Correction(tuple(step.text for step in steps), refusal) if corrected else None


def _best(ruleset: Ruleset, view: Any, written: Sequence[str], line: str, *,
          seat: int) -> tuple[str, _Reached]:
    """The spelling of this line that can be played, else the line itself, with what it does."""
    as_it_is = _reach(ruleset, view, written, line, seat=seat)
    if not isinstance(as_it_is[1], Unreadable):
        return line, as_it_is
    partly: list[tuple[str, _Reached]] = []
    for spelling in _spellings(ruleset, line):
        steps, refusal = _reach(ruleset, view, written, spelling, seat=seat)
        if refusal is None:
            return spelling, (steps, None)
        further = len(steps) > len(as_it_is[0]) and not isinstance(refusal, Unreadable)
        if further or isinstance(refusal, Ambiguous):
            partly.append((spelling, (steps, refusal)))
    after = as_it_is[0][-1].after if as_it_is[0] else view
    for order in _near_orders(ruleset, after, line, seat=seat):
        return order, _reach(ruleset, view, written, order, seat=seat)
    return partly[0] if partly else (line, as_it_is)


def _reach(ruleset: Ruleset, view: Any, written: Sequence[str], line: str, *,
           seat: int) -> _Reached:
    """How far orders go with this line after those already written."""
    lines = [*written, *split(line, ruleset.verbs)]
    try:
        return judge(ruleset, view, lines, seat=seat), None
    except Refusal as refusal:
        return judge(ruleset, view, lines[: max(refusal.line - 1, 0)], seat=seat), refusal


def _spellings(ruleset: Ruleset, line: str) -> Iterator[str]:
    """The line with known words in place of unknown ones, the nearest first."""
    known = ruleset.words | LEADING
    unknown = [word for word in WORD.finditer(line) if _may_be_misspelled(word[0], known)]
    if not 0 < len(unknown) <= MAX_WORDS:
        return
    choices = [[*_near(word[0], known), word[0]] for word in unknown]
    for chosen in itertools.islice(itertools.product(*choices), MAX_SPELLINGS):
        spelling = _replaced(line, unknown, chosen)
        if spelling != line:
            yield spelling


def _may_be_misspelled(word: str, known: frozenset[str]) -> bool:
    (*said,) = words(word)
    long_enough = MIN_LENGTH <= len(word) <= MAX_LENGTH
    return long_enough and word.isalpha() and not known.issuperset(said)


def _near(word: str, known: frozenset[str]) -> list[str]:
    return difflib.get_close_matches("".join(words(word)), sorted(known), NEAREST, LIKENESS)


def _replaced(line: str, places: Sequence[re.Match[str]], chosen: Sequence[str]) -> str:
    """The line with other words in these places."""
    end, parts = 0, []
    for place, word in zip(places, chosen, strict=True):
        parts += [line[end : place.start()], word]
        end = place.end()
    return "".join([*parts, line[end:]])


def _near_orders(ruleset: Ruleset, view: Any, line: str, *, seat: int) -> list[str]:
    """The legal order most like the whole line, if one is near."""
    if seat not in ruleset.status(view).to_move:
        return []
    legal = [ruleset.format(move, view) for move in ruleset.legal(view)]
    return difflib.get_close_matches(" ".join(line.casefold().split()), legal, 1, LIKENESS)
