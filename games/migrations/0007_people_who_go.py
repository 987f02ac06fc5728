from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
import django.db.models.deletion
from django.db import migrations, models


def keep_sessions(apps, schema_editor):
    """Nobody is logged out by the new table; a guest's games hang on his session alone."""
    old, new = apps.get_model("sessions", "Session"), apps.get_model("games", "Session")
    new.objects.bulk_create([
        new(session_key=row.session_key, session_data=row.session_data,
            expire_date=row.expire_date,
            person=SessionStore().decode(row.session_data).get(SESSION_KEY))
        for row in old.objects.all()
    ])
    old.objects.all().delete()  # addresses stand in it, and nobody would find them again


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_other_senders'),
        ('sessions', '0001_initial'),
    ]

    operations = [
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
            bases=(models.Model,),
        ),
        migrations.RunPython(keep_sessions, migrations.RunPython.noop),
        migrations.AddField(
            model_name='seat',
            name='left_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats_left', to=settings.AUTH_USER_MODEL),
        ),
    ]
