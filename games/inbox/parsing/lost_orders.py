"""Finds orders in what was removed from an email, so that half of them is never played (R18).

A quote may contain orders only where it is certain to be our own email, which lists the possible
ones.  Anything else that begins like an order may be the person's own: written below a quote, into
it, or into a signature.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from engine.orders import split
from engine.wording import LEADING, words
from games.inbox.parsing.phrases import ADDED_BELOW
from games.inbox.parsing.pleasantries import is_name, is_pleasantry, is_similar_to_verb
from games.inbox.parsing.quote_stripper import Removed
from games.inbox.parsing.requests import COMMANDS

_MAX_LINE = 300  # characters of a line that are compared
_MAX_MISSPELLED = 6  # words of a line that may begin with a misspelled verb
_SHORT = re.compile(r"[a-z]?\d{1,2}|[nsew]{1,2}")  # names of spaces, numbers, steps
_LINK = re.compile(r"[<(]?(?:https?://|www\.|mailto:)\S*$")


def first_lost(
    removed: Removed, *, verbs: Mapping[str, bool], known: Collection[str] = (),
    names: Collection[str] = (),
) -> str:
    """The first removed line that may be an order of the sender; "" if there is none.

    ``verbs`` and ``known`` are the words of the ruleset; ``names`` are the sender's.
    """
    name_words = frozenset(word for name in names for word in words(name))
    found = next(_lost(removed, verbs, {*known, *verbs, *LEADING}, name_words), "")
    return found.strip()[:_MAX_LINE]


def _lost(
    removed: Removed, verbs: Mapping[str, bool], known: Collection[str], names: Collection[str]
) -> Iterator[str]:
    yield from (line for line in removed.cut if _begins_order(line, verbs, known))
    signed = False
    for line in removed.after:
        if not _is_harmless(line, verbs, names, signed=signed):
            yield line
        signed = True
    indented = any(line.startswith("  ") and _is_order(line, verbs, known)
                   for line in removed.quoted)
    unsure = [*removed.open_end, *(removed.quoted if indented else ())]
    yield from (line for line in unsure
                if not line.startswith("  ") and _is_order(line, verbs, known))


def _pieces(line: str, verbs: Mapping[str, bool]) -> list[list[str]]:
    """The words of each order in a line; nothing if no word of it is a verb of orders."""
    if not any(word in verbs for word in words(line[:_MAX_LINE])):
        return []
    return [found for piece in split(line[:_MAX_LINE], verbs) if (found := words(piece))]


def _begins_order(line: str, verbs: Mapping[str, bool], known: Collection[str]) -> bool:
    """Whether this line begins an order, a command or an order whose verb is misspelled."""
    if any(piece[0] in verbs for piece in _pieces(line, verbs)):
        return True
    first, *rest = words(line[:_MAX_LINE]) or [""]
    if not rest:
        return first in COMMANDS
    short = len(rest) < _MAX_MISSPELLED and all(_is_known(word, known) for word in rest)
    return short and is_similar_to_verb(first, verbs)


def _is_order(line: str, verbs: Mapping[str, bool], known: Collection[str]) -> bool:
    """Whether this line contains nothing but orders, as our own sentences never do."""
    pieces = _pieces(line, verbs)
    return bool(pieces) and all(
        piece[0] in verbs and all(_is_known(word, known) for word in piece) for piece in pieces
    )


def _is_known(word: str, known: Collection[str]) -> bool:
    return word in known or bool(_SHORT.fullmatch(word))


def _is_harmless(
    line: str, verbs: Mapping[str, bool], names: Collection[str], *, signed: bool
) -> bool:
    """Whether a line below our email is a signature or was added by a program."""
    line_words = words(line[:_MAX_LINE])
    text = line.strip().casefold()
    if not line_words or _LINK.match(text) or text.lstrip("*-–_ ").startswith(ADDED_BELOW):
        return True
    if is_pleasantry(line_words, verbs=verbs, names=names):
        return True
    return is_name(line_words, verbs={*verbs, *COMMANDS}, names=names, signed=signed)
