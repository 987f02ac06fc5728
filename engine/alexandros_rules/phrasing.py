"""Orders in a person's own words, read by what is possible in their position.

``alexandros_rules.orders`` reads one order at a time, which begins with its verb.  What it cannot
read is read here as a whole.  Every word must be known: a verb, a thing, a place, a number, or a
word without a meaning of its own.  The words are divided into clauses in all ways; in each clause
the verb may stand anywhere and, if the turn is whole, it may be missing.  Only readings that can be
played count, and there must be exactly one.  A word that denies, doubts or asks rules out all.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from alexandros_rules.errors import Refusal
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.small_words import (
    COMPANIONS,
    COPULAS,
    DOUBTFUL,
    JOINING,
    LETTERS,
    NUMBERS,
    PASSED_OVER,
    PURPOSE,
    SMALL,
    SUBJECT_WORDS,
    TOGETHER,
    chosen_suggestion,
)
from alexandros_rules.wording import (
    COUNTS,
    INTENTIONS,
    LINKS,
    TIMES,
    doubt,
    is_told,
    phrase_at_start,
    plain,
)

MAX_WORDS = 60
MAX_CLAUSE = 14  # words in one order
MAX_READINGS = 600  # clauses that are tried: a limit of time, for texts without any order
MAX_ALIKE = 3  # labels such as "l21", each of which is read in two ways

_NEGATION = re.compile(r"\bn['\u2019](?=[^\W\d_])")
_ELISION = re.compile(r"\b[cdjlmst]['\u2019]|(?<=\d)['\u2019]s\b")
_HARMLESS = re.compile(r"[-'\u2019\u2018\"\u201c\u201d\u201e*_\u2022>]|\.(?=\S)")
_TOKEN = re.compile(r"[a-z|]\d+|[^\W\d_]+|\d+|[^\w\s]|\n")
_LABEL = re.compile(r"[a-z]\d{1,2}")
_LOOKS_LIKE = {"l": "i", "|": "i", "1": "i", "0": "o"}
_ALIKE = re.compile(r"[l|10]\d{1,2}")
_BREAKS = frozenset(",;:.!\n+&")
_ENDS = frozenset(";:.!\n")  # of sentences
_POINTS = frozenset(("n", "ne", "nw", "s", "se", "sw", "e", "w"))
_BEFORE_NOUNS = SMALL - {"e", "i", "y"}  # without those that mean "and"
_MODALS = frozenset(("will", "am", "are", "do"))

Play = Callable[[Sequence[Any], str], Sequence[Any]]  # moves after others, or a Refusal


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text that have a meaning.

    ``breaks`` are the places before which something divides the text, and ``beside`` those of words
    next to which a small word was left out: "end" in "the end".
    """

    words: tuple[str, ...]
    breaks: frozenset[int] = frozenset()
    beside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Path:
    """The moves that the first words of a text mean, and the place of the next word."""

    at: int
    moves: tuple[Any, ...] = ()
    complete: bool = True  # whether every clause had its verb
    certain: bool = False  # whether any clause had a verb or named a place


def understood(ruleset: Ruleset, view: Any, lines: Sequence[str], *, seat: int,
               play: Play) -> tuple[Any, ...]:
    """Return the moves that these lines mean; none if there are several readings, or none.

    ``play`` evaluates one order after earlier moves; the order may stand for several moves.
    """
    if any(doubt(line) or is_told(line, ruleset.verbs) for line in lines):
        return ()
    found: dict[tuple[str, ...], tuple[Any, ...]] = {}
    text = _significant(_meant(tokens("\n".join(lines)), ruleset), ruleset)
    for spelling in _spellings(text):
        if spelling.words and all(_is_known(word, ruleset) for word in spelling.words):
            reading = _Reading(ruleset, view, seat, play, spelling)
            found |= {tuple(move.text for move in moves): moves for moves in reading.whole()}
    return next(iter(found.values())) if len(found) == 1 else ()


