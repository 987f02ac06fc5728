"""Web addresses in names that people choose: finding and breaking them (R19).

Email programs turn anything that looks like an address into a link, also in a subject.  Otherwise
the name of a table could carry advertising to strangers in an invitation.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

_DOT = "[.\u3002\uff0e\uff61]"  # with the full stops that browsers take for a dot in a domain
_LINK_DOT = re.compile(rf"(?<=\w){_DOT}(?=[^\W\d_]{{2}})|(?<=\bwww){_DOT}(?=\w)", re.IGNORECASE)
_NUMBERS = re.compile(rf"\d{{1,3}}(?:{_DOT}\d{{1,3}}){{3}}")  # 192.0.2.1
_SCHEME = re.compile(r"(?<=\w)://")


def contains(text: str) -> bool:
    """Return whether an email program could make a link of a part of this text."""
    return any(pattern.search(text) for pattern in (_SCHEME, _NUMBERS, _LINK_DOT))


def sentence() -> str:
    """Return the sentence for somebody who has entered a name with a web address."""
    return _("Please choose a name without web addresses. If you did not mean one, put a space"
             " after the full stop.")


def broken(text: str) -> str:
    """Return the text with a space in each web address, so that people can read but not open it."""
    text = _SCHEME.sub(": //", text)
    text = _NUMBERS.sub(lambda match: re.sub(_DOT, ". ", match[0]), text)
    return _LINK_DOT.sub(". ", text)
