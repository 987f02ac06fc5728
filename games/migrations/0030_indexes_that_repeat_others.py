"""Drops the indexes that only repeat what others can do, and the one of submission keys.

A foreign key needs no index of its own if another one begins with its column.  On PostgreSQL
Django also gives every unique text an index for LIKE, which we never use.  Dropping an index
takes no time and touches no row.
"""

from __future__ import annotations

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class KeepColumnDropIndex(migrations.AlterField):
    """Drops the index of a foreign key, without copying its table as SQLite otherwise does.

    A copy would also lose the triggers that protect the log.
    """

    def database_forwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                          from_state: ProjectState, to_state: ProjectState) -> None:
        """Drops the index that belongs to the column alone."""
        model = to_state.apps.get_model(app_label, self.model_name)
        column = model._meta.get_field(self.name).column
        own = {index.name for index in model._meta.indexes}
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
        for name, facts in found.items():
            if facts["index"] and not facts["unique"] and facts["columns"] == [column] \
                    and name not in own:
                _drop(editor, name)

    def database_backwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                           from_state: ProjectState, to_state: ProjectState) -> None:
        """Creates the index again."""
        model = to_state.apps.get_model(app_label, self.model_name)
        name = f"{model._meta.db_table}_{model._meta.get_field(self.name).column}"
        editor.add_index(model, models.Index(fields=[self.name], name=name))


def _drop(editor: BaseDatabaseSchemaEditor, name: str) -> None:
    editor.execute(f"DROP INDEX {editor.quote_name(name)}")


def _drop_like_indexes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor != "postgresql":
        return
    for model in apps.get_app_config("games").get_models():
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
        for name, facts in found.items():
            if facts["index"] and name.endswith("_like"):
                _drop(editor, name)


def _create_like_indexes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor != "postgresql":
        return
    for model in apps.get_app_config("games").get_models():
        for field in model._meta.local_fields:
            kind = (field.db_type(editor.connection) or "").partition("(")[0]
            if kind in ("varchar", "text") and not field.remote_field and (
                    field.db_index or field.unique):
                editor.add_index(model, models.Index(
                    fields=[field.name], name=f"{model._meta.db_table}_{field.column}_like",
                    opclasses=[f"{kind}_pattern_ops"]))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0029_moments_of_sweeps'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='loggedmove',
            name='row_key',
        ),
        KeepColumnDropIndex(
            model_name='chatinemail',
            name='email',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='games.outgoingemail'),
        ),
        KeepColumnDropIndex(
            model_name='chatmessage',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='said', to='games.game'),
        ),
        KeepColumnDropIndex(
            model_name='chatmessage',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='said', to=settings.AUTH_USER_MODEL),
        ),
        KeepColumnDropIndex(
            model_name='chatmute',
            name='reader',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL),
        ),
        KeepColumnDropIndex(
            model_name='chatreport',
            name='message',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.chatmessage'),
        ),
        KeepColumnDropIndex(
            model_name='failure',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='failures', to='games.game'),
        ),
        KeepColumnDropIndex(
            model_name='formerplayer',
            name='seat',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='former_players', to='games.seat'),
        ),
        KeepColumnDropIndex(
            model_name='gameemailpreference',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='game_preferences', to=settings.AUTH_USER_MODEL),
        ),
        KeepColumnDropIndex(
            model_name='loggedmove',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rows', to='games.game'),
        ),
        KeepColumnDropIndex(
            model_name='note',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to=settings.AUTH_USER_MODEL),
        ),
        KeepColumnDropIndex(
            model_name='playinghours',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='playing_hours', to=settings.AUTH_USER_MODEL),
        ),
        KeepColumnDropIndex(
            model_name='pushnotice',
            name='device',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.pushdevice'),
        ),
        KeepColumnDropIndex(
            model_name='seat',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game'),
        ),
        KeepColumnDropIndex(
            model_name='turntiming',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turn_timings', to=settings.AUTH_USER_MODEL),
        ),
        KeepColumnDropIndex(
            model_name='turntoken',
            name='seat',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='games.seat'),
        ),
        migrations.RunPython(_drop_like_indexes, _create_like_indexes),
    ]
