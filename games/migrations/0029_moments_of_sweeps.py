"""When sweeps must look at a row next, in columns with indexes of their own.

Rows that may be waiting for a sweep when this runs are looked at by the next one.
"""

import datetime

import django.db.models.functions.comparison
from django.db import migrations, models

AT_ONCE = datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)
NOTHING = datetime.timedelta(0)


def look_at_what_waits(apps, editor):
    games = apps.get_model("games", "Game").objects.filter(status="running")
    seats = apps.get_model("games", "Seat").objects
    seats.filter(game__in=games.filter(deserted_at__isnull=False)).update(rests=True)
    unhurried = games.filter(bank_per_turn=NOTHING)
    seats.filter(to_move=True, user__isnull=False, game__in=unhurried).update(remind_at=AT_ONCE)
    apps.get_model("games", "PushNotice").objects.filter(
        kind="turn", game__in=unhurried).update(remind_at=AT_ONCE)
    apps.get_model("games", "SeatClock").objects.filter(
        asked_at__isnull=False).update(look_at=AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('games', '0028_indexes_for_lists'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='game_paused',
        ),
        migrations.RemoveIndex(
            model_name='seatclock',
            name='clock_waiting',
        ),
        migrations.RemoveIndex(
            model_name='turntoken',
            name='token_age',
        ),
        migrations.AddField(
            model_name='clockstop',
            name='refreshed_to',
            field=models.PositiveBigIntegerField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='pushnotice',
            name='remind_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='remind_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='rests',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='seatclock',
            name='look_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='turntiming',
            name='is_new',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='turntoken',
            name='kept_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='kept_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='game',
            name='deserted_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(look_at_what_waits, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='pushnotice',
            name='remind_at',
            field=models.DateTimeField(default=datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='seat',
            name='remind_at',
            field=models.DateTimeField(default=datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='seatclock',
            name='look_at',
            field=models.DateTimeField(blank=True, default=datetime.datetime(2000, 1, 1, 0, 0, tzinfo=datetime.timezone.utc), editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='turntiming',
            name='is_new',
            field=models.BooleanField(default=True, editable=False),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('paused_at__isnull', False), ('status', 'running')), fields=['paused_at'], name='game_paused'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('deserted_at__isnull', False), ('status', 'running')), fields=['deserted_at'], name='game_resting'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(django.db.models.functions.comparison.Coalesce('active_at', 'created_at'), condition=models.Q(('status', 'open'), ('warned_at__isnull', True)), name='table_to_warn'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('status', 'open'), ('warned_at__isnull', False)), fields=['warned_at'], name='table_to_close'),
        ),
        migrations.RemoveIndex(
            model_name='outgoingemail',
            name='mail_held',
        ),
        migrations.AddIndex(
            model_name='outgoingemail',
            index=models.Index(condition=models.Q(('status', 'held')), fields=['not_before', 'user'], name='mail_held'),
        ),
        migrations.AddIndex(
            model_name='outgoingemail',
            index=models.Index(condition=models.Q(('status', 'held'), ('user__isnull', False)), fields=['user'], name='mail_held_for'),
        ),
        migrations.AddIndex(
            model_name='outgoingemail',
            index=models.Index(condition=models.Q(('status', 'failed')), fields=['not_before'], name='mail_failed'),
        ),
        migrations.AddIndex(
            model_name='outgoingemail',
            index=models.Index(condition=models.Q(('kind__in', ['login_code', 'address_code'])), fields=['created_at'], name='mail_with_code'),
        ),
        migrations.AddIndex(
            model_name='pushnotice',
            index=models.Index(condition=models.Q(('remind_at__isnull', False), ('status', 'sent')), fields=['remind_at'], name='push_to_remind'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('rests', False), ('to_move', True), models.Q(('bot', ''), ('stand_in', ''), _negated=True)), fields=['game'], name='seat_bot_to_move'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='seat_to_remind'),
        ),
        migrations.AddIndex(
            model_name='seatclock',
            index=models.Index(condition=models.Q(('look_at__isnull', False)), fields=['look_at'], name='clock_to_look_at'),
        ),
        migrations.AddIndex(
            model_name='turntiming',
            index=models.Index(condition=models.Q(('is_new', True)), fields=['user'], name='timing_new'),
        ),
        migrations.AddIndex(
            model_name='turntoken',
            index=models.Index(condition=models.Q(('kept_at__isnull', True)), fields=['created_at'], name='token_age'),
        ),
        migrations.AddIndex(
            model_name='turntoken',
            index=models.Index(condition=models.Q(('kept_at__isnull', False)), fields=['kept_at'], name='token_kept'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(django.db.models.functions.comparison.Coalesce('kept_at', 'date_joined'), condition=models.Q(('is_guest', False), ('is_staff', False), ('last_login__isnull', True)), name='user_never_signed_in'),
        ),
    ]
