"""Taking the test database back to an older release of the site, and on to this one again."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games.backups.databases import MigrationsAt

# The migration that makes all tables of a new database at once; older releases do not have it.
AT_ONCE = "0001_squashed_0033_hashes_as_bytes"


def migrate_to(name: str) -> Apps:
    """Migrates the database forwards or backwards to this migration; returns its models."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationsAt(connection)
    MigrationRecorder(connection).record_unapplied("games", AT_ONCE)
    return executor.migrate([("games", name)]).apps


def begin_at(name: str) -> Apps:
    """Makes the tables of this older release anew, without any data; returns its models.

    Going back step by step, as ``migrate_to`` does, keeps data and all tables of other apps, but
    takes much longer.
    """
    MigrationExecutor(connection).migrate([("games", None)])
    return migrate_to(name)


def begin_at_newest() -> None:
    """Makes the tables anew, without any data."""
    MigrationExecutor(connection).migrate([("games", None)])
    migrate_to_newest()


def migrate_to_newest() -> None:
    """Does what ``manage.py migrate`` does."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
