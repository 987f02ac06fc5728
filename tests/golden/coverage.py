"""What the golden games of each version of the rules show: boards, players, endings, options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from tests.engine.random_games import RULESET

Table = tuple[int, str, int]  # the version of the rules, the board, the number of players
Feature = tuple[str, Any]

ENDING, FIRST = "ending", "first"
ENDINGS = ("walls", "points", "stuck", "quiet")
# The version of the rules in which a board came, if not the first.
SINCE = {"march": 2, "empire": 3}
FLAGS = tuple(option.name for option in RULESET.options if option.kind == "flag")


def endings_of(rules: int) -> tuple[str, ...]:
    """Returns how a game of this version can end."""
    return ENDINGS if rules > 1 else ENDINGS[:3]


def flags_of(rules: int) -> tuple[str, ...]:
    """Returns the options of this version that are on or off."""
    return FLAGS if rules > 1 else FLAGS[:1]


def tables() -> Iterator[Table]:
    """Yields every kind of table of which there must be games."""
    for rules, board, players in product(RULESET.versions, RULESET.boards(), RULESET.seats):
        if rules >= SINCE.get(board, 1):
            yield rules, board, players


def counted(entries: Iterable[dict[str, Any]]) -> Counter[tuple[Table, Feature]]:
    """Returns how many games of each kind of table show each feature."""
    return Counter(
        (_table(entry), feature) for entry in entries
        for feature in features(_table(entry)[0], entry["ending"], entry["options"])
    )


def wanted(table: Table) -> Iterator[Feature]:
    """Yields what must be shown: every ending, with and without each option, every first seat."""
    rules, _, players = table
    endings = endings_of(rules)
    yield from ((ENDING, ending) for ending in endings)
    yield from ((f"{ending}, {flag}", value)
                for ending, flag, value in product(endings, flags_of(rules), (False, True)))
    yield from ((FIRST, seat) for seat in (None, *range(players)))


def wanted_counts(rules: int, board: str, players: int, *, each: int) -> Counter[Feature]:
    """Returns how often to show each feature: every ending ``each`` times, all others once."""
    return Counter({feature: each if feature[0] == ENDING else 1
                    for feature in wanted((rules, board, players))})


def missing(entries: Iterable[dict[str, Any]]) -> list[str]:
    """Returns a line for each thing that no game shows."""
    shown = counted(entries)
    return [f"No game of version {table[0]} on {table[1]} with {table[2]} players shows"
            f" {name} {value}."
            for table in tables() for name, value in wanted(table)
            if not shown[table, (name, value)]]


def lines(entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yields one line for each kind of table."""
    entries = list(entries)
    shown = counted(entries)
    for table in tables():
        rules, board, players = table
        games = sum(_table(entry) == table for entry in entries)
        endings = ", ".join(f"{shown[table, (ENDING, ending)]} {ending}"
                            for ending in endings_of(rules))
        firsts = ", ".join(str(shown[table, (FIRST, seat)]) for seat in range(players))
        flags = "; ".join(
            f"{flag}: {sum(shown[table, (f'{ending}, {flag}', True)] for ending in ENDINGS)}"
            for flag in flags_of(rules))
        yield (f"version {rules}, {board:8} {players} players: {games:3} games; endings:"
               f" {endings}; {flags}; named first player, by seat: {firsts}")


def features(rules: int, ending: str, options: Mapping[str, Any]) -> Iterator[Feature]:
    """Yields what a game with this ending and these options shows."""
    yield ENDING, ending
    for flag in flags_of(rules):
        yield f"{ending}, {flag}", options.get(flag, False)
    yield FIRST, options.get(FIRST)


def _table(entry: Mapping[str, Any]) -> Table:
    return entry.get("rules", 1), entry["board"], entry["players"]
