"""The database itself refuses to change or delete a row of the log.

Code can be wrong or by-passed; the log is the truth, so the last word is the
database's.  Triggers for SQLite and PostgreSQL; another database is refused.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLE = "games_row"
MESSAGE = "rows of the log are never changed or deleted"

SQLITE = (
    f"CREATE TRIGGER row_no_update BEFORE UPDATE ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END",
    f"CREATE TRIGGER row_no_delete BEFORE DELETE ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END",
    # REPLACE would delete a row without firing the trigger above.
    f"CREATE TRIGGER row_no_replace BEFORE INSERT ON {TABLE} "
    f"WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id "
    f"OR (game_id = NEW.game_id AND number = NEW.number)) "
    f"BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: {TABLE}.game_id, {TABLE}.number'); END",
)
SQLITE_BACK = tuple(
    f"DROP TRIGGER IF EXISTS {name}" for name in ("row_no_update", "row_no_delete", "row_no_replace")
)

POSTGRESQL = (
    "CREATE FUNCTION games_row_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ "
    f"BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    f"CREATE TRIGGER row_no_change BEFORE UPDATE OR DELETE ON {TABLE} "
    "FOR EACH ROW EXECUTE FUNCTION games_row_refuse()",
    f"CREATE TRIGGER row_no_truncate BEFORE TRUNCATE ON {TABLE} "
    "FOR EACH STATEMENT EXECUTE FUNCTION games_row_refuse()",
)
POSTGRESQL_BACK = (
    f"DROP TRIGGER IF EXISTS row_no_change ON {TABLE}",
    f"DROP TRIGGER IF EXISTS row_no_truncate ON {TABLE}",
    "DROP FUNCTION IF EXISTS games_row_refuse()",
)

_SCRIPTS = {"sqlite": (SQLITE, SQLITE_BACK), "postgresql": (POSTGRESQL, POSTGRESQL_BACK)}


def guard(connection: BaseDatabaseWrapper) -> None:
    """Puts the triggers on the log."""
    _run(connection, _scripts(connection)[0])


def unguard(connection: BaseDatabaseWrapper) -> None:
    """Takes them away again: for the way back and for emptying a test database."""
    _run(connection, _scripts(connection)[1])


def _install(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    guard(editor.connection)


def _remove(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    unguard(editor.connection)


def _scripts(connection: BaseDatabaseWrapper) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if connection.vendor not in _SCRIPTS:
        raise NotImplementedError(
            f"the log cannot be guarded on {connection.vendor}: use SQLite or PostgreSQL"
        )
    return _SCRIPTS[connection.vendor]


def _run(connection: BaseDatabaseWrapper, script: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in script:
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = (("games", "0001_initial"),)
    operations = (migrations.RunPython(_install, _remove),)
