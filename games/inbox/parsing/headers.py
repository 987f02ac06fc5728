"""Reads the headers of an email: values, addresses and Message-IDs.  Nothing here raises."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from games.inbox.parsing.charsets import header_text

Headers = Mapping[str, tuple[str, ...]]

_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:@]{1,200}@[^\s<>()\[\]\",;:@]{1,253}")
_ID = re.compile(r"<[^\s<>]{1,240}>")


def collect(items: Iterable[tuple[str, str]]) -> Headers:
    """The values of each header in order, by its lower-case name."""
    headers: dict[str, tuple[str, ...]] = {}
    for name, value in items:
        key = name.strip().lower()
        headers[key] = (*headers.get(key, ()), str(value))
    return headers


def first(headers: Headers, name: str) -> str:
    """The first value of this header as text; "" if there is none."""
    values = headers.get(name.lower(), ())
    return header_text(values[0]) if values else ""


def addresses(headers: Headers, *names: str) -> tuple[str, ...]:
    """The addresses in these headers, lower-case, each once.

    Quoted strings and comments in brackets are not addresses, and in
    ``bob@example.com <alice@example.org>`` only the second one is.
    """
    unique: dict[str, None] = {}
    for name in names:
        for value in headers.get(name, ()):
            for entry in _entries(value):
                unique.update(dict.fromkeys(_address_of(entry)))
    return tuple(unique)


def display_name(headers: Headers) -> str:
    """The display name of the sender, at most 100 characters."""
    return first(headers, "from").split("<")[0].strip(" \"'")[:100]


def message_ids(headers: Headers, *names: str) -> tuple[str, ...]:
    """The Message-IDs in these headers, with their angle brackets."""
    return tuple(match[0] for name in names for value in headers.get(name, ())
                 for match in _ID.finditer(value))


def _entries(value: str) -> list[str]:
    """The comma-separated entries without quoted strings and comments, in one pass."""
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
