"""Cleans what people write to each other: plain text of a few lines (R19).

Web addresses stay: pages never make them links, and emails break them.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from games.base.plain_text import storable, visible, without_controls
from games.base.refusals import TableRefusal
from games.models.chat import NOTE_LENGTH, TEXT_LENGTH

MAX_LINES = 30
_BLANK_LINES = re.compile(r"\n{3,}")


def clean(text: str) -> str:
    """A message as it is stored; refuses one that is empty or too long."""
    cleaned = _clean(text)
    if not visible(cleaned).strip():
        raise TableRefusal("empty-message", _("There is nothing to say in this message. Please"
                                              " write something first."))
    if len(cleaned) > TEXT_LENGTH or cleaned.count("\n") >= MAX_LINES:
        raise TableRefusal("long-message", _(
            "This message is too long, so it was not sent. Please use at most %(letters)s letters"
            " and %(lines)s lines.") % {"letters": TEXT_LENGTH, "lines": MAX_LINES})
    return cleaned


def clean_note(text: str) -> str:
    """A note as it is stored, "" for an empty one; refuses one that is too long."""
    cleaned = _clean(text)
    if len(cleaned) > NOTE_LENGTH:
        raise TableRefusal("long-note", _(
            "This note is too long, so it was not saved. Please use at most %(letters)s letters."
        ) % {"letters": NOTE_LENGTH})
    return cleaned if visible(cleaned).strip() else ""


def _clean(text: str) -> str:
    unified = storable(text).replace("\r\n", "\n").replace("\r", "\n")
    lines = (line.rstrip() for line in without_controls(unified).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()
