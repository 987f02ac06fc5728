"""Checks of a copied database: the file, the number of its rows, and every game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from games.models import Game
from games.operations.backups.archive import BackupFailure
from games.rulesets import registry
from games.table.play import verification


def check_file(path: Path) -> None:
    """Raises BackupFailure if the SQLite file is damaged."""
    try:
        with closing(sqlite3.connect(path)) as database:
            found = database.execute("PRAGMA integrity_check").fetchone()[0]
            broken = database.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        found, broken = str(error), None
    if found != "ok" or broken:
        raise BackupFailure(
            f"The copied database is damaged ({broken or found}). Use another backup; if this one"
            " was being made, the disk may be failing."
        )


def row_counts(path: Path) -> dict[str, int]:
    """The number of rows of each table in the SQLite file."""
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        return {table: _count(database, table) for (table,) in sorted(tables)}


def _count(database: sqlite3.Connection, table: str) -> int:
    statement = f'SELECT count(*) FROM "{table}"'  # noqa: S608 - a name from the schema itself
    return int(database.execute(statement).fetchone()[0])


def faults() -> list[list[Any]]:
    """The first bad row of each game in the default database, as [code, number, reason].

    Leaves out games whose package is not installed, because nobody can decide their moves.
    """
    games = Game.objects.filter(ruleset__in=registry.names()).order_by("pk")
    return [fault for game in games.iterator(chunk_size=50) for fault in _faults(game)]


def _faults(game: Game) -> Iterator[list[Any]]:
    try:
        fault = verification.first_fault(game)
    except Exception as error:  # noqa: BLE001 - whatever is wrong, the other games count too
        yield [game.code, 0, f"the check stopped with {type(error).__name__}"]
        return
    if fault:
        yield [game.code, fault.number, fault.reason]


def in_words(found: list[list[Any]]) -> str:
    """The faults, one a line, as verify_games prints them."""
    return "\n".join(f"game {code}, row {number}: {reason}" for code, number, reason in found)
