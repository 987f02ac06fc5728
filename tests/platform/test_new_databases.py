"""The tables of a new database, made by one migration, are those that all releases lead to."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games.operations.backups.databases import MigrationsAt
from tests.migrating import AT_ONCE, migrate_to_newest

pytestmark = pytest.mark.django_db(transaction=True)

SQLITE = ("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL",)
POSTGRESQL = (
    ("SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable,"
     " character_maximum_length, column_default, is_identity)"
     " FROM information_schema.columns WHERE table_schema = 'public'"),
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    ("SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint"
     " WHERE connamespace = 'public'::regnamespace"),
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
)


def tables() -> Counter[str]:
    """What the database says its tables, indexes, constraints and triggers are.

    The columns of a table may have any order, and so may the constraints that follow them.
    Names that Django has invented contain those that tables once had, so they are left out.
    """
    found: Counter[str] = Counter()
    for query in SQLITE if connection.vendor == "sqlite" else POSTGRESQL:
        with connection.cursor() as cursor:
            cursor.execute(query)
            for (text,) in cursor.fetchall():
                plain = re.sub(r'"?\w+_([0-9a-f]{8}(_\w+)?|p?key)"?', "*", text)
                start, _, rest = plain.partition(" (")
                found[f"{start} ({', '.join(sorted(rest.removesuffix(')').split(', ')))}"] += 1
    return found


def test_one_migration_makes_the_same_tables_as_all_that_it_replaces() -> None:
    made_at_once = tables()
    MigrationExecutor(connection).migrate([("games", None)])
    assert not any("games_game" in text for text in tables())
    try:
        one_by_one = MigrationExecutor(connection)
        one_by_one.loader = MigrationsAt(connection)
        one_by_one.migrate(one_by_one.loader.graph.leaf_nodes())
        assert tables() == made_at_once
        assert ("games", AT_ONCE) not in MigrationRecorder(connection).applied_migrations()
    finally:
        migrate_to_newest()
    assert ("games", AT_ONCE) in MigrationRecorder(connection).applied_migrations()
