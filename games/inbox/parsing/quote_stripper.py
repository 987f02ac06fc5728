"""Removes quotes, signatures and forwarded emails from a reply.

Reads each line once with a short look-ahead, so the cost is linear in the text.  Keeps a line
in case of doubt: a line too many is answered with a refusal, a line too few would change the
orders silently.
"""

from __future__ import annotations

import re

from games.inbox.parsing.markers import is_marker
from games.inbox.parsing.phrases import (
    ATTRIBUTION_OPENINGS,
    ATTRIBUTION_VERBS,
    DASHED,
    DEVICE_LINES,
    FORWARDS,
    LABELS,
)

_MAX_PREFIX = 400  # characters of a line that are compared
_MAX_ATTRIBUTION = 4  # lines
_LOOK_AHEAD = 8  # lines

_KIND = {label: kind for kind, labels in LABELS.items() for label in labels}
_WHEN_OR_WHO = re.compile(r"\d{4}|\d[:.h]\d\d|@")
_VERB = re.compile(r"\b(?:" + "|".join(ATTRIBUTION_VERBS) + r")\b")
_OPENING = re.compile(r"(?:" + "|".join(ATTRIBUTION_OPENINGS) + r")\b")
# "2026-11-20 10:15 Bob <bob@example.org>:" and "Bob <bob@example.org> [2026-11-20 10:15]:"
_OLD_STYLE = re.compile(r"\d{4}-\d\d-\d\d.{0,300}@.{0,100}:$|[^@]{0,200}@.{0,100} \[\d{4}.{0,60}:$")
_RULE = re.compile(r"[_]{10,}$|[-]{20,}$")
_DASHES = "-–—_=* "


def strip(text: str) -> str:
    """What the sender wrote in this text (line ends ``\\n``), without blank lines around it."""
    lines = text.split("\n")
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        if _is_quoted(line):
            at += 1
        elif _ends_writing(lines, at):
            break
        elif length := _attribution(lines, at):
            if not _quote_follows(lines, at + length):
                break
            at += length
        else:
            if not _is_device_line(line):
                kept.append(line)
            at += 1
    return "\n".join(kept).strip("\n")


def _is_quoted(line: str) -> bool:
    return line.lstrip().startswith(">")


def _normalised(line: str) -> str:
    """The line as phrases are compared: lower case, no emphasis, single spaces."""
    return " ".join(line[:_MAX_PREFIX].replace("*", "").replace("\xa0", " ").split()).casefold()


def _ends_writing(lines: list[str], at: int) -> bool:
    """Whether the sender's own text ends before this line."""
    line = lines[at]
    if line.rstrip() == "--" or is_marker(line[:_MAX_PREFIX]):
        return True
    phrase = _normalised(line)
    if not phrase:
        return False
    return (
        (phrase.strip(_DASHES) in DASHED and phrase[0] in _DASHES)
        or phrase in FORWARDS
        or bool(_RULE.match(phrase))
        or _is_header_block(lines, at)
    )


def _label(line: str) -> str:
    name, colon, _ = _normalised(line).partition(":")
    return _KIND.get(name.strip(), "") if colon else ""


def _is_header_block(lines: list[str], at: int) -> bool:
    """From, Sent, To, Subject in any order and language, the first of them here."""
    if _label(lines[at]) not in ("from", "sent"):
        return False
    kinds = [_label(line) for line in lines[at : at + _LOOK_AHEAD]]
    return len({kind for kind in kinds if kind}) >= 3


def _attribution(lines: list[str], at: int) -> int:
    """How many lines "On Friday Bob wrote:" takes from here; 0 if it does not begin here."""
    phrase = _normalised(lines[at])
    if not (_OPENING.match(phrase) or _VERB.search(phrase) or "@" in phrase):
        return 0
    joined = ""
    for length, line in enumerate(lines[at : at + _MAX_ATTRIBUTION], 1):
        part = _normalised(line)
        if not part or (_is_quoted(line) and part != ">:"):  # the end of a wrapped address
            return 0
        joined = f"{joined} {part}".strip()
        if joined.endswith(":"):
            return length if _is_attribution(joined) else 0
    return 0


def _is_attribution(joined: str) -> bool:
    if _VERB.search(joined):
        return bool(_WHEN_OR_WHO.search(joined)) or len(joined.split()) <= 6
    return bool(_OLD_STYLE.match(joined))


def _quote_follows(lines: list[str], at: int) -> bool:
    """Whether the next line that is not blank is marked as quoted.

    Then the sender wrote the lines without a mark; otherwise everything below is quoted.
    """
    following = (line for line in lines[at : at + _LOOK_AHEAD] if line.strip())
    return _is_quoted(next(following, ""))


def _is_device_line(line: str) -> bool:
    phrase = _normalised(line)
    return phrase.lstrip("-– ").startswith(DEVICE_LINES) and not phrase.endswith(";")
