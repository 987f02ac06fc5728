"""Text without what some mail readers and picture programs obey instead of showing (R19)."""

from __future__ import annotations

import re

# Control characters, other line ends, marks that turn the direction of writing, half characters.
_OBEYED = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def plain(text: str) -> str:
    """The text with a blank in place of each such character; line ends and tabs stay."""
    return _OBEYED.sub(" ", text)


def in_one_line(text: str) -> str:
    """The same as one line, for subjects and pictures."""
    return " ".join(plain(text).split())
