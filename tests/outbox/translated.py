"""Finds what is not translated in an email, for tests of the outbox and of replies."""

from __future__ import annotations

import re
from html import unescape

from games.post.inbox.parsing.markers import MARKER
from tests import pseudo_language

PEOPLE = frozenset({
    "Alice", "Bob", "Carol", "Dave", "Eve", "Issus", "ISSUS", "Friends", "FRIENDS", "Finished",
    "Alexandros", "Alexandria", "Ben", "Memphis", "Pelusium", "Sais",
    # Of names that are drawn ("Player-48213"), and of guests' ("Dave (guest)"), which are stored.
    "Player", "guest",
    "UTC",  # a time zone
})
BOARDS = re.compile("The Nile delta|Alexander.s empire")  # titles of boards are names, too
# Words of commands, which people copy; labels of orders, and abbreviations.
NOTATION = frozenset({
    "call", "me",
    "plan", "help", "extension", "hint", "moves", "option", "preview", "resign", "show", "skip",
    "stop", "talk", "yes", "no", "NE", "NW", "SE", "SW", "SHA",
})
# Hashes, and the code of the game that stands behind one.
_HASH = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\s+\(\w{10}\)")


def untranslated(subject: str, text: str, html: str, *,
                 names: frozenset[str] = frozenset()) -> list[str]:
    """What of an email is not translated, except the line to write above, names and notation."""
    kept = PEOPLE | NOTATION | names
    plain = _HASH.sub("", f"{subject}\n{text}".replace(MARKER, ""))
    return [*pseudo_language.untranslated(plain, names=kept),
            *pseudo_language.untranslated_on_page(BOARDS.sub("", unescape(html)), names=kept)]
