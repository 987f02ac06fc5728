"""The site's database of either kind: copying it while it is used, and replacing it.

An SQLite file is copied and replaced as a whole.  PostgreSQL's rows are copied into an SQLite
file and back, between tables that the same migrations have created.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from django.apps.registry import Apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import DataError

from games.base import fault_points
from games.operations.backups import archive, databases
from games.operations.backups.archive import BackupFailure

BESIDE = ("-wal", "-shm", "-journal")  # files that belong to the database of this name
TIMEOUT = 20.0  # seconds to wait for a writer


class SqliteSite:
    """The SQLite file that the site uses."""

    engine = "sqlite"

    def __init__(self) -> None:
        self.path = Path(connection.settings_dict["NAME"]).resolve()

    @property
    def folder(self) -> Path:
        """The folder in which a copy can replace the database in one step."""
        return self.path.parent

    def copy_to(self, path: Path) -> None:
        """Copy the database as it is at one moment; people can go on playing."""
        try:
            with (closing(sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True,
                                          timeout=TIMEOUT)) as here,
                  closing(sqlite3.connect(path)) as there):
                here.backup(there)
                there.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:
            raise BackupFailure(
                f"The database {self.path} cannot be read ({error}). Set DATABASE_URL or"
                " ALEXANDROS_DATA to where the site keeps its data."
            ) from error

    def check_unused(self) -> None:
        """Raise BackupFailure if another program has the database open."""
        if self.path.exists() and not self.is_damaged():
            with self._alone():
                pass

    def is_damaged(self) -> bool:
        """Return whether the file exists but is not a database that can be read."""
        connection.close()
        try:
            with closing(sqlite3.connect(self.path, timeout=TIMEOUT)) as database:
                return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
        except sqlite3.OperationalError:
            return False  # somebody else uses it
        except sqlite3.DatabaseError:
            return True

    def is_empty(self) -> bool:
        """Return whether nothing would be lost with the database."""
        if not self.path.exists():
            return True
        return not self.is_damaged() and not databases.has_people_or_games()

    def install(self, copy: Path, *, now: datetime) -> Path | None:
        """Replace the database by the copy; a crash leaves the old one or the new one.

        Returns the place of the old files if they were damaged, else None.
        """
        connection.close()
        archive.give_to_owner_of(self.path, copy)
        if not self.path.exists():
            self._replace(copy)
            return None
        if self.is_damaged():
            kept = self._keep_damaged(now)
            self._replace(copy)
            return kept
        with self._alone():
            self._replace(copy)
        return None

    def _replace(self, copy: Path) -> None:
        """Remove the files of the old database, then put the copy in its place."""
        # In the other order, a crash would leave the new database beside the old one's -wal file,
        # and SQLite would write that into it.
        for suffix in BESIDE:
            self._beside(suffix).unlink(missing_ok=True)
        archive.sync(self.folder)
        fault_points.reached("restore.alone")
        archive.move(copy, self.path)
        fault_points.reached("restore.moved")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep all other connections out within the block, and gather all data in one file."""
        try:
            with closing(sqlite3.connect(self.path, timeout=1, isolation_level=None)) as database:
                database.execute("PRAGMA locking_mode=EXCLUSIVE")
                # Writes the -wal file into the database and deletes it.
                database.execute("PRAGMA journal_mode=DELETE")
                database.execute("BEGIN EXCLUSIVE")
                yield
        except sqlite3.OperationalError as error:
            raise BackupFailure(
                f"Another program has the database {self.path} open ({error}). Stop the site and"
                " everything else that uses it, then run this command again."
            ) from error

    def _keep_damaged(self, now: datetime) -> Path:
        kept = self.folder / f"damaged-{now:%Y%m%d-%H%M%S}"
        kept.mkdir(mode=0o700, exist_ok=True)
        for suffix in ("", *BESIDE):
            if self._beside(suffix).exists():
                shutil.copy2(self._beside(suffix), kept)
        archive.sync(kept)
        return kept

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)


ROWS, LARGE_ROWS = 500, 20  # at a time; a row with an email may have 5 MB


def copy_rows(apps: Apps, *, source: str, target: str) -> None:
    """Copy all rows of these models from one alias to the other, whose tables are empty.

    Copies all rows or none.  Raises BackupFailure if the target cannot store a value or if rows
    are missing in the end.
    """
    with transaction.atomic(using=target):
        for model in _models(apps):
            try:
                _copy(model, source, target)
            except (DataError, ValueError) as error:
                raise BackupFailure(
                    f"A row of {model._meta.db_table} does not fit into the other database"
                    f" ({str(error).splitlines()[0]}). Nothing was changed."
                ) from error
        connections[target].check_constraints()
    _reset_sequences(apps, target)


