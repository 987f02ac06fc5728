"""Stores hashes as bytes instead of hexadecimal text, and shortens the keys of old submissions.

Each table is written anew once, with its indexes.  Nothing that the log says is changed.
"""

from __future__ import annotations

import base64
import hashlib
from importlib import import_module

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

from games.models.fields import HashField

guards = import_module("games.migrations.0002_append_only_log")

KEY_LENGTH = 12


def _short_key(key: str) -> str:
    """As ``games.table.play.turns.stored_key``, for keys as older releases have stored them."""
    if len(key) <= KEY_LENGTH:
        return key
    return base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest()[:9]).decode()


FUNCTIONS = {"from_hex": bytes.fromhex, "to_hex": bytes.hex, "short_key": _short_key}
FORWARDS = {
    "hash": {"sqlite": "from_hex({0})", "postgresql": "decode({0}, 'hex')"},
    "key": {"sqlite": "short_key({0})", "postgresql":
            f"CASE WHEN length({{0}}) <= {KEY_LENGTH} THEN {{0}} ELSE translate(encode(substring("
            "sha256(convert_to({0}, 'UTF8')) FROM 1 FOR 9), 'base64'), '+/', '-_') END"},
}
BACKWARDS = {
    "hash": {"sqlite": "to_hex({0})", "postgresql": "encode({0}, 'hex')"},
    "key": {"sqlite": "{0}", "postgresql": "{0}"},
}
Kinds = dict[str, dict[str, str]]


class ConvertColumns(migrations.operations.base.Operation):
    """Gives columns of a table other types and converts their values, all at once.

    ``fields`` are their new fields by name: a HashField, or a text for submission keys.
    """

    def __init__(self, model_name: str, **fields: models.Field) -> None:
        self.model_name, self.fields = model_name, fields

    def deconstruct(self) -> tuple[str, list[str], dict[str, models.Field]]:
        return type(self).__name__, [self.model_name], self.fields

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for name, field in self.fields.items():
            state.alter_field(app_label, self.model_name, name, field, True)

    def database_forwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                          from_state: ProjectState, to_state: ProjectState) -> None:
        self._convert(app_label, editor, from_state, to_state, FORWARDS)

    def database_backwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                           from_state: ProjectState, to_state: ProjectState) -> None:
        self._convert(app_label, editor, from_state, to_state, BACKWARDS)

    def _convert(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                 from_state: ProjectState, to_state: ProjectState, kinds: Kinds) -> None:
        old, new = (state.apps.get_model(app_label, self.model_name)
                    for state in (from_state, to_state))
        pairs = [(old._meta.get_field(name), new._meta.get_field(name)) for name in self.fields]
        values = {after: kinds["hash" if isinstance(field, HashField) else "key"][
            editor.connection.vendor].format(after.column)
            for field, (_, after) in zip(self.fields.values(), pairs, strict=True)}
        if editor.connection.vendor == "postgresql":
            changes = ", ".join(
                f"ALTER COLUMN {field.column} TYPE {field.db_type(editor.connection)} USING {value}"
                for field, value in values.items())
            editor.execute(f"ALTER TABLE {new._meta.db_table} {changes}")
        else:
            self._convert_on_sqlite(app_label, editor, from_state, to_state, values)

    def _convert_on_sqlite(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                           from_state: ProjectState, to_state: ProjectState,
                           values: dict[models.Field, str]) -> None:
        table = to_state.apps.get_model(app_label, self.model_name)._meta.db_table
        is_log = table == guards.TABLE
        if is_log:
            guards.unguard(editor.connection)
        with editor.connection.cursor() as cursor:
            for name, function in FUNCTIONS.items():
                cursor.connection.create_function(name, 1, function, deterministic=True)
            changes = ", ".join(f"{field.column} = {value}" for field, value in values.items())
            cursor.execute(f"UPDATE {table} SET {changes}")
        state = from_state.clone()
        for field in values:
            old = state.apps.get_model(app_label, self.model_name)
            state.alter_field(app_label, self.model_name, field.name, field.clone(), True)
            new = state.apps.get_model(app_label, self.model_name)
            editor.alter_field(old, *(model._meta.get_field(field.name) for model in (old, new)))
        if is_log:
            guards.guard(editor.connection)

    def describe(self) -> str:
        return f"Convert {', '.join(self.fields)} of {self.model_name}"


class Migration(migrations.Migration):
    dependencies = [("games", "0032_stored_setups")]

    operations = [
        ConvertColumns("loggedmove", digest=HashField(), chain=HashField(),
                       key=models.CharField(blank=True, max_length=KEY_LENGTH)),
        ConvertColumns("turntoken", digest=HashField(editable=False, unique=True)),
        ConvertColumns("emailtoken", digest=HashField(editable=False, unique=True)),
        ConvertColumns("calendarfeed", digest=HashField(editable=False, unique=True)),
    ]
