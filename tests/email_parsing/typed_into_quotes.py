"""Replies with orders above our email and another one typed into the middle of it.

Email programs quote our email as in ``generated``.  What is typed carries the marks of the quote,
or has none where the program quotes without marks: only its words tell that it is not ours.
"""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import partial

from tests.email_parsing.generated import LANGUAGES, MARKING, ORDERS, UNMARKING, Body, Case, Written

ABOVE, TYPED = ORDERS[:2], "draw"
STEP = 5  # not a divisor of the number of ways, so that every program comes in every way

Change = Callable[[Body], Body]


def _changed(text: tuple[str, str], html: tuple[str, str]) -> Change:
    """Replaces a pattern in the text, and one in the HTML, each once."""
    def change(body: Body) -> Body:
        return Body(re.sub(*text, body.text, count=1, flags=re.MULTILINE),
                    re.sub(*html, body.html, count=1))
    return change


def _without_indent(body: Body) -> Body:
    return Body(re.sub(r"^(> )? +", r"\1", body.text, flags=re.MULTILINE), body.html)


def _rewrapped(body: Body) -> Body:
    """Lines of at most 50 columns, as programs make them that wrap what they quote."""
    lines = (part for line in body.text.split("\n") for part in _wrapped(line))
    return Body("\n".join(lines), body.html)


def _wrapped(line: str) -> list[str]:
    if not line.startswith(("> ", "  ")):
        return [line]
    return textwrap.wrap(line, 50, subsequent_indent=line[:2].strip(), break_long_words=False,
                         break_on_hyphens=False)


def _without_rest(body: Body) -> Body:
    return Body(body.text.partition("HOW TO REPLY")[0].rstrip("> \n"),
                body.html.partition("<h2>How to reply</h2>")[0])


_LINE = _changed((r"^(> )?(?=WHAT YOU CAN DO)", rf"\1{TYPED}\n\1\n\1"),
                 (r"(?=<h2>What you can do)", f"<div>{TYPED}</div>"))
_LAST_LINE = _changed((r"^(> )?(?=HOW TO REPLY)", rf"\1{TYPED}\n\1\n\1"),
                      (r"(?=<h2>How to reply)", f"<div>{TYPED}</div>"))
WAYS: dict[str, Change] = {
    "on a line of its own": _LINE,
    "among our examples": _changed((r"^(> )?(?=  take lyre)", rf"\1  {TYPED}\n\1"),
                                   (r"(?=<span [^>]*>take lyre)", f"{TYPED}<br>")),
    "where we have it, too": _changed((r"^(> )?(?=  draw)", rf"\1  {TYPED}\n\1"),
                                      (r"(?=<span [^>]*>draw)", f"{TYPED}<br>")),
    "on a line of ours": _changed((r"You play red\.", rf"\g<0> {TYPED}"),
                                  (r"You play red\.", rf"\g<0> {TYPED}")),
    "beside an example": _changed((r"^(> )?  draw$", r"\g<0>  <-- this one"),
                                  (r">draw<", ">draw this one<")),
    "as a change to an example": _changed((r"L9\.N via SE SE", "L9.N via SE E"),
                                          (r"L9\.N via SE SE", "L9.N via SE E")),
    "where indents are lost": lambda body: _without_indent(_LINE(body)),
    "where lines are wrapped": lambda body: _rewrapped(_LINE(body)),
    "where the rest is deleted": lambda body: _without_rest(_LAST_LINE(body)),
}
# The same without an order typed into it: all orders are above it, and have to be found.
UNTOUCHED: dict[str, Change] = {
    "without indents": _without_indent, "with wrapped lines": _rewrapped,
    "without its end": _without_rest,
}


def cases() -> Iterator[Case]:
    """Every program in every language, each time with some of the ways in turn."""
    return itertools.islice(_cases(), 0, None, STEP)


def _cases() -> Iterator[Case]:
    for language in LANGUAGES:
        for name in (*MARKING, *UNMARKING):
            for way, change in WAYS.items():
                yield Case(name, language, f"typed {way}", partial(_body, name, language, change),
                           (*ABOVE, TYPED), whole=False)
            for way, change in UNTOUCHED.items():
                yield Case(name, language, f"above, {way}", partial(_body, name, language, change),
                           ABOVE, whole=True)


def _body(program: str, language: str, change: Change) -> Body:
    return change({**MARKING, **UNMARKING}[program](language, Written(above=ABOVE)))