def _models(apps: Apps) -> list[type[models.Model]]:
    """Return the models with a table of their own."""
    return [model for model in apps.get_models(include_auto_created=True)
            if model._meta.managed and not model._meta.proxy]


def _copy(model: type[models.Model], source: str, target: str) -> None:
    there = _rows(model, target)
    for batch in databases.batches(_rows(model, source), size=_batch_size(model)):
        there.bulk_create(batch)
    if there.count() != _rows(model, source).count():
        raise BackupFailure(
            f"Some rows of {model._meta.db_table} were not copied. Please try again."
        )


def _rows(model: type[models.Model], alias: str) -> models.QuerySet[models.Model]:
    """Return all rows with all columns."""
    # The model's own manager may leave out some columns.
    return models.QuerySet(model, using=alias)


def _batch_size(model: type[models.Model]) -> int:
    large = any(isinstance(field, models.BinaryField) and not field.max_length
                for field in model._meta.fields)
    return LARGE_ROWS if large else ROWS


def _reset_sequences(apps: Apps, alias: str) -> None:
    """Reset the sequences, so that new rows get free ids."""
    connection = connections[alias]
    statements = connection.ops.sequence_reset_sql(no_style(), _models(apps))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


OTHERS = (
    "SELECT count(*), pg_backend_pid() FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


class PostgresSite:
    """The PostgreSQL database that the site uses."""

    engine = "postgresql"

    @property
    def folder(self) -> Path:
        """The folder for files that are needed while a backup is restored."""
        return Path(settings.BACKUP_DIR)

    def copy_to(self, path: Path) -> None:
        """Copy the database as it is at one moment; people can go on playing."""
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            nodes = databases.applied()
            with databases.opened_as_default(path):
                databases.create_tables(nodes)
            with databases.opened(path):
                copy_rows(databases.models_at(nodes), source=DEFAULT_DB_ALIAS,
                          target=databases.COPY)

    def check_unused(self) -> None:
        """Raise BackupFailure if somebody else is, or could be, connected to the database."""
        with connection.cursor() as cursor:
            cursor.execute(OTHERS)
            count, pid = cursor.fetchone()
        if pid != connection.connection.info.backend_pid:
            raise BackupFailure(
                "DATABASE_URL leads to a pooler such as PgBouncer, behind which nobody can see who"
                " else uses the database. Set DATABASE_URL to PostgreSQL itself, then run this"
                " command again."
            )
        if count:
            connections = "is another connection" if count == 1 else f"are {count} connections"
            raise BackupFailure(
                f"There {connections} to the database. Stop the site (its web server, workers and"
                " beat) and everything else that uses the database, then run this command again."
            )

    def is_damaged(self) -> bool:
        """Return False."""
        # A damaged database cannot be asked anything, so the command has ended by now.
        return False

    def is_empty(self) -> bool:
        """Return whether nothing would be lost with the database."""
        return not databases.has_people_or_games()

    def install(self, copy: Path, *, now: datetime) -> Path | None:
        """Replace all tables by those of the copy, in one transaction; return None."""
        with transaction.atomic(durable=True):
            self._drop_tables()
            with databases.opened_as_default(copy):
                nodes = databases.applied()
            databases.create_tables(nodes)
            with databases.opened(copy):
                copy_rows(databases.models_at(nodes), source=databases.COPY,
                          target=DEFAULT_DB_ALIAS)
            fault_points.reached("restore.alone")
            self._check(copy)
        fault_points.reached("restore.moved")
        return None  # there are no files to keep

    def _drop_tables(self) -> None:
        """Drop the tables that the site's migrations have created, and only those."""
        ours = {model._meta.db_table for model in
                databases.models_at(databases.applied()).get_models(include_auto_created=True)}
        ours.add(MigrationRecorder.Migration._meta.db_table)
        with connection.cursor() as cursor:
            for table in ours.intersection(connection.introspection.table_names(cursor)):
                cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
            cursor.execute("DROP FUNCTION IF EXISTS games_row_refuse()")

    def _check(self, copy: Path) -> None:
        """Raise BackupFailure unless the games here are exactly as good as in the copy."""
        with databases.opened_as_default(copy):
            expected = databases.faults()
        if databases.faults() != expected:
            raise BackupFailure(
                "The games in PostgreSQL are not those of the backup, so nothing was changed."
                " Please report this."
            )


Site = SqliteSite | PostgresSite


def site() -> Site:
    """Return the database this site is configured for."""
    return PostgresSite() if connection.vendor == "postgresql" else SqliteSite()
