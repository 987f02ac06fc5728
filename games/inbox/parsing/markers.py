"""The marks our own mails carry, by which their answers and their echoes are known again."""

from __future__ import annotations

MARKER = "=== Write your orders above this line ==="
OWN_HEADER = "X-Game-Post"  # in every mail we send; a mail that carries it is never answered

_WORDS = "write your orders above this line"


def is_marker(line: str) -> bool:
    """Whether this line is our marker, however a mail reader has dressed it up."""
    return _WORDS in " ".join(line.replace("\xa0", " ").split()).casefold()
