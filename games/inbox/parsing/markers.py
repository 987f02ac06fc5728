"""What our own emails contain so that we recognise replies to them and returned copies."""

from __future__ import annotations

MARKER = "=== Write your orders above this line ==="
OWN_HEADER = "X-Game-Post"  # in every email we send; an email that has it is never answered

_WORDS = "write your orders above this line"


def is_marker(line: str) -> bool:
    """Whether this line contains our marker, whatever an email program put around it."""
    return _WORDS in " ".join(line.replace("\xa0", " ").split()).casefold()
