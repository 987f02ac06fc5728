"""Marks in our own emails by which we recognise replies and returned copies."""

from __future__ import annotations

import re

MARKER = "=== Write your orders above this line ==="
COMMANDS_MARKER = "=== Write your commands above this line ==="  # of emails with examples of them
OWN_HEADER = "X-Game-Post"  # in every email we send; an email that has it is never answered

_WORDS = re.compile("write your (?:orders|commands) above this line")
# Our emails end with this link, in every language.  Some programs make links lead over a server of
# their own, which gets the address encoded.
_UNSUBSCRIBE = re.compile(r"(?:/|%2f)unsubscribe(?:/|%2f)", re.IGNORECASE)
_LONGEST = 400  # characters of a line that are compared


def is_marker(line: str) -> bool:
    """Return whether this line contains a marker of ours, with any other text around it."""
    return bool(_WORDS.search(_compared(line)))


def beside_marker(line: str) -> str:
    """Return the rest of a line with our marker."""
    return _WORDS.sub(" ", _compared(line), count=1).strip("=>*_| \t")


def is_unsubscribe_link(text: str) -> bool:
    """Return whether this text contains the address of the link that ends our emails."""
    return bool(_UNSUBSCRIBE.search(text))


def _compared(line: str) -> str:
    return " ".join(line[:_LONGEST].replace("\xa0", " ").split()).casefold()
