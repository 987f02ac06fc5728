"""Text without characters that programs obey instead of showing (R19).

Owns which characters those are, for everything that people write: names, addresses, emails.
The process that reads incoming email uses it too, so it imports nothing of this project.
"""

from __future__ import annotations

import re

# Some programs end a line at these; nobody sees them.
_LINE_BREAKS = "\x0b\x0c\x85\u2028\u2029"
# Control characters except tab and line feed, marks that change the direction of writing, and
# noncharacters.
_CONTROLS = "\x00-\x08\x0d-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff"
# Of no width.  Names may need them (joined emoji, Persian), orders do not.
_INVISIBLE = "\u200b-\u200f\u2060-\u2064\ufeff"

_OBEYED = re.compile(f"[{_LINE_BREAKS}{_CONTROLS}]")
_BREAK = re.compile(f"[{_LINE_BREAKS}]")
_UNSEEN = re.compile(f"[{_CONTROLS}{_INVISIBLE}]")


def without_controls(text: str) -> str:
    """The text with a blank in place of each control character; tabs and line feeds stay."""
    return _OBEYED.sub(" ", _whole(text))


def one_line(text: str) -> str:
    """The same as one line without blanks at its ends: a name, a subject, an address."""
    return " ".join(without_controls(text).split())


def visible(text: str) -> str:
    """The text as its writer saw it: invisible characters are gone, and so are controls.

    Line ends become ``\\n``.  What only some programs take for one becomes a blank: a quoted line
    must not end before the quote does.
    """
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNSEEN.sub("", _BREAK.sub(" ", unified))


def storable(text: str) -> str:
    """The text as every database takes it: no NUL, and "?" in place of lone surrogates."""
    return _whole(text).replace("\0", "")


def _whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
