"""Corrections of misspelled orders: "take horse" for "tak hors".

All corrections are orders that can be played on the sender's view, so they reveal nothing hidden.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alexandros_rules.errors import Ambiguous, Refusal, Unreadable
from alexandros_rules.move_list import listed_orders
from alexandros_rules.orders import EvaluatedMove, evaluate, split
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.wording import LEADING, WORD, words

LIKENESS = 0.75  # from 0 to 1; any two orders to take a card have a likeness of 0.6
MIN_LENGTH, MAX_LENGTH = 3, 20  # letters in a word that may be corrected
MAX_WORDS = 6  # misspelled words in one order
NEAREST = 3  # known words tried for each misspelled one
MAX_SPELLINGS = 24
MAX_COMPARED = 500  # legal orders with the same verb

_Evaluation = tuple[tuple[EvaluatedMove, ...], Refusal | None]


@dataclass(frozen=True, slots=True)
class Correction:
    """Corrected orders, as the sender probably meant them.

    ``orders`` are in notation and can be played.  ``refusal`` says what is wrong with the order
    after them, or is None if there is no such order.
    """

    orders: tuple[str, ...]
    refusal: Refusal | None = None


def correct(ruleset: Ruleset, view: Any, lines: Sequence[str], *, seat: int) -> Correction | None:
    """Return corrected orders, None if no orders close to these can be played."""
    written: list[str] = []
    evaluation: _Evaluation = ((), None)
    corrected = False
    for line in lines:
        spelling, evaluation = _best_spelling(ruleset, view, written, line, seat=seat)
        corrected = corrected or spelling != line
        if evaluation[1] is not None:
            break
        written += split(spelling, ruleset.verbs)
    moves, refusal = evaluation
    return Correction(tuple(move.text for move in moves), refusal) if corrected else None


def _best_spelling(ruleset: Ruleset, view: Any, written: Sequence[str], line: str, *,
                   seat: int) -> tuple[str, _Evaluation]:
    """Return a spelling of the line that can be played, or else the line, and its evaluation."""
    unchanged = _evaluate_line(ruleset, view, written, line, seat=seat)
    if not isinstance(unchanged[1], Unreadable):
        return line, unchanged
    partly: list[tuple[str, _Evaluation]] = []
    for spelling in _spellings(ruleset, line):
        moves, refusal = _evaluate_line(ruleset, view, written, spelling, seat=seat)
        if refusal is None:
            return spelling, (moves, None)
        further = len(moves) > len(unchanged[0]) and not isinstance(refusal, Unreadable)
        if further or isinstance(refusal, Ambiguous):
            partly.append((spelling, (moves, refusal)))
    after = unchanged[0][-1].after if unchanged[0] else view
    for order in _close_orders(ruleset, after, line, seat=seat):
        return order, _evaluate_line(ruleset, view, written, order, seat=seat)
    return partly[0] if partly else (line, unchanged)


def _evaluate_line(ruleset: Ruleset, view: Any, written: Sequence[str], line: str, *,
                   seat: int) -> _Evaluation:
    """Return the evaluation of this line after the orders already written."""
    lines = [*written, *split(line, ruleset.verbs)]
    try:
        return evaluate(ruleset, view, lines, seat=seat), None
    except Refusal as refusal:
        return evaluate(ruleset, view, lines[: max(refusal.line - 1, 0)], seat=seat), refusal


def _spellings(ruleset: Ruleset, line: str) -> Iterator[str]:
    """Yield the line with unknown words replaced by known ones, the closest first."""
    known = ruleset.words | LEADING
    unknown = [word for word in WORD.finditer(line) if _may_be_misspelled(word[0], known)]
    if not 0 < len(unknown) <= MAX_WORDS:
        return
    choices = [
        [*difflib.get_close_matches("".join(words(word[0])), sorted(known), NEAREST, LIKENESS),
         word[0]]
        for word in unknown
    ]
    for chosen in itertools.islice(itertools.product(*choices), MAX_SPELLINGS):
        spelling = _replace_words(line, unknown, chosen)
        if spelling != line:
            yield spelling


def _may_be_misspelled(word: str, known: frozenset[str]) -> bool:
    (*plain,) = words(word)
    long_enough = MIN_LENGTH <= len(word) <= MAX_LENGTH
    return long_enough and word.isalpha() and not known.issuperset(plain)


def _replace_words(line: str, old: Sequence[re.Match[str]], new: Sequence[str]) -> str:
    end, parts = 0, []
    for match, word in zip(old, new, strict=True):
        parts += [line[end : match.start()], word]
        end = match.end()
    return "".join([*parts, line[end:]])


def _close_orders(ruleset: Ruleset, view: Any, line: str, *, seat: int) -> list[str]:
    """Return the legal order that is closest to the whole line, [] if none is close.

    Of many orders with the same verb, only the first are compared.
    """
    if not ruleset.status(view).may_order(seat):
        return []
    written = " ".join(line.casefold().split())
    moves = ruleset.legal_moves(view, seat=seat)
    listed = listed_orders(ruleset, view, moves, most=MAX_COMPARED)
    legal = [order for one in listed for order in one.orders]
    if sum(order.startswith(f"{written} ") for order in legal) > 1:
        return []  # it is spelled correctly and lacks something that we cannot guess
    return difflib.get_close_matches(written, legal, 1, LIKENESS)
