"""Orders in removed parts of an email, so that half of a turn is never played (R18).

A quote of our email contains possible orders, which we have listed.  Anything else that begins like
an order may be the person's own: written below a quote, into it, or into a signature.  ``own_text``
tells the two apart.  If we do not know the text of our email, its examples are recognised by their
indent, as far as the quote has kept it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, dropwhile, pairwise

from alexandros_rules.orders import split
from alexandros_rules.small_words import chosen_suggestion
from alexandros_rules.wording import LEADING, words
from games.post.inbox.parsing.left_out import Meaning, lines_to_leave_out
from games.post.inbox.parsing.markers import is_marker
from games.post.inbox.parsing.own_text import Comparison, OwnText, Typed, closest
from games.post.inbox.parsing.quote_stripper import Removed
from games.post.inbox.parsing.requests import COMMANDS

_MAX_LINE = 300  # characters of a line that are compared
_CLOSEST = 2  # of our emails, each as text and as HTML, that are compared with a quote closely
_MAX_SECTIONS = 10
_MAX_TYPED = 300  # pieces of a section; with more, it is not a quote of ours and is not searched
_MAX_MISSPELLED = 6  # words of a line that may begin with a misspelled verb
_SHORT = re.compile(r"[a-z]?\d{1,2}|[nsew]{1,2}")  # names of spaces, numbers, steps
_ENCODED = re.compile(r"[>\s]*Content-Transfer-Encoding: *(?:base64|quoted-printable)",
                      re.IGNORECASE)
_LINK = re.compile(r"\bhttps?://[^\s<>()\[\]]*")  # also those with orders, of our own emails
SIMILARITY = 0.75  # "dravv" is not similar to "draw", but "confrim" is to "confirm"


def first_lost(removed: Removed, meaning: Meaning, own: Sequence[OwnText] = ()) -> str:
    """Return the first line outside a signature that may be an order of the sender; "" if none.

    ``own`` are the emails of ours that may be quoted.
    """
    verbs, known = meaning.verbs, _known(meaning)
    lost = chain(
        (line for line in removed.cut if _begins_order(_LINK.sub(" ", line), verbs, known)),
        _below(removed.after, meaning),
        _typed(removed, own, verbs, known, meaning) if own
        else _by_indent(removed, verbs, known),
    )
    return next(lost, "").strip()[:_MAX_LINE]


def _known(meaning: Meaning) -> Collection[str]:
    return {*meaning.known, *meaning.verbs, *LEADING}


@dataclass(frozen=True, slots=True)
class Doubts:
    """The lines of a signature that may be meant for the game: orders, and what restricts them."""

    orders: tuple[str, ...]
    others: tuple[str, ...]


def doubts_in_signature(lines: Sequence[str], meaning: Meaning, *, is_whole: bool) -> Doubts:
    """Return the doubtful lines of a signature, below orders that are a whole turn or not.

    Beside a part of a turn, any line with a verb of orders may be one.
    """
    silent = lines_to_leave_out(lines, meaning, marked=True)
    harmless = silent.lines if is_whole else silent.lines - silent.unsure
    doubtful = [line.strip()[:_MAX_LINE] for at, line in enumerate(lines)
                if at not in harmless or _is_command(line) or chosen_suggestion(line)]
    orders = tuple(line for line in doubtful if _may_be_order(line, meaning, is_whole=is_whole))
    return Doubts(orders, tuple(line for line in doubtful if line not in orders))


def _may_be_order(line: str, meaning: Meaning, *, is_whole: bool) -> bool:
    said = words(line)
    return (not meaning.verbs.keys().isdisjoint(said[:1] if is_whole else said)
            or meaning.is_about_game(said)
            or meaning.may_be_order(said) or _is_command(line) or bool(chosen_suggestion(line))
            or _is_order(line, meaning.verbs, _known(meaning)))


def _below(lines: Sequence[str], meaning: Meaning) -> Iterator[str]:
    """Yield the lines below our own email that could be meant for the game."""
    below = list(dropwhile(_is_blank_or_link, lines))
    silent = lines_to_leave_out(below, meaning).lines
    yield from (line for at, line in enumerate(below)
                if at not in silent or _is_command(line))


def _is_command(line: str) -> bool:
    return " ".join(words(line)) in COMMANDS


def _is_blank_or_link(line: str) -> bool:
    return not line.strip() or "://" in line


def _by_indent(
    removed: Removed, verbs: Mapping[str, bool], known: Collection[str]
) -> Iterator[str]:
    """Yield the orders in a quote that are not indented, as all our examples are."""
    indented = any(line.startswith("  ") and _is_order(line, verbs, known)
                   for line in removed.quoted)
    unsure = [*removed.open_end, *(removed.quoted if indented else ())]
    yield from (line for line in unsure
                if not line.startswith(("  ", ">")) and _is_order(line, verbs, known))


def _typed(
    removed: Removed, own: Sequence[OwnText], verbs: Mapping[str, bool], known: Collection[str],
    meaning: Meaning,
) -> Iterator[str]:
    """Yield the orders that were typed into quotes of our emails, or below a quote without end."""
    def orders(beside: Comparison) -> Iterator[str]:
        return (typed.before for number, typed in enumerate(beside.typed)
                if number >= _MAX_TYPED or _is_typed_order(typed, verbs, known))

    def orders_or_more(beside: Comparison) -> Iterator[str]:
        below = [] if beside.end is None else removed.open_end[beside.end :]
        return chain(orders(beside), _below(below, meaning))

    for section in _sections(_as_shown(removed.quoted)):
        yield from _first(closest(section, own, most=_CLOSEST), orders)
    yield from _first(closest(removed.open_end, own, most=_CLOSEST), orders_or_more)


def _as_shown(lines: Sequence[str]) -> Sequence[str]:
    """Return a quote without those parts of a raw message that nobody can write into."""
    end = next((at for at, line in enumerate(lines) if _ENCODED.match(line)), len(lines))
    return lines[:end]


def _sections(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Return the lines of each of our emails, of which one may be quoted in another."""
    markers = [at for at, line in enumerate(lines) if at and is_marker(line)]
    starts = [0, *markers[:_MAX_SECTIONS], len(lines)]
    return (lines[start:end] for start, end in pairwise(starts))


