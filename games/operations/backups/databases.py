"""Copied databases: opening SQLite files beside the site's own, their migrations, and checks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model, QuerySet

from games.models import Game
from games.operations.backups import archive
from games.operations.backups.archive import BackupFailure
from games.rulesets import registry
from games.table.play import verification

COPY = "copy"  # the alias of a file that is open beside the site's database
Nodes = Sequence[tuple[str, str]]
Row = TypeVar("Row", bound=Model)


@contextmanager
def opened(path: Path, *, alias: str = COPY) -> Iterator[BaseDatabaseWrapper]:
    """Make this alias mean the SQLite file at this path, within the block."""
    before = connections[alias] if alias == DEFAULT_DB_ALIAS else None
    file = _wrapper(path, alias)
    connections[alias] = file
    try:
        yield file
    finally:
        file.close()
        if before is None:
            del connections[alias]
        else:
            connections[alias] = before


@contextmanager
def opened_as_default(path: Path) -> Iterator[BaseDatabaseWrapper]:
    """Make all of the site's code read and write this SQLite file, within the block."""
    with opened(path, alias=DEFAULT_DB_ALIAS) as file:
        yield file


def _wrapper(path: Path, alias: str) -> DatabaseWrapper:
    options = {
        "transaction_mode": "IMMEDIATE",
        # Nobody needs the file after a crash, so nothing waits for the disk before the end.
        "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;",
    }
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": options}
    return DatabaseWrapper(
        connections.configure_settings({DEFAULT_DB_ALIAS: database})[DEFAULT_DB_ALIAS], alias
    )


def applied() -> Nodes:
    """Return the migrations applied to the default database, in a fixed order.

    Raises BackupFailure if one of them is from a newer version of the site.
    """
    done = _applied()
    if not are_known(done):
        raise archive.newer("of an unknown number")
    return done


def is_known() -> bool:
    """Return whether this version of the site has all migrations of the default database."""
    return are_known(_applied())


def _applied() -> Nodes:
    return sorted(MigrationRecorder(connection).applied_migrations())


def are_known(nodes: Nodes) -> bool:
    """Return whether this version of the site has all these migrations."""
    return set(nodes) <= set(MigrationLoader(None).disk_migrations)


class MigrationsAt(MigrationLoader):
    """Our migrations as they are for a database that has some of them.

    A migration that replaces others counts only if the database has all of the others.
    """

    def __init__(self, database: BaseDatabaseWrapper | None, nodes: Nodes = ()) -> None:
        self._nodes = set(nodes)
        super().__init__(database)

    def load_disk(self) -> None:
        """Load our migrations, except those that replace others the database does not have."""
        super().load_disk()
        self.disk_migrations = {
            key: migration for key, migration in self.disk_migrations.items()
            if self._nodes.issuperset(migration.replaces)}

    def last(self) -> Nodes:
        """Return the database's migrations on which none of its others depends."""
        applied = self._nodes.union(self.replacements).intersection(self.graph.nodes)
        return sorted(node for node in applied
                      if applied.isdisjoint(child.key for child in
                                            self.graph.node_map[node].children))


def is_behind() -> bool:
    """Return whether the default database still needs migrations."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def models_at(nodes: Nodes) -> Apps:
    """Return the models as they were after these migrations."""
    migrations = MigrationsAt(None, nodes)
    return migrations.project_state(migrations.last()).apps


def create_tables(nodes: Nodes) -> None:
    """Apply exactly these migrations to the default database, which has no tables yet."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationsAt(connection, nodes)
    executor.migrate(executor.loader.last())


def check_has_tables() -> None:
    """Raise BackupFailure if the default database is not a site's database."""
    if "games_game" not in connection.introspection.table_names():
        raise BackupFailure(
            "There is nothing to back up: the database has no tables yet. Set DATABASE_URL or"
            " ALEXANDROS_DATA to where the site keeps its data."
        )


def has_people_or_games() -> bool:
    """Return whether the default database contains people or games."""
    tables = {"games_user", "games_game"}.intersection(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - one of two names
            if cursor.fetchone():
                return True
    return False


def check_file(path: Path) -> None:
    """Raise BackupFailure if the SQLite file is damaged."""
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
    """Return the number of rows of each table in the SQLite file."""
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        return {table: _count(database, table) for (table,) in sorted(tables)}


def _count(database: sqlite3.Connection, table: str) -> int:
    statement = f'SELECT count(*) FROM "{table}"'  # noqa: S608 - a name from the schema itself
    return int(database.execute(statement).fetchone()[0])


def batches(rows: QuerySet[Row], *, size: int) -> Iterator[list[Row]]:
    """Yield all rows in the order of their keys, so many at once."""
    # A cursor on the server would outlast its statement, which PgBouncer does not allow.
    batch = list(rows.order_by("pk")[:size])
    while batch:
        yield batch
        batch = list(rows.filter(pk__gt=batch[-1].pk).order_by("pk")[:size])


def faults() -> list[list[Any]]:
    """Return the first bad row of each game in the default database, as [code, number, reason].

    Games whose package is not installed are left out.
    """
    # Without its package, nobody can decide a game's moves.
    games = Game.objects.filter(ruleset__in=registry.names())
    return [fault for batch in batches(games, size=50) for game in batch for fault in _faults(game)]


def _faults(game: Game) -> Iterator[list[Any]]:
    try:
        fault = verification.first_fault(game)
    except Exception as error:  # noqa: BLE001 - whatever is wrong, the other games count too
        yield [game.code, 0, f"the check stopped with {type(error).__name__}"]
        return
    if fault:
        yield [game.code, fault.number, fault.reason]


def faults_in_words(found: list[list[Any]]) -> str:
    """Return the faults, one a line, as verify_games prints them."""
    return "\n".join(f"game {code}, row {number}: {reason}" for code, number, reason in found)
