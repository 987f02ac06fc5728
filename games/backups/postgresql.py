"""The site's database if it is PostgreSQL: copying it into a file, and replacing its tables.

Rows are copied through Django's models, not with pg_dump: that needs no programs of the server's
version, and any backup can be restored into SQLite as well as PostgreSQL.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from games.backups import checks, databases, row_copy
from games.backups.failures import BackupFailure
from games.base import fault_points

OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
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
        """Copies the database as it is at one moment; people can go on playing."""
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            nodes = databases.applied()
            with databases.opened_as_default(path):
                databases.create_tables(nodes)
            with databases.opened(path):
                row_copy.copy_rows(databases.models_at(nodes), source=DEFAULT_DB_ALIAS,
                                   target=databases.COPY)

    def check_unused(self) -> None:
        """Raises BackupFailure if somebody else is connected to the database."""
        with connection.cursor() as cursor:
            cursor.execute(OTHERS)
            count = cursor.fetchone()[0]
        if count:
            connections = "is another connection" if count == 1 else f"are {count} connections"
            raise BackupFailure(
                f"There {connections} to the database. Stop the site (its web server, workers and"
                " beat) and everything else that uses the database, then run this command again."
            )

    def is_damaged(self) -> bool:
        """Never: a damaged database cannot be asked anything, so the command has ended by now."""
        return False

    def is_empty(self) -> bool:
        """Whether nothing would be lost with the database."""
        return not databases.has_people_or_games()

    def install(self, copy: Path, *, now: datetime) -> None:
        """Replaces all tables by those of the copy, in one transaction."""
        with transaction.atomic(durable=True):
            self._drop_tables()
            nodes = self._create_tables(copy)
            with databases.opened(copy):
                row_copy.copy_rows(databases.models_at(nodes), source=databases.COPY,
                                   target=DEFAULT_DB_ALIAS)
            fault_points.reached("restore.alone")
            self._check(copy)
        fault_points.reached("restore.moved")

    def _drop_tables(self) -> None:
        """Drops the tables that the site's migrations have created, and only those."""
        ours = {model._meta.db_table for model in
                databases.models_at(databases.applied()).get_models(include_auto_created=True)}
        ours.add(MigrationRecorder.Migration._meta.db_table)
        with connection.cursor() as cursor:
            for table in ours.intersection(connection.introspection.table_names(cursor)):
                cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
            cursor.execute("DROP FUNCTION IF EXISTS games_row_refuse()")

    def _create_tables(self, copy: Path) -> databases.Nodes:
        with databases.opened_as_default(copy):
            nodes = databases.applied()
        databases.create_tables(nodes)
        return nodes

    def _check(self, copy: Path) -> None:
        """Raises BackupFailure unless the games here are exactly as good as in the copy."""
        with databases.opened_as_default(copy):
            expected = checks.faults()
        if checks.faults() != expected:
            raise BackupFailure(
                "The games in PostgreSQL are not those of the backup, so nothing was changed."
                " Please report this."
            )