def _first(
    comparisons: Sequence[Comparison], lost: Callable[[Comparison], Iterator[str]]
) -> Iterator[str]:
    """Yield the first lost order, unless one of our emails explains the whole quote."""
    found = [next(lost(beside), "") for beside in comparisons]
    if all(found):
        yield from found[:1]


def _is_typed_order(typed: Typed, verbs: Mapping[str, bool], known: Collection[str]) -> bool:
    """Return whether these words are an order, or change or pick one of our examples."""
    if _begins_order(typed.text, verbs, known):
        return True
    if typed.text == typed.line.strip():
        return False
    return _begins_order(typed.before, verbs, known) or _is_order(typed.line, verbs, known)


def _pieces(line: str, verbs: Mapping[str, bool]) -> list[list[str]]:
    """Return the words of each order in a line; [] if the line has no verb of orders."""
    if not any(word in verbs for word in words(line[:_MAX_LINE])):
        return []
    return [found for piece in split(line[:_MAX_LINE], verbs) if (found := words(piece))]


def _begins_order(line: str, verbs: Mapping[str, bool], known: Collection[str]) -> bool:
    """Return whether this line begins with an order, also a misspelled one, or is a command."""
    if any(piece[0] in verbs for piece in _pieces(line, verbs)):
        return True
    first, *rest = words(line[:_MAX_LINE]) or [""]
    if not rest:
        return first in COMMANDS
    short = len(rest) < _MAX_MISSPELLED and all(_is_known(word, known) for word in rest)
    return short and _is_similar_to_verb(first, verbs)


def _is_order(line: str, verbs: Mapping[str, bool], known: Collection[str]) -> bool:
    """Return whether this line contains nothing but orders, as our own sentences never do."""
    pieces = _pieces(line, verbs)
    return bool(pieces) and all(
        piece[0] in verbs and all(_is_known(word, known) for word in piece) for piece in pieces
    )


def _is_known(word: str, known: Collection[str]) -> bool:
    return word in known or bool(_SHORT.fullmatch(word))


def _is_similar_to_verb(word: str, verbs: Collection[str]) -> bool:
    """Return whether this word is a verb of orders, or a misspelled one."""
    if word in verbs:
        return True
    return len(word) > 3 and bool(difflib.get_close_matches(word, verbs, 1, SIMILARITY))
