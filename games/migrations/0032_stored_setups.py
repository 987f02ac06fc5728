"""Stores each setup once instead of in every game, and once more in the first row of its log.

A game of 36 rows took 1.4 kB of the same text twice.  The log's triggers are removed while the
first rows are made shorter; what they say stays the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState, StateApps

import games.models.fields

guards = import_module("games.migrations.0002_append_only_log")

BOARD = "@board"
TO_KEYS = (
    "INSERT INTO games_storedsetup (digest, text) SELECT sha256(convert_to(setup, 'UTF8')), setup"
    " FROM (SELECT DISTINCT setup FROM games_game) AS each",
    # This writes the table anew, so that the texts do not stay in it as dead rows.
    "ALTER TABLE games_game ALTER COLUMN setup TYPE bytea USING sha256(convert_to(setup, 'UTF8'))",
    "ALTER TABLE games_game RENAME COLUMN setup TO setup_id",
    "ALTER TABLE games_game ADD CONSTRAINT games_game_setup_id_fk_games_storedsetup_digest"
    " FOREIGN KEY (setup_id) REFERENCES games_storedsetup (digest) DEFERRABLE INITIALLY DEFERRED",
)
TO_TEXTS = (
    "ALTER TABLE games_game ADD COLUMN setup text",
    "UPDATE games_game SET setup = each.text FROM games_storedsetup AS each"
    " WHERE each.digest = games_game.setup_id",
    "ALTER TABLE games_game ALTER COLUMN setup SET NOT NULL, DROP COLUMN setup_id",
)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


class SetupsToKeys(migrations.AlterField):
    """Replaces each game's text by the key under which it is stored from now on, and back."""

    def database_forwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                          from_state: ProjectState, to_state: ProjectState) -> None:
        if editor.connection.vendor == "postgresql":
            for statement in TO_KEYS:
                editor.execute(statement)
            return
        with editor.connection.cursor() as cursor:
            cursor.connection.create_function("hash_of", 1, _hash, deterministic=True)
            cursor.execute("INSERT INTO games_storedsetup (digest, text)"
                           " SELECT DISTINCT hash_of(setup), setup FROM games_game")
            cursor.execute("UPDATE games_game SET setup = hash_of(setup)")
        super().database_forwards(app_label, editor, from_state, to_state)

    def database_backwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                           from_state: ProjectState, to_state: ProjectState) -> None:
        if editor.connection.vendor == "postgresql":
            for statement in TO_TEXTS:
                editor.execute(statement)
            return
        super().database_forwards(app_label, editor, from_state, to_state)
        editor.execute("UPDATE games_game SET setup = (SELECT each.text FROM games_storedsetup"
                       " AS each WHERE each.digest = CAST(games_game.setup AS BLOB))")


FIRST_ROWS = "number = 1 AND game_id IN (SELECT id FROM games_game WHERE setup_id = %s)"
SHORTEN = (
    f"UPDATE games_row SET events = %s || replace(events, %s, '{BOARD}') WHERE {FIRST_ROWS}"
    " AND length(events) - length(replace(events, %s, '')) = %s"
    f" AND replace(events, '{BOARD}', '') = events"
)
COMPLETE = (
    f"UPDATE games_row SET events = replace(substr(events, %s), '{BOARD}', %s)"
    f" WHERE {FIRST_ROWS} AND substr(events, 1, %s) = %s"
)


def _shorten_first_rows(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lets the first row of each log name the setup instead of repeating its board."""
    _change_rows(editor, SHORTEN, [(f"@{key}", board, _bytes(editor, key), board, len(board))
                                   for key, board in _boards(apps)])


def _complete_first_rows(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    start = len("@") + 64
    _change_rows(editor, COMPLETE, [(start + 1, board, _bytes(editor, key), start, f"@{key}")
                                    for key, board in _boards(apps)])


def _change_rows(editor: BaseDatabaseSchemaEditor, sql: str, each: list[tuple]) -> None:
    """Carries out the statement with each of these values, while the log is not guarded."""
    guards.unguard(editor.connection)
    with editor.connection.cursor() as cursor:
        for values in each:
            cursor.execute(sql, values)
    guards.guard(editor.connection)


def _boards(apps: StateApps) -> Iterator[tuple[str, str]]:
    """The key of each setup, and the JSON of its board as logs contain it."""
    for setup in apps.get_model("games", "StoredSetup").objects.order_by("pk"):
        board = json.dumps(json.loads(setup.text).get("board", ""), ensure_ascii=False)
        if len(board) > len(setup.digest):
            yield setup.digest, board


def _bytes(editor: BaseDatabaseSchemaEditor, key: str) -> object:
    return editor.connection.Database.Binary(bytes.fromhex(key))


class Migration(migrations.Migration):
    dependencies = [("games", "0031_forgetting")]

    operations = [
        migrations.CreateModel(
            name="StoredSetup",
            fields=[
                ("digest", games.models.fields.HashField(editable=False, primary_key=True, serialize=False)),
                ("text", models.TextField(editable=False)),
            ],
        ),
        SetupsToKeys(
            model_name="game",
            name="setup",
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="games", to="games.storedsetup"),
        ),
        migrations.SeparateDatabaseAndState(state_operations=[
            migrations.AlterField(
                model_name="loggedmove",
                name="events",
                field=models.TextField(db_column="events"),
            ),
            migrations.RenameField(
                model_name="loggedmove",
                old_name="events",
                new_name="stored_events",
            ),
        ]),
        migrations.RunPython(_shorten_first_rows, _complete_first_rows),
    ]
