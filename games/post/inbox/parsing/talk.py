"""Finds what somebody says to the table in an email: the text below a line ``--talk``.

Many programs turn two hyphens into a dash, so any dash will do.
"""

from __future__ import annotations

import re

MARK = "--talk"

_DASH = "[-\u2010-\u2015\u2212]"
_ALONE = re.compile(rf"[\s*_]*(?:{_DASH}\s?){{1,3}}talk\s*[:.]?[\s*_]*", re.IGNORECASE)
# The text may begin in the same line, but "- talk soon" says goodbye.
_BEGUN = re.compile(r"[\s*_]*(?:--|[\u2013-\u2015])talk(?:\s*:|\s)\s*(.+)", re.IGNORECASE)
_LONGEST = 2000  # characters of a line that are looked at


def separate_talk(text: str) -> tuple[str, str | None]:
    """The text above the first line ``--talk`` and the text below; None without such a line."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if len(line) > _LONGEST:
            continue
        begun = _BEGUN.fullmatch(line)
        if begun or _ALONE.fullmatch(line):
            below = [begun[1]] if begun else []
            above = "\n".join(lines[:at]).strip("\n")
            return above, "\n".join([*below, *lines[at + 1 :]]).strip()
    return text, None
