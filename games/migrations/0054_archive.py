"""The archive of finished public games: facts to find a game by, and sums of them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0053_pool'),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchiveSums',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40)),
                ('players', models.PositiveSmallIntegerField()),
                ('games', models.PositiveIntegerField(default=0)),
                ('counts', models.JSONField(default=dict)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('ruleset', 'players'), name='archive_sums_once')],
            },
        ),
        migrations.CreateModel(
            name='ArchivedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ended_at', models.DateTimeField()),
                ('ruleset', models.CharField(max_length=40)),
                ('board', models.CharField(blank=True, max_length=81)),
                ('players', models.PositiveSmallIntegerField()),
                ('turns', models.PositiveIntegerField()),
                ('lead', models.PositiveIntegerField(blank=True, null=True)),
                ('reason', models.CharField(max_length=20)),
                ('won', models.CharField(blank=True, max_length=9)),
                ('whole', models.BooleanField(default=True)),
                ('length', models.PositiveSmallIntegerField()),
                ('margin', models.PositiveSmallIntegerField(default=0)),
                ('band', models.PositiveSmallIntegerField(default=0)),
                ('counted', models.BooleanField(default=False)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='archived', to='games.game')),
            ],
            options={
                'indexes': [models.Index(fields=['-ended_at', '-game'], name='archive'), models.Index(fields=['ruleset', '-ended_at', '-game'], name='archive_ruleset'), models.Index(fields=['board', '-ended_at', '-game'], name='archive_board'), models.Index(fields=['players', '-ended_at', '-game'], name='archive_players'), models.Index(fields=['band', '-ended_at', '-game'], name='archive_band'), models.Index(fields=['length', '-ended_at', '-game'], name='archive_length'), models.Index(fields=['reason', '-ended_at', '-game'], name='archive_reason'), models.Index(fields=['margin', '-ended_at', '-game'], name='archive_margin'), models.Index(condition=models.Q(('counted', False)), fields=['ended_at'], name='archive_to_count')],
            },
        ),
    ]
