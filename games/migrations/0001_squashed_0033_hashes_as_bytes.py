"""All tables as they are after 0033, made at once.

A new database is made with this migration alone, four times as fast as by those that it replaces.  A
database that has some of them goes on with the others, one by one, so they stay: backups of all
releases are restored through them.  A test compares what both ways lead to.
"""

from __future__ import annotations

import datetime
from importlib import import_module

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import games.models.game
import games.models.fields
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState, StateApps


guards = import_module("games.migrations.0002_append_only_log")


def _protect_the_log(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    guards.guard(editor.connection)


def _no_longer_protect_the_log(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    guards.unguard(editor.connection)


def _make_no_indexes_for_like(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Drops what Django would do at the end: give every unique text an index for LIKE."""
    editor.deferred_sql[:] = [
        statement for statement in editor.deferred_sql
        if not str(getattr(statement, "parts", {}).get("name", "")).strip('"').endswith("_like")]


class CreateModels(migrations.operations.base.Operation):
    """Creates several models, which Django then imagines once and not anew for each of them.

    Otherwise that takes longer than creating the tables.
    """

    def __init__(self, *operations: migrations.CreateModel) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        vars(state).pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                          from_state: ProjectState, to_state: ProjectState) -> None:
        for operation in self.operations:
            operation.database_forwards(app_label, editor, from_state, to_state)

    def database_backwards(self, app_label: str, editor: BaseDatabaseSchemaEditor,
                           from_state: ProjectState, to_state: ProjectState) -> None:
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.operations)} models"


class Migration(migrations.Migration):

    replaces = [("games", name) for name in (
        "0001_initial",
        "0002_append_only_log",
        "0003_mail_that_comes_in",
        "0004_mail_that_people_choose",
        "0005_imap_door",
        "0006_other_senders",
        "0007_people_who_go",
        "0008_open_tables_that_expire",
        "0009_rematches",
        "0010_plain_model_names",
        "0011_plain_names",
        "0012_seats_to_move",
        "0013_email_labels",
        "0014_heartbeats",
        "0015_announcements_and_codes",
        "0016_failures",
        "0017_reply_tokens_and_quotas",
        "0018_address_statuses",
        "0019_clocks",
        "0020_reliability",
        "0021_notifications",
        "0022_chat",
        "0023_successors",
        "0024_calendar_feed",
        "0025_email_outages",
        "0026_holds_and_pauses",
        "0027_addresses_in_lower_case",
        "0028_indexes_for_lists",
        "0029_moments_of_sweeps",
        "0030_indexes_that_repeat_others",
        "0031_forgetting",
        "0032_stored_setups",
        "0033_hashes_as_bytes",
    )]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='ClockStop',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('cause', models.CharField(choices=[('outage', 'the service was down'), ('email', 'no email could be sent'), ('operator', 'an operator stopped the clocks')], max_length=10)),
                    ('begins_at', models.DateTimeField()),
                    ('ends_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('refreshed_to', models.PositiveBigIntegerField(editable=False, null=True)),
                ],
                options={
                    'ordering': ['-begins_at'],
                },
            ),
            migrations.CreateModel(
                name='Heartbeat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('part', models.CharField(max_length=40, unique=True)),
                    ('seen_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ['part'],
                },
            ),
            migrations.CreateModel(
                name='MailboxEmail',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('message_id', models.CharField(max_length=250, unique=True)),
                    ('to', models.CharField(max_length=500)),
                    ('subject', models.CharField(max_length=500)),
                    ('text', models.TextField(blank=True)),
                    ('html', models.TextField(blank=True)),
                    ('raw', models.BinaryField()),
                    ('created_at', models.DateTimeField(db_index=True)),
                ],
                options={
                    'ordering': ['-id'],
                },
            ),
            migrations.CreateModel(
                name='Session',
                fields=[
                    ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                    ('session_data', models.TextField(verbose_name='session data')),
                    ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                    ('person', models.BigIntegerField(db_index=True, null=True)),
                ],
                options={
                    'verbose_name': 'session',
                    'verbose_name_plural': 'sessions',
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='StoredSetup',
                fields=[
                    ('digest', games.models.fields.HashField(editable=False, primary_key=True, serialize=False)),
                    ('text', models.TextField(editable=False)),
                ],
            ),
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                    ('email', models.EmailField(blank=True, max_length=254, null=True, unique=True, verbose_name='email address')),
                    ('name', models.CharField(blank=True, max_length=40, verbose_name='shown name')),
                    ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                    ('is_staff', models.BooleanField(default=False, verbose_name='operator')),
                    ('is_active', models.BooleanField(default=True, verbose_name='active')),
                    ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
                    ('kept_at', models.DateTimeField(editable=False, null=True)),
                    ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                    ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ],
                options={
                    'abstract': False,
                    'indexes': [models.Index(fields=['date_joined', 'id'], name='user_newest'), models.Index(django.db.models.functions.text.Lower('name'), name='user_name'), models.Index(condition=models.Q(('is_staff', True)), fields=['date_joined', 'id'], name='user_operators'), models.Index(condition=models.Q(('is_active', False)), fields=['date_joined', 'id'], name='user_shut_out'), models.Index(django.db.models.functions.comparison.Coalesce('kept_at', 'date_joined'), condition=models.Q(('is_guest', False), ('is_staff', False), ('last_login__isnull', True)), name='user_never_signed_in')],
                },
            ),
            migrations.CreateModel(
                name='AddressStatus',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.CharField(max_length=254, unique=True)),
                    ('bounced_at', models.DateTimeField(blank=True, null=True)),
                    ('error', models.CharField(blank=True, max_length=500)),
                    ('refused_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'verbose_name_plural': 'address statuses',
                    'indexes': [models.Index(condition=models.Q(('bounced_at__isnull', False), ('refused_at__isnull', True)), fields=['bounced_at'], name='address_bounced')],
                },
            ),
            migrations.CreateModel(
                name='ReceivedVolume',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('source', models.CharField(max_length=32)),
                    ('hour', models.DateTimeField()),
                    ('emails', models.PositiveIntegerField(default=0)),
                    ('size', models.PositiveBigIntegerField(default=0, verbose_name='bytes')),
                ],
                options={
                    'indexes': [models.Index(fields=['hour'], name='volume_age')],
                    'constraints': [models.UniqueConstraint(fields=('source', 'hour'), name='volume_once')],
                },
            ),
            migrations.CreateModel(
                name='CalendarFeed',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='calendar_feed', to=settings.AUTH_USER_MODEL)),
                    ('salt', models.CharField(editable=False, max_length=32)),
                    ('digest', games.models.fields.HashField(editable=False, unique=True)),
                    ('created_at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='EmailPreferences',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='preferences', to=settings.AUTH_USER_MODEL)),
                    ('when', models.CharField(choices=[('now', 'at once'), ('quiet', 'after a few quiet minutes, with all news in one email'), ('daily', 'once a day, with all news in one email'), ('urgent', 'only when it is urgent'), ('never', 'never')], default='now', max_length=10)),
                    ('minutes', models.PositiveSmallIntegerField(default=10)),
                    ('hour', models.PositiveSmallIntegerField(default=8)),
                    ('quiet_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('quiet_until', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('time_zone', models.CharField(default='UTC', max_length=64)),
                    ('remind', models.BooleanField(default=True)),
                    ('other_senders', models.BooleanField(default=False)),
                    ('chat', models.CharField(choices=[('turn', 'with the next email about my turn'), ('now', 'at once, in an email of its own'), ('never', 'never')], default='turn', max_length=10)),
                ],
            ),
            migrations.CreateModel(
                name='Game',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(default=games.models.game.new_code, editable=False, max_length=10, unique=True)),
                    ('name', models.CharField(max_length=80)),
                    ('ruleset', models.CharField(max_length=40)),
                    ('rules_version', models.PositiveIntegerField()),
                    ('setup', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.storedsetup')),
                    ('seed', models.BinaryField(default=bytes, max_length=32)),
                    ('commitment', models.CharField(blank=True, editable=False, max_length=64)),
                    ('status', models.CharField(choices=[('open', 'waiting for players'), ('running', 'running'), ('over', 'over'), ('cancelled', 'cancelled')], default='open', max_length=10)),
                    ('listed', models.BooleanField(default=False, verbose_name='in the lobby')),
                    ('pace', models.CharField(choices=[('live', 'live'), ('day', 'one day'), ('relaxed', 'relaxed'), ('weekdays', 'weekends off'), ('none', 'no clock')], default='none', max_length=10)),
                    ('bank_at_start', models.DurationField(default=datetime.timedelta(0))),
                    ('bank_per_turn', models.DurationField(default=datetime.timedelta(0))),
                    ('bank_limit', models.DurationField(default=datetime.timedelta(0))),
                    ('grace', models.DurationField(default=datetime.timedelta(0))),
                    ('paused_at', models.DateTimeField(blank=True, null=True)),
                    ('deserted_at', models.DateTimeField(blank=True, null=True)),
                    ('required_reliability', models.CharField(blank=True, choices=[('', 'everybody'), ('mostly', 'people who play mostly in time'), ('always', 'people who always play in time')], default='', max_length=10)),
                    ('newcomers', models.BooleanField(default=True, verbose_name='newcomers may join')),
                    ('note', models.CharField(blank=True, max_length=200, verbose_name='note of its creator')),
                    ('invite_token', models.CharField(default=games.models.game.new_token, editable=False, max_length=32, unique=True)),
                    ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='created_games', to=settings.AUTH_USER_MODEL)),
                    ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.game')),
                    ('created_at', models.DateTimeField()),
                    ('active_at', models.DateTimeField(blank=True, null=True)),
                    ('warned_at', models.DateTimeField(blank=True, null=True)),
                    ('started_at', models.DateTimeField(blank=True, null=True)),
                    ('moved_at', models.DateTimeField(blank=True, null=True)),
                    ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ('announced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('untidy_since', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('number', models.PositiveIntegerField(default=0)),
                    ('turn', models.PositiveIntegerField(default=0)),
                    ('result', models.JSONField(blank=True, null=True)),
                ],
                options={
                    'indexes': [models.Index(fields=['status', 'listed', 'created_at'], name='game_lobby'), models.Index(fields=['status', 'moved_at'], name='game_idle'), models.Index(fields=['created_at', 'id'], name='game_newest'), models.Index(django.db.models.functions.text.Lower('name'), name='game_name'), models.Index(condition=models.Q(('paused_at__isnull', False), ('status', 'running')), fields=['paused_at'], name='game_paused'), models.Index(condition=models.Q(('deserted_at__isnull', False), ('status', 'running')), fields=['deserted_at'], name='game_resting'), models.Index(django.db.models.functions.comparison.Coalesce('active_at', 'created_at'), condition=models.Q(('status', 'open'), ('warned_at__isnull', True)), name='table_to_warn'), models.Index(condition=models.Q(('status', 'open'), ('warned_at__isnull', False)), fields=['warned_at'], name='table_to_close'), models.Index(condition=models.Q(('untidy_since__isnull', False)), fields=['untidy_since'], name='game_untidy')],
                },
            ),
            migrations.CreateModel(
                name='PlayingHours',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='playing_hours', to=settings.AUTH_USER_MODEL)),
                    ('since', models.DateTimeField()),
                    ('time_zone', models.CharField(max_length=64)),
                    ('opens', models.PositiveSmallIntegerField()),
                    ('closes', models.PositiveSmallIntegerField()),
                    ('free_weekdays', models.PositiveSmallIntegerField(default=0)),
                ],
                options={
                    'verbose_name_plural': 'playing hours',
                    'ordering': ['user_id', 'since'],
                    'indexes': [models.Index(fields=['since', 'id'], name='playing_hours_newest')],
                    'constraints': [models.UniqueConstraint(fields=('user', 'since'), name='playing_hours_once')],
                },
            ),
            migrations.CreateModel(
                name='PushDevice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
                    ('endpoint', models.CharField(editable=False, max_length=1000, unique=True)),
                    ('p256dh', models.CharField(editable=False, max_length=100)),
                    ('auth', models.CharField(editable=False, max_length=30)),
                    ('name', models.CharField(max_length=60)),
                    ('created_at', models.DateTimeField()),
                    ('last_success_at', models.DateTimeField(blank=True, null=True)),
                    ('failures', models.PositiveIntegerField(default=0)),
                ],
                options={
                    'ordering': ['id'],
                },
            ),
            migrations.CreateModel(
                name='Vacation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
                    ('first_day', models.DateField()),
                    ('last_day', models.DateField()),
                    ('begins_at', models.DateTimeField()),
                    ('ends_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ['begins_at'],
                    'indexes': [models.Index(fields=['begins_at', 'id'], name='vacation_newest')],
                },
            ),
            migrations.CreateModel(
                name='ChatMessage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='said', to='games.game')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='said', to=settings.AUTH_USER_MODEL)),
                    ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('channel', models.CharField(choices=[('table', 'table'), ('spectators', 'spectators'), ('comments', 'comments')], max_length=10)),
                    ('number', models.PositiveIntegerField(blank=True, null=True)),
                    ('preset', models.CharField(blank=True, max_length=20)),
                    ('text', models.CharField(blank=True, max_length=1000)),
                    ('key', models.CharField(editable=False, max_length=64)),
                    ('created_at', models.DateTimeField()),
                    ('hidden_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ['id'],
                    'indexes': [models.Index(fields=['game', 'channel', 'id'], name='said_at_table')],
                    'constraints': [models.UniqueConstraint(fields=('user', 'game', 'key'), name='said_once')],
                },
            ),
            migrations.CreateModel(
                name='Failure',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='failures', to='games.game')),
                    ('number', models.PositiveIntegerField()),
                    ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('doing', models.CharField(max_length=20)),
                    ('details', models.JSONField(default=dict)),
                    ('error', models.CharField(max_length=200)),
                    ('place', models.CharField(max_length=200)),
                    ('times', models.PositiveIntegerField(default=1)),
                    ('last_at', models.DateTimeField(db_index=True)),
                ],
                options={
                    'ordering': ['-last_at', '-id'],
                    'constraints': [models.UniqueConstraint(fields=('game', 'number', 'doing', 'error', 'place'), name='failure_once')],
                },
            ),
            migrations.CreateModel(
                name='ChatMute',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('reader', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL)),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='muted_by', to=settings.AUTH_USER_MODEL)),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='games.game')),
                    ('created_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('reader', 'person'), name='mute_person_once'), models.UniqueConstraint(fields=('reader', 'game'), name='mute_table_once'), models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', True), ('person__isnull', False)), models.Q(('game__isnull', False), ('person__isnull', True)), _connector='OR'), name='mute_person_or_table')],
                },
            ),
            migrations.CreateModel(
                name='GameEmailPreference',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='game_preferences', to=settings.AUTH_USER_MODEL)),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='email_preferences', to='games.game')),
                    ('when', models.CharField(choices=[('now', 'at once'), ('quiet', 'after a few quiet minutes, with all news in one email'), ('daily', 'once a day, with all news in one email'), ('urgent', 'only when it is urgent'), ('never', 'never')], max_length=10)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='game_preference_once')],
                },
            ),
            migrations.CreateModel(
                name='LoggedMove',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rows', to='games.game')),
                    ('number', models.PositiveIntegerField()),
                    ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('actor', models.CharField(choices=[('page', 'page'), ('mail', 'email'), ('bot', 'bot'), ('clock', 'clock'), ('operator', 'operator'), ('table', 'table')], max_length=10)),
                    ('move', models.TextField()),
                    ('stored_events', models.TextField(db_column='events')),
                    ('digest', games.models.fields.HashField()),
                    ('chain', games.models.fields.HashField()),
                    ('key', models.CharField(blank=True, max_length=12)),
                    ('created_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('game_id', 'number'),
                    'db_table': 'games_row',
                    'indexes': [models.Index(condition=models.Q(('actor__in', ['clock', 'operator', 'table'])), fields=['actor', 'id'], name='row_of_service')],
                    'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='row_once')],
                },
            ),
            migrations.CreateModel(
                name='Note',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to=settings.AUTH_USER_MODEL)),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.game')),
                    ('number', models.PositiveIntegerField(default=0)),
                    ('text', models.CharField(max_length=4000)),
                    ('changed_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ['number'],
                    'constraints': [models.UniqueConstraint(fields=('user', 'game', 'number'), name='note_once')],
                },
            ),
            migrations.CreateModel(
                name='Seat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                    ('index', models.PositiveSmallIntegerField()),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
                    ('left_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats_left', to=settings.AUTH_USER_MODEL)),
                    ('left_at', models.DateTimeField(blank=True, null=True)),
                    ('offered_at', models.DateTimeField(blank=True, null=True)),
                    ('takeover_token', models.CharField(blank=True, editable=False, max_length=32)),
                    ('bot', models.CharField(blank=True, max_length=40)),
                    ('name', models.CharField(blank=True, max_length=80)),
                    ('status', models.CharField(choices=[('open', 'open'), ('invited', 'invited'), ('taken', 'taken')], default='open', max_length=10)),
                    ('kept_for', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats_kept', to=settings.AUTH_USER_MODEL)),
                    ('invited_email', models.EmailField(blank=True, db_index=True, max_length=254)),
                    ('invite_token', models.CharField(blank=True, db_index=True, editable=False, max_length=32)),
                    ('score', models.IntegerField(default=0)),
                    ('to_move', models.BooleanField(default=False)),
                    ('stand_in', models.CharField(blank=True, max_length=40)),
                    ('rests', models.BooleanField(default=False, editable=False)),
                    ('remind_at', models.DateTimeField(default=datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), editable=False, null=True)),
                ],
                options={
                    'ordering': ('game_id', 'index'),
                    'indexes': [models.Index(condition=models.Q(('offered_at__isnull', False)), fields=['offered_at'], name='seat_offered'), models.Index(condition=models.Q(('status', 'open')), fields=['game'], name='seat_free'), models.Index(django.db.models.functions.text.Lower('name'), name='seat_name'), models.Index(condition=models.Q(('rests', False), ('to_move', True), models.Q(('bot', ''), ('stand_in', ''), _negated=True)), fields=['game'], name='seat_bot_to_move'), models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='seat_to_remind')],
                    'constraints': [models.UniqueConstraint(fields=('game', 'index'), name='seat_once'), models.UniqueConstraint(fields=('game', 'user'), name='seat_one_a_person'), models.CheckConstraint(condition=models.Q(('user__isnull', True), ('bot', ''), _connector='OR'), name='seat_user_or_bot')],
                },
            ),
            migrations.CreateModel(
                name='Snapshot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='snapshot', to='games.game')),
                    ('number', models.PositiveIntegerField()),
                    ('state', models.TextField()),
                ],
            ),
            migrations.CreateModel(
                name='TurnTiming',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turn_timings', to=settings.AUTH_USER_MODEL)),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ('ended_at', models.DateTimeField()),
                    ('outcome', models.CharField(choices=[('in time', 'in time'), ('excused', 'excused'), ('missed', 'played by a stand-in')], max_length=10)),
                    ('used', models.DurationField()),
                    ('took', models.DurationField()),
                    ('is_new', models.BooleanField(default=True, editable=False)),
                ],
                options={
                    'indexes': [models.Index(fields=['user', '-ended_at'], name='timing_of_user'), models.Index(fields=['ended_at'], name='timing_ended'), models.Index(condition=models.Q(('is_new', True)), fields=['user'], name='timing_new')],
                },
            ),
            migrations.CreateModel(
                name='PushNotice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('device', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.pushdevice')),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='push_notices', to='games.game')),
                    ('kind', models.CharField(max_length=20)),
                    ('number', models.PositiveIntegerField(default=0)),
                    ('status', models.CharField(choices=[('queued', 'waiting'), ('sending', 'being sent'), ('retry', 'to be tried again'), ('sent', 'sent'), ('obsolete', 'no longer true'), ('failed', 'given up')], default='queued', max_length=10)),
                    ('revision', models.PositiveIntegerField(default=0)),
                    ('attempts', models.PositiveIntegerField(default=0)),
                    ('not_before', models.DateTimeField()),
                    ('lease_until', models.DateTimeField(blank=True, null=True)),
                    ('announced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('error', models.CharField(blank=True, max_length=200)),
                    ('created_at', models.DateTimeField()),
                    ('remind_at', models.DateTimeField(default=datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), editable=False, null=True)),
                ],
                options={
                    'ordering': ['id'],
                    'indexes': [models.Index(condition=models.Q(('status__in', ['queued', 'sending', 'retry'])), fields=['not_before'], name='push_to_send'), models.Index(condition=models.Q(('remind_at__isnull', False), ('status', 'sent')), fields=['remind_at'], name='push_to_remind')],
                    'constraints': [models.UniqueConstraint(fields=('device', 'game'), name='push_notice_once')],
                },
            ),
            migrations.CreateModel(
                name='ChatReport',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('message', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.chatmessage')),
                    ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to=settings.AUTH_USER_MODEL)),
                    ('created_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('message', 'reporter'), name='report_once')],
                },
            ),
            migrations.CreateModel(
                name='OutgoingEmail',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=30)),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='emails', to='games.game')),
                    ('seat', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='emails', to='games.seat')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='emails', to=settings.AUTH_USER_MODEL)),
                    ('to', models.EmailField(max_length=254)),
                    ('number', models.PositiveIntegerField(default=0)),
                    ('deadline', models.DateTimeField(blank=True, null=True)),
                    ('message_id', models.CharField(max_length=200, unique=True)),
                    ('status', models.CharField(choices=[('queued', 'waiting'), ('sending', 'being sent'), ('retry', 'to be tried again'), ('sent', 'sent'), ('failed', 'given up'), ('held', 'kept for later'), ('folded', 'part of a digest')], default='queued', max_length=10)),
                    ('attempts', models.PositiveIntegerField(default=0)),
                    ('not_before', models.DateTimeField()),
                    ('due_since', models.DateTimeField(blank=True, null=True)),
                    ('lease_until', models.DateTimeField(blank=True, null=True)),
                    ('announced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('error', models.CharField(blank=True, max_length=500)),
                    ('created_at', models.DateTimeField()),
                    ('sealed_code', models.CharField(blank=True, editable=False, max_length=200)),
                    ('sent_at', models.DateTimeField(blank=True, null=True)),
                    ('digest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='folded', to='games.outgoingemail')),
                ],
                options={
                    'ordering': ['id'],
                    'indexes': [models.Index(condition=models.Q(('status__in', ['queued', 'sending', 'retry'])), fields=['not_before'], name='mail_to_send'), models.Index(condition=models.Q(('status', 'failed')), fields=['due_since'], name='mail_given_up'), models.Index(condition=models.Q(('sent_at__isnull', False)), fields=['sent_at'], name='mail_sent'), models.Index(fields=['to'], name='mail_to'), models.Index(fields=['kind', 'id'], name='mail_kind'), models.Index(condition=models.Q(('status', 'held')), fields=['not_before', 'user'], name='mail_held'), models.Index(condition=models.Q(('status', 'held'), ('user__isnull', False)), fields=['user'], name='mail_held_for'), models.Index(condition=models.Q(('status', 'failed')), fields=['not_before'], name='mail_failed'), models.Index(condition=models.Q(('kind__in', ['login_code', 'address_code'])), fields=['created_at'], name='mail_with_code'), models.Index(condition=models.Q(('game__isnull', True)), fields=['created_at'], name='mail_of_no_game')],
                },
            ),
            migrations.CreateModel(
                name='FormerPlayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='former_players', to='games.seat')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats_lost', to=settings.AUTH_USER_MODEL)),
                    ('name', models.CharField(max_length=80)),
                    ('number', models.PositiveIntegerField()),
                    ('replaced_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('seat_id', 'number'),
                    'indexes': [models.Index(fields=['replaced_at', 'id'], name='former_player_newest'), models.Index(django.db.models.functions.text.Lower('name'), name='former_player_name')],
                    'constraints': [models.UniqueConstraint(fields=('seat', 'number'), name='former_player_once')],
                },
            ),
            migrations.CreateModel(
                name='TurnToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='games.seat')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
                    ('turn', models.PositiveIntegerField()),
                    ('number', models.PositiveIntegerField()),
                    ('purpose', models.CharField(choices=[('reply', 'address to reply to'), ('play', 'link to a turn'), ('resign', 'link to leave the game'), ('talk', 'address for messages to the table')], max_length=10)),
                    ('salt', models.CharField(editable=False, max_length=32)),
                    ('digest', games.models.fields.HashField(editable=False, unique=True)),
                    ('created_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('seat', 'user', 'number', 'purpose'), name='token_once')],
                },
            ),
            migrations.CreateModel(
                name='EmailToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('email', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='token', to='games.outgoingemail')),
                    ('digest', games.models.fields.HashField(editable=False, unique=True)),
                    ('created_at', models.DateTimeField()),
                ],
                options={
                    'indexes': [models.Index(fields=['created_at'], name='email_token_age')],
                },
            ),
            migrations.CreateModel(
                name='ChatInEmail',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('email', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='games.outgoingemail')),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ('messages', models.JSONField(default=list)),
                    ('earlier', models.PositiveIntegerField(default=0)),
                    ('last', models.PositiveBigIntegerField(default=0)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('email', 'game'), name='chat_in_email_once')],
                },
            ),
            migrations.CreateModel(
                name='SeatClock',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='games.seat')),
                    ('bank', models.DurationField(default=datetime.timedelta(0))),
                    ('asked_at', models.DateTimeField(blank=True, null=True)),
                    ('since', models.DateTimeField(blank=True, null=True)),
                    ('email', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.outgoingemail')),
                    ('held_from', models.DateTimeField(blank=True, null=True)),
                    ('held_until', models.DateTimeField(blank=True, null=True)),
                    ('due_at', models.DateTimeField(blank=True, null=True)),
                    ('look_at', models.DateTimeField(blank=True, default=datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), editable=False, null=True)),
                    ('deadline', models.DateTimeField(blank=True, null=True)),
                    ('spent', models.DurationField(default=datetime.timedelta(0))),
                    ('reminded', models.BooleanField(default=False)),
                    ('extended', models.PositiveSmallIntegerField(default=0)),
                    ('extensions', models.PositiveSmallIntegerField(default=0)),
                    ('in_time', models.PositiveSmallIntegerField(default=0)),
                    ('missed', models.PositiveSmallIntegerField(default=0)),
                    ('wants_pause', models.BooleanField(default=False)),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='clock_due'), models.Index(condition=models.Q(('look_at__isnull', False)), fields=['look_at'], name='clock_to_look_at')],
                },
            ),
            migrations.CreateModel(
                name='IncomingEmail',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('raw', models.BinaryField()),
                    ('received_at', models.DateTimeField()),
                    ('gateway', models.CharField(choices=[('pipe', 'standard input'), ('smtp', 'SMTP'), ('lmtp', 'LMTP'), ('mailbox', 'local mailbox'), ('hook', 'webhook'), ('imap', 'IMAP')], max_length=10)),
                    ('envelope_sender', models.CharField(blank=True, max_length=320, null=True)),
                    ('recipients', models.TextField(blank=True, help_text="The envelope's recipients without tokens, one per line.")),
                    ('status', models.CharField(choices=[('received', 'not read yet'), ('done', 'done'), ('refused', 'refused'), ('ignored', 'ignored')], default='received', max_length=10)),
                    ('outcome', models.CharField(blank=True, max_length=40)),
                    ('attempts', models.PositiveIntegerField(default=0)),
                    ('lease_until', models.DateTimeField(blank=True, null=True)),
                    ('announced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ('message_id', models.CharField(blank=True, max_length=998)),
                    ('sender', models.CharField(blank=True, max_length=320)),
                    ('identity', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                    ('original', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='games.incomingemail')),
                    ('token', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to='games.turntoken')),
                    ('replied_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='games.outgoingemail')),
                    ('command', models.CharField(blank=True, max_length=10)),
                    ('orders', models.JSONField(blank=True, default=list)),
                    ('finding', models.JSONField(blank=True, null=True)),
                    ('first', models.PositiveIntegerField(blank=True, null=True)),
                    ('last', models.PositiveIntegerField(blank=True, null=True)),
                    ('answer', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answered', to='games.outgoingemail')),
                ],
                options={
                    'ordering': ['id'],
                    'indexes': [models.Index(condition=models.Q(('status', 'received')), fields=['received_at'], name='inbound_to_read'), models.Index(fields=['finished_at'], name='inbound_age'), models.Index(fields=['sender'], name='inbound_sender'), models.Index(fields=['message_id'], name='inbound_message_id'), models.Index(fields=['outcome', 'id'], name='inbound_outcome')],
                },
            ),
        ),
        migrations.RunPython(_protect_the_log, _no_longer_protect_the_log),
        migrations.RunPython(_make_no_indexes_for_like, migrations.RunPython.noop),
    ]
