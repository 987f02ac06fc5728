"""Games that people import from a file, and rows of such games, which can be deleted."""

from __future__ import annotations

from importlib import import_module

from django.db import migrations, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Q

TABLE = "games_row"
MESSAGE = "rows of the log are never changed or deleted"
IMPORT = "import"  # the actor of the rows of imported games

# The row itself says whether it may be deleted: a trigger that asked another table would prevent
# that SQLite renames this table.
SQLITE = (
    "DROP TRIGGER IF EXISTS row_no_delete",
    f"CREATE TRIGGER row_no_delete BEFORE DELETE ON {TABLE} WHEN OLD.actor <> '{IMPORT}' "
    f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END",
)
_REFUSE = f"RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'"
POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION games_row_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ "
    f"BEGIN IF TG_OP = 'DELETE' THEN IF OLD.actor = '{IMPORT}' THEN RETURN OLD; END IF; END IF; "
    f"{_REFUSE}; END $$",
)
ACTORS = [
    ("page", "page"), ("mail", "email"), ("api", "a program of the player"), ("bot", "bot"),
    ("clock", "clock"), ("operator", "operator"), ("table", "table"),
    (IMPORT, "whoever has imported the game"),
]
_SCRIPTS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
earlier = import_module("games.migrations.0002_append_only_log")
unguard = earlier.unguard


def guard(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers on the log, from which only rows of imported games can be deleted."""
    earlier.guard(connection)
    _allow_deleting(connection)


def _allow_deleting(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        for statement in _SCRIPTS[connection.vendor]:
            cursor.execute(statement)


def _change(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    _allow_deleting(editor.connection)


def _change_back(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    earlier.unguard(editor.connection)
    earlier.guard(editor.connection)


class Migration(migrations.Migration):
    dependencies = (("games", "0063_bot_accounts"),)
    operations = (
        migrations.AddField("game", "imported", models.BooleanField(default=False)),
        migrations.AddConstraint("game", models.CheckConstraint(
            condition=Q(imported=False) | Q(listed=False, rated=False, arranged=False),
            name="game_imported_apart")),
        migrations.AddIndex("game", models.Index(
            condition=Q(origin__isnull=False), fields=["origin"], name="game_origin")),
        migrations.AlterField("loggedmove", "actor", models.CharField(
            choices=ACTORS, max_length=10)),
        migrations.AlterField("plan", "made_by", models.CharField(
            choices=ACTORS, max_length=10)),
        migrations.RunPython(_change, _change_back),
    )