def chosen(ruleset: Ruleset, view: Any, text: str, suggested: Sequence[str]
           ) -> tuple[int, int] | None:
    """Return the number of the line that chooses one of the suggested orders, and which it chooses.

    Lines count from 0 and orders from 1.  Returns None if several lines choose one, or if a bare
    number may mean something else in this position.
    """
    choices = [(at, choice) for at, line in enumerate(text.split("\n"))
               if (choice := chosen_suggestion(line))]
    if len(choices) != 1:
        return None
    at, (number, named) = choices[0]
    number = len(suggested) if number < 0 else number
    sure = named or not ruleset.implied((str(number),), view)
    return (at, number) if sure and 0 < number <= len(suggested) else None


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case without accents, and its signs."""
    spoken = _ELISION.sub(" ", _NEGATION.sub("non ", plain(text)))
    return _TOKEN.findall(_HARMLESS.sub(" ", spoken))


def _meant(found: Sequence[str], ruleset: Ruleset) -> list[str]:
    """Return the words with those that mean something together replaced.

    "To" is left out before verbs.
    """
    meant: list[str] = []
    i = 0
    while i < len(found):
        length = next((n for n in (3, 2) if tuple(found[i:i + n]) in TOGETHER), 1)
        if length > 1:
            meant += TOGETHER[tuple(found[i:i + length])]
        elif found[i] == "e" and found[i - 1:i] == [","]:
            pass  # Italian and Portuguese "and"
        elif (found[i] not in PURPOSE or ruleset.verbs.keys().isdisjoint(found[i + 1:i + 2])
                or phrase_at_start(found[i:], PASSED_OVER)):
            meant.append(found[i])
        i += length
    return meant


def _significant(found: Sequence[str], ruleset: Ruleset) -> _Words:
    """Return the words with a meaning; none for "do I draw", a question without its mark."""
    kept: list[str] = []
    breaks: set[int] = set()
    beside: set[int] = set()
    begins = True  # whether a sentence begins here
    left_out = False  # whether a small word has been left out since the last word or break
    i = 0
    while i < len(found):
        word = found[i]
        wanted = phrase_at_start(found[i:], INTENTIONS)
        passed = phrase_at_start(found[i:], PASSED_OVER)
        spelled = len(word) == 1 and _number(found[i + 1 : i + 4])[0] is not None
        subject = word in SUBJECT_WORDS and not spelled
        would = word == "d" and not wanted and not spelled  # "I'd take the horse"
        if would or not COMPANIONS.get(word, {*found}) & {*found} or (
                not subject and not passed and _asks(found[i:], wanted or 1, begins=begins)):
            return _Words(())
        joins = not spelled and not JOINING.get(word, frozenset()).isdisjoint(found)
        if word in _BREAKS or word in LINKS or joins:
            segment = kept[max(breaks, default=0):]
            if SMALL.issuperset(segment):  # "here are my orders"
                del kept[len(kept) - len(segment):]
            breaks.add(len(kept))
            begins, left_out = begins or word in _ENDS, False
            i += 1
            continue
        if passed > 1 or (passed and word not in ruleset.words):
            i += passed
            continue
        if subject:
            pass
        elif wanted and (begins or found[i - 1] in SUBJECT_WORDS | DOUBTFUL):
            i += wanted - 1
        elif spelled or word not in SMALL or word in ruleset.words:
            if left_out:
                beside.add(len(kept))
            kept.append(word)
            left_out = False
        else:
            if len(kept) not in breaks:
                beside.add(len(kept) - 1)
            left_out = True
        begins = False
        i += 1
    return _Words(tuple(kept), frozenset(breaks), frozenset(beside))


def _asks(found: Sequence[str], at: int, *, begins: bool) -> bool:
    """Check if these words, the first ``at`` of which may be an intention, begin a question."""
    after = found[at : at + 1]
    if not begins:
        return found[0] in _MODALS and after in (["i"], ["we"])
    return found[0] in COPULAS or not SUBJECT_WORDS.isdisjoint(after)


def _spellings(text: _Words) -> Iterator[_Words]:
    """Yield the words as they are, then with labels that were dictated or look alike."""
    if len(text.words) > MAX_WORDS:
        return
    yield text
    joined = _joined(text)
    alike = [i for i, word in enumerate(joined.words) if _ALIKE.fullmatch(word)][:MAX_ALIKE]
    for choice in itertools.product((False, True), repeat=len(alike)):
        changed = list(joined.words)
        for i in itertools.compress(alike, choice):
            changed[i] = _LOOKS_LIKE[changed[i][0]] + changed[i][1:]
        if changed != list(text.words):
            yield replace(joined, words=tuple(changed))


def _joined(text: _Words) -> _Words:
    """Return the text with labels in one word: "eye twenty one" becomes "i21"."""
    joined: list[str] = []
    moved = {}
    i = 0
    while i < len(text.words):
        moved[i] = len(joined)
        word = text.words[i]
        letter = word if len(word) == 1 else LETTERS.get(word, "")
        number, length = _number(text.words[i + 1:]) if letter.isalpha() else (None, 0)
        joined.append(word if number is None else f"{letter}{number}")
        i += 1 + length
    moved[i] = len(joined)
    return _Words(tuple(joined), frozenset(moved[place] for place in text.breaks & moved.keys()),
                  frozenset(moved[place] for place in text.beside & moved.keys()))


def _number(following: Sequence[str]) -> tuple[int | None, int]:
    """Return the number that these words begin with, and how many of them it takes."""
    if following and following[0].isdigit():
        return int(following[0]), 1
    for length in (3, 2, 1):
        number = NUMBERS.get(" ".join(following[:length])) if length <= len(following) else None
        if number is not None:
            return number, length
    return None, 0


def _is_known(word: str, ruleset: Ruleset) -> bool:
    return (word in ruleset.words or word in DOUBTFUL or word in COUNTS or word in TIMES
            or word.isdigit() or word in _POINTS or (len(word) == 1 and word.isalpha())
            or bool(_LABEL.fullmatch(word)))


class _Reading:
    """The readings of one spelling of a text in a position."""

    def __init__(self, ruleset: Ruleset, view: Any, seat: int, play: Play, text: _Words):
        self._ruleset, self._view, self._seat, self._play = ruleset, view, seat, play
        self._words, self._text = text.words, text
        self._tried = 0

    def whole(self) -> list[tuple[Any, ...]]:
        """Return the readings of all the words; if possible, no clause goes on after a break.

        None ever does where a verb follows: "take the horse; march" does not mean to take it only.
        """
        before_verbs = frozenset(place for place in self._text.breaks
                                 if {*self._words[place:place + 1]} & self._ruleset.verbs.keys())
        return self._paths(self._text.breaks) or self._paths(before_verbs)

    def _paths(self, breaks: frozenset[int]) -> list[tuple[Any, ...]]:
        ends: list[_Path] = []
        open_paths = [_Path(0)]
        seen = set()
        while open_paths:
            path = open_paths.pop()
            key = (path.at, path.complete, path.certain, *(move.text for move in path.moves))
            if key in seen:
                continue
            seen.add(key)
            if path.at == len(self._words):
                if path.complete or (path.certain and self._is_whole(path)):
                    ends.append(path)
                continue
            open_paths += self._next(path, breaks)
        # What was not tried may be another reading.
        return [path.moves for path in ends] if self._tried <= MAX_READINGS else []

    def _next(self, path: _Path, breaks: frozenset[int]) -> Iterator[_Path]:
        last = min([len(self._words), path.at + MAX_CLAUSE,
                    *(place for place in breaks if place > path.at)])
        view = path.moves[-1].after if path.moves else self._view
        # An order of one word is none in "the end" and "my draw".
        after_small = path.at > 0 and path.at not in self._text.breaks and (
            self._words[path.at - 1] in _BEFORE_NOUNS)
        first = path.at + 1 + (after_small or path.at in self._text.beside)
        # In "draw card", the card is what the verb is about, not another order.
        after_verb = path.at > 0 and path.at not in self._text.breaks and (
            self._words[path.at - 1] in self._ruleset.verbs)
        for end in range(first, last + 1):
            for order, verb, certain in self._orders(path.at, self._words[path.at:end], view):
                if after_verb and not verb and end == path.at + 1:
                    continue
                self._tried += 1
                if self._tried > MAX_READINGS:
                    return
                try:
                    moves = tuple(self._play(path.moves, order))
                except Refusal:
                    continue
                yield _Path(end, path.moves + moves, path.complete and verb,
                            path.certain or certain)

    def _orders(self, at: int, words: tuple[str, ...], view: Any) -> Iterator[
            tuple[str, bool, bool]]:
        """Yield the orders that a clause may be, whether it has a verb, and if it is certain."""
        doubtful = [i for i, word in enumerate(words) if word in DOUBTFUL]
        verbs = [i for i, word in enumerate(words) if word in self._ruleset.verbs]
        if not doubtful or doubtful == [0]:
            yield " ".join(words), True, True
        if not doubtful and words[0] not in self._ruleset.colours:
            for i in verbs:
                rest = (*words[:i], *words[i + 1:])
                divided = not self._text.breaks.isdisjoint(range(at + 1, at + i + 1))
                if i and not divided and not SMALL.issuperset(rest):  # as in "the end"
                    yield " ".join((words[i], *rest)), True, True
        if not verbs or doubtful:
            place = any(map(_LABEL.fullmatch, words))
            for order, certain in self._ruleset.implied(words, view):
                yield order, False, certain or place

    def _is_whole(self, path: _Path) -> bool:
        """Return whether nothing of the turn is left to the seat after these moves."""
        before = self._ruleset.status(self._view)
        after = self._ruleset.status(path.moves[-1].after)
        return after.over or after.turn != before.turn or self._seat not in after.to_move
