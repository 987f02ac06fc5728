"""Taking the test database back to an older release of the site, and on to this one again."""

from __future__ import annotations

from importlib import import_module

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games.operations.backups.databases import MigrationsAt
from tests.row_numbers import start_high

# The migration that makes all tables of a new database at once; older releases do not have it.
AT_ONCE = "0001_squashed_0033_hashes_as_bytes"
# Our tables, and those that refer to people
APPS, TABLES = ("games", "account", "admin"), ("games_", "account_", "django_admin_")

guards = import_module("games.migrations.0002_append_only_log")


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
    _drop_tables()
    return migrate_to(name)


def begin_at_newest() -> None:
    """Makes the tables anew, without any data."""
    _drop_tables()
    migrate_to_newest()


def _drop_tables() -> None:
    """Drops the tables of our app and of those that build upon it, as if never migrated."""
    guards.unguard(connection)
    names = [name for name in connection.introspection.table_names() if name.startswith(TABLES)]
    cascade = "" if connection.vendor == "sqlite" else "CASCADE"
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)} {cascade}")
    MigrationRecorder(connection).migration_qs.filter(app__in=APPS).delete()


def migrate_to_newest() -> None:
    """Does what ``manage.py migrate`` does; rows of tables made anew have high numbers, too."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    start_high()
