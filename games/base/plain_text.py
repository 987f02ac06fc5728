"""Removal of control characters from text that people enter: names, addresses, emails (R19).

Owns the list of these characters.  The sandbox that parses incoming email uses this module too, so
it imports nothing from this project.
"""

from __future__ import annotations

import re

# Invisible, and a line break to some programs.
_LINE_BREAKS = "\x0b\x0c\x85\u2028\u2029"
# Control characters except tab and line feed, marks that change the direction of text, and
# noncharacters.
_CONTROLS = "\x00-\x08\x0d-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff"
# Zero-width characters.  Names may need them (joined emoji, Persian), orders do not.
_ZERO_WIDTH = "\u200b-\u200f\u2060-\u2064\ufeff"

# Letters that show nothing, too: fillers of alphabets, an empty pattern of Braille.
_FILLERS = "\xad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0"

_CONTROL = re.compile(f"[{_LINE_BREAKS}{_CONTROLS}]")
_LINE_BREAK = re.compile(f"[{_LINE_BREAKS}]")
_INVISIBLE = re.compile(f"[{_CONTROLS}{_ZERO_WIDTH}]")
_BLANK = re.compile(f"[ {_ZERO_WIDTH}{_FILLERS}]*")


def without_controls(text: str) -> str:
    """Return the text with each control character replaced by a space; tabs and line feeds stay."""
    return _CONTROL.sub(" ", _without_surrogates(text))


def one_line(text: str) -> str:
    """Return the text as one line without control characters: a name, a subject, an address.

    A text of which nothing can be seen is empty.
    """
    clean = " ".join(without_controls(text).split())
    return "" if _BLANK.fullmatch(clean) else clean


def visible(text: str) -> str:
    r"""Return the text as its writer saw it, without invisible and control characters.

    Line ends become ``\n``.  Characters that only some programs take for a line break become
    spaces, so that a quoted line cannot end before the quote does.
    """
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return _INVISIBLE.sub("", _LINE_BREAK.sub(" ", unified))


def storable(text: str) -> str:
    """Return the text as every database takes it: without NUL, lone surrogates replaced by "?"."""
    return _without_surrogates(text).replace("\0", "")


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
