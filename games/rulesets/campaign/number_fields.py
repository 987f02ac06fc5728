"""The number fields of the forms for bids, discards and offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class NumberField:
    """A field for a number of things.

    ``held`` is how many the reader has of them, and ``value`` what they have chosen by their cards
    or entered in a form that was refused, "" if they have not.
    """

    name: str
    label: str
    held: int
    value: str = ""


def number_fields(query: Mapping[str, Any], prefix: str,
                  items: Iterable[tuple[str, str, int]]) -> list[NumberField]:
    """Returns a field for each item: its word, its label, and how many the reader has."""
    return [NumberField(name, label, held, str(query.get(name, "")))
            for word, label, held in items for name in (f"{prefix}-{word}",)]


def number_in(query: Mapping[str, Any], name: str) -> int:
    """Returns the number in a field of the query, 0 if it has none that fits on a page."""
    text = str(query.get(name, ""))
    return int(text) if text.isdecimal() and len(text) < 3 else 0
