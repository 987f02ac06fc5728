"""The header of a message: its values by name, its addresses, its ids.  Nothing raises."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from games.inbox.parsing.charsets import header_text

Headers = Mapping[str, tuple[str, ...]]

_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:@]{1,200}@[^\s<>()\[\]\",;:@]{1,253}")
_ID = re.compile(r"<[^\s<>]{1,240}>")


def collect(items: Iterable[tuple[str, str]]) -> Headers:
    """All values by lower-case name, in order, as the parser gave them."""
    found: dict[str, tuple[str, ...]] = {}
    for name, value in items:
        key = name.strip().lower()
        found[key] = (*found.get(key, ()), str(value))
    return found


def first(headers: Headers, name: str) -> str:
    """The first value of this name as text, "" where there is none."""
    values = headers.get(name.lower(), ())
    return header_text(values[0]) if values else ""


def addresses(headers: Headers, *names: str) -> tuple[str, ...]:
    """The addresses in these headers, lower-case, each once.

    What stands in quotes or brackets is a name or a comment and never an address, and of
    ``bob@example.com <alice@example.org>`` only the second is one.
    """
    found: dict[str, None] = {}
    for name in names:
        for value in headers.get(name, ()):
            for entry in _entries(value):
                found.update(dict.fromkeys(_address_of(entry)))
    return tuple(found)


def display_name(headers: Headers) -> str:
    """The name beside the sender's address, at most 100 characters."""
    return first(headers, "from").split("<")[0].strip(" \"'")[:100]


def message_ids(headers: Headers, name: str) -> tuple[str, ...]:
    """The ids in this header with their angle brackets."""
    return tuple(m[0] for value in headers.get(name, ()) for m in _ID.finditer(value))


def _entries(value: str) -> list[str]:
    """The comma-separated entries, quoted strings and comments left out; one pass."""
    entries: list[str] = []
    entry: list[str] = []
    quoted, depth, escaped = False, 0, False
    for char in value:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif quoted or char == '"':
            quoted = quoted != (char == '"')
        elif char in "()":
            depth = max(0, depth + (1 if char == "(" else -1))
        elif not depth and char in ",;":
            entries.append("".join(entry))
            entry = []
        elif not depth:
            entry.append(char)
    return [*entries, "".join(entry)]


def _address_of(entry: str) -> list[str]:
    start = entry.rfind("<")
    match = _ADDRESS.search(entry, start + 1)
    return [match[0].lower().rstrip(".")] if match else []
