"""What the golden games show: boards, numbers of players, endings and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from tests.engine.random_games import RULESET
from tests.golden.making import ENDINGS

Table = tuple[str, int]
Feature = tuple[str, Any]

ENDING, SMALLER, FIRST = "ending", "half_of_occupying", "first"


def counted(entries: Iterable[dict[str, Any]]) -> Counter[tuple[Table, Feature]]:
    """Returns how many games of each board and number of players show each feature."""
    return Counter(((entry["board"], entry["players"]), feature)
                   for entry in entries for feature in _features(entry))


def wanted() -> Iterator[tuple[Table, Feature]]:
    """Yields what must be shown: every ending, with and without each option, every first seat."""
    for table in product(RULESET.boards(), RULESET.seats):
        yield from ((table, (ENDING, ending)) for ending in ENDINGS)
        yield from ((table, (f"{ending}, {SMALLER}", value))
                    for ending, value in product(ENDINGS, (False, True)))
        yield from ((table, (FIRST, seat)) for seat in (None, *range(table[1])))


def missing(entries: Iterable[dict[str, Any]]) -> list[str]:
    """Returns a line for each thing that no game shows."""
    shown = counted(entries)
    return [f"No game on {board} with {players} players shows {name} {value}."
            for (board, players), (name, value) in wanted()
            if not shown[(board, players), (name, value)]]


def lines(entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yields one line for each board and number of players."""
    entries = list(entries)
    shown = counted(entries)
    for table in product(RULESET.boards(), RULESET.seats):
        games = sum((entry["board"], entry["players"]) == table for entry in entries)
        endings = ", ".join(f"{shown[table, (ENDING, ending)]} {ending}" for ending in ENDINGS)
        firsts = ", ".join(str(shown[table, (FIRST, seat)]) for seat in range(table[1]))
        smaller = sum(shown[table, (f"{ending}, {SMALLER}", True)] for ending in ENDINGS)
        yield (f"{table[0]:8} {table[1]} players: {games:3} games; endings: {endings};"
               f" smaller compensation: {smaller}; named first player, by seat: {firsts}")


def _features(entry: dict[str, Any]) -> Iterator[Feature]:
    options, ending = entry["options"], entry["ending"]
    yield ENDING, ending
    yield f"{ending}, {SMALLER}", options.get(SMALLER, False)
    yield FIRST, options.get(FIRST)
