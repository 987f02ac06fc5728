"""What the templates of mails need: text folded for a fixed font."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from django import template

WIDTH = 72

register = template.Library()


@register.filter
def bullet(sentence: str) -> str:
    """The sentence as an item of a list in plain text, folded at 72 columns."""
    return textwrap.fill(sentence, WIDTH, initial_indent="* ", subsequent_indent="  ",
                         break_long_words=False, break_on_hyphens=False)


@register.filter
def fold(text: str) -> str:
    """A paragraph of plain text, folded at 72 columns."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


@register.filter
def at(things: Sequence[str], index: int) -> str:
    """The thing with this index."""
    return things[index]
