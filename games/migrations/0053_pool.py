"""The pool of members for whom a game is being found."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0052_competitions'),
    ]

    operations = [
        migrations.CreateModel(
            name='PoolEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40)),
                ('players', models.JSONField()),
                ('paces', models.JSONField()),
                ('rated', models.BooleanField()),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('lapsed_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pool_entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'pool entries',
                'indexes': [models.Index(fields=['until'], name='pool_entry_until'), models.Index(condition=models.Q(('game__isnull', True), ('lapsed_at__isnull', True)), fields=['since'], name='pool_entry_waiting')],
                'constraints': [models.UniqueConstraint(fields=('user', 'ruleset'), name='pool_entry_once')],
            },
        ),
    ]
