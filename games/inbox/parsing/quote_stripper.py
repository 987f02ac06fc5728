"""Cuts a reply down to what its writer wrote: no quotes, no signatures, no forwarded mail.

Line by line, each looked at once with a short look ahead: the cost is linear in the text,
whatever the text.  Where it is unsure it keeps the line: a line too many makes the orders
unreadable and is answered, a line too few would change them in silence.
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

_LOOKED_AT = 400  # characters of a line that can tell what it is
_WRAPPED = 4  # lines an attribution may be spread over
_BLOCK = 8  # lines in which a header block must show itself

_KIND = {label: kind for kind, labels in LABELS.items() for label in labels}
_WHEN_OR_WHO = re.compile(r"\d{4}|\d[:.h]\d\d|@")
_VERB = re.compile(r"\b(?:" + "|".join(ATTRIBUTION_VERBS) + r")\b")
_OPENING = re.compile(r"(?:" + "|".join(ATTRIBUTION_OPENINGS) + r")\b")
# "2026-11-20 10:15 Bob <bob@example.org>:" and "Bob <bob@example.org> [2026-11-20 10:15]:"
_OLD_STYLE = re.compile(r"\d{4}-\d\d-\d\d.{0,300}@.{0,100}:$|[^@]{0,200}@.{0,100} \[\d{4}.{0,60}:$")
_RULE = re.compile(r"[_]{10,}$|[-]{20,}$")
_DASHES = "-–—_=* "


def cut(text: str) -> str:
    """What was written in this text (line ends ``\\n``), blank lines around it removed."""
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


def _plain(line: str) -> str:
    """The line as its phrases are compared: lower case, no emphasis, single blanks."""
    return " ".join(line[:_LOOKED_AT].replace("*", "").replace("\xa0", " ").split()).casefold()


def _ends_writing(lines: list[str], at: int) -> bool:
    """Whether the writer's own text ends before this line."""
    line = lines[at]
    if line.rstrip() == "--" or is_marker(line[:_LOOKED_AT]):
        return True
    said = _plain(line)
    if not said:
        return False
    return (
        (said.strip(_DASHES) in DASHED and said[0] in _DASHES)
        or said in FORWARDS
        or bool(_RULE.match(said))
        or _is_header_block(lines, at)
    )


def _label(line: str) -> str:
    name, colon, _ = _plain(line).partition(":")
    return _KIND.get(name.strip(), "") if colon else ""


def _is_header_block(lines: list[str], at: int) -> bool:
    """From, Sent, To, Subject in any order and language, the first of them here."""
    if _label(lines[at]) not in ("from", "sent"):
        return False
    kinds = [_label(line) for line in lines[at : at + _BLOCK]]
    return len({kind for kind in kinds if kind}) >= 3


def _attribution(lines: list[str], at: int) -> int:
    """Over how many lines "On Friday Bob wrote:" is spread from here; 0: it is none."""
    said = _plain(lines[at])
    if not (_OPENING.match(said) or _VERB.search(said) or "@" in said):
        return 0
    joined = ""
    for length, line in enumerate(lines[at : at + _WRAPPED], 1):
        part = _plain(line)
        if not part or (_is_quoted(line) and part != ">:"):  # an address broken at its end
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
    """Whether the next line that says anything is marked as quoted.

    Then what is not marked was written by the sender; else all that follows is quoted.
    """
    following = (line for line in lines[at : at + _BLOCK] if line.strip())
    return _is_quoted(next(following, ""))


def _is_device_line(line: str) -> bool:
    said = _plain(line)
    return said.lstrip("-– ").startswith(DEVICE_LINES) and not said.endswith(";")
