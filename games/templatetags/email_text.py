"""Filters for the templates of text emails: paragraphs folded for a fixed font."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache

from django import template

from games.post.inbox.parsing.markers import is_marker

WIDTH = 72

register = template.Library()


@register.filter
def bullet(sentence: str) -> str:
    """The sentence as an item of a list in plain text, folded at 72 columns."""
    return _folded(" ".join(sentence.split()), first="* ", other="  ")


@register.filter
def fold(text: str) -> str:
    """A paragraph of plain text, folded at 72 columns; its own line breaks do not count."""
    return _folded(" ".join(text.split()))


@register.filter
def indented(text: str) -> str:
    """A remark on the orders above it, set in by six columns."""
    return _folded(" ".join(text.split()), first=" " * 6, other=" " * 6)


@register.filter
def definition(text: str, term: str) -> str:
    """What a word means, beside the word in a column of its own."""
    return _folded(" ".join(text.split()), first=f"  {term:<10}", other=" " * 12)


@register.filter
def hang(text: str, columns: int) -> str:
    """A paragraph set in, its later lines set in further; blanks inside it stay."""
    return _folded(text.strip(), first=" " * columns, other=" " * (columns + 2))


@register.filter
def spoken(text: str, name: str) -> str:
    """What somebody has said: their name, then each of their lines, all set in."""
    first, *others = text.split("\n")
    begun = _folded(f"{name}: {first}", first="  ", other="    ")
    return "\n".join([begun, *(_folded(line.strip(), first="    ", other="    ")
                               for line in others if line.strip())])


@register.filter
def orders(text: str) -> str:
    """Orders to copy: one line if they fit, else one order a line."""
    if len(text) + 2 <= WIDTH:
        return f"  {text}"
    return "\n".join(f"  {order}" for order in text.split("; "))


@register.filter
def at(things: Sequence[str], index: int) -> str:
    """The thing with this index."""
    return things[index]


@register.filter
def opening(text: str) -> str:
    """The first paragraph of an email in one line, without the line to write above."""
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return next((part for part in paragraphs if part and not is_marker(part)), "")


@lru_cache(maxsize=2000)  # half of an email's sentences are in all of them
def _folded(text: str, *, first: str = "", other: str = "") -> str:
    """Folded at blanks; a word that is wider than a line is broken, but an address never."""
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=other,
                         break_long_words="://" not in text, break_on_hyphens=False)
