"""What our own emails contain so that we recognise replies to them and returned copies."""

from __future__ import annotations

MARKER = "=== Write your orders above this line ==="
OWN_HEADER = "X-Game-Post"  # in every email we send; an email that has it is never answered

_WORDS = "write your orders above this line"
# Parts of the lines at the end of our emails, in text and in HTML; the last is part of a URL.
_FOOTER = (
    "you get this email because you", "you get this mail because you", "email settings",
    "stop emails about ", "stop emails to ", "/unsubscribe/",
)
_LONGEST = 400  # characters of a line that are compared


def is_marker(line: str) -> bool:
    """Whether this line contains our marker, whatever an email program put around it."""
    return _WORDS in _compared(line)


def beside_marker(line: str) -> str:
    """What else a line with our marker contains."""
    before, _, after = _compared(line).partition(_WORDS)
    return f"{before} {after}".strip("=>*_| \t")


def is_footer(line: str) -> bool:
    """Whether this line is from the end of our emails."""
    compared = _compared(line)
    return any(words in compared for words in _FOOTER)


def _compared(line: str) -> str:
    return " ".join(line[:_LONGEST].replace("\xa0", " ").split()).casefold()
