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
                'indexes': [models.Index(fields=['-ended_at', '-game'], name='archive'), models.Index(fields=['ruleset', '-ended_at', '-game'], name='archive_ruleset'), models.Index(fields=['board', '-ended_at', '-game'], name='archive_board'), models.Index(fields=['players', '-ended_at', '-game'], name='archive_players'), models.Index(fields=['band', '-ended_at', '-game'], name='archive_band'), models.Index(fields=['length', '-ended_at', '-game'], name='archive_length'), models.Index(fields=['reason', '-ended_at', '-game'], name='archive_reason'), models.Index(fields=['margin', '-ended_at', '-game'], name='archive_margin'), models.Index(fields=['ruleset', 'players', '-ended_at', '-game'], name='archive_ruleset_players'), models.Index(fields=['ruleset', 'band', '-ended_at', '-game'], name='archive_ruleset_band'), models.Index(fields=['ruleset', 'length', '-ended_at', '-game'], name='archive_ruleset_length'), models.Index(fields=['ruleset', 'reason', '-ended_at', '-game'], name='archive_ruleset_reason'), models.Index(fields=['ruleset', 'margin', '-ended_at', '-game'], name='archive_ruleset_margin'), models.Index(fields=['board', 'players', '-ended_at', '-game'], name='archive_board_players'), models.Index(fields=['board', 'band', '-ended_at', '-game'], name='archive_board_band'), models.Index(fields=['board', 'length', '-ended_at', '-game'], name='archive_board_length'), models.Index(fields=['board', 'reason', '-ended_at', '-game'], name='archive_board_reason'), models.Index(fields=['board', 'margin', '-ended_at', '-game'], name='archive_board_margin'), models.Index(fields=['players', 'band', '-ended_at', '-game'], name='archive_players_band'), models.Index(fields=['players', 'length', '-ended_at', '-game'], name='archive_players_length'), models.Index(fields=['players', 'reason', '-ended_at', '-game'], name='archive_players_reason'), models.Index(fields=['players', 'margin', '-ended_at', '-game'], name='archive_players_margin'), models.Index(fields=['band', 'length', '-ended_at', '-game'], name='archive_band_length'), models.Index(fields=['band', 'reason', '-ended_at', '-game'], name='archive_band_reason'), models.Index(fields=['band', 'margin', '-ended_at', '-game'], name='archive_band_margin'), models.Index(fields=['length', 'reason', '-ended_at', '-game'], name='archive_length_reason'), models.Index(fields=['length', 'margin', '-ended_at', '-game'], name='archive_length_margin'), models.Index(fields=['reason', 'margin', '-ended_at', '-game'], name='archive_reason_margin'), models.Index(fields=['ruleset', 'players', 'band', '-ended_at', '-game'], name='archive_ruleset_players_band'), models.Index(fields=['ruleset', 'players', 'length', '-ended_at', '-game'], name='archive_ruleset_players_length'), models.Index(fields=['ruleset', 'players', 'reason', '-ended_at', '-game'], name='archive_ruleset_players_reason'), models.Index(fields=['ruleset', 'players', 'margin', '-ended_at', '-game'], name='archive_ruleset_players_margin'), models.Index(fields=['ruleset', 'band', 'length', '-ended_at', '-game'], name='archive_ruleset_band_length'), models.Index(fields=['ruleset', 'band', 'reason', '-ended_at', '-game'], name='archive_ruleset_band_reason'), models.Index(fields=['ruleset', 'band', 'margin', '-ended_at', '-game'], name='archive_ruleset_band_margin'), models.Index(fields=['ruleset', 'length', 'reason', '-ended_at', '-game'], name='archive_ruleset_length_reason'), models.Index(fields=['ruleset', 'length', 'margin', '-ended_at', '-game'], name='archive_ruleset_length_margin'), models.Index(fields=['ruleset', 'reason', 'margin', '-ended_at', '-game'], name='archive_ruleset_reason_margin'), models.Index(fields=['board', 'players', 'band', '-ended_at', '-game'], name='archive_board_players_band'), models.Index(fields=['board', 'players', 'length', '-ended_at', '-game'], name='archive_board_players_length'), models.Index(fields=['board', 'players', 'reason', '-ended_at', '-game'], name='archive_board_players_reason'), models.Index(fields=['board', 'players', 'margin', '-ended_at', '-game'], name='archive_board_players_margin'), models.Index(fields=['board', 'band', 'length', '-ended_at', '-game'], name='archive_board_band_length'), models.Index(fields=['board', 'band', 'reason', '-ended_at', '-game'], name='archive_board_band_reason'), models.Index(fields=['board', 'band', 'margin', '-ended_at', '-game'], name='archive_board_band_margin'), models.Index(fields=['board', 'length', 'reason', '-ended_at', '-game'], name='archive_board_length_reason'), models.Index(fields=['board', 'length', 'margin', '-ended_at', '-game'], name='archive_board_length_margin'), models.Index(fields=['board', 'reason', 'margin', '-ended_at', '-game'], name='archive_board_reason_margin'), models.Index(fields=['players', 'band', 'length', '-ended_at', '-game'], name='archive_players_band_length'), models.Index(fields=['players', 'band', 'reason', '-ended_at', '-game'], name='archive_players_band_reason'), models.Index(fields=['players', 'band', 'margin', '-ended_at', '-game'], name='archive_players_band_margin'), models.Index(fields=['players', 'length', 'reason', '-ended_at', '-game'], name='archive_players_length_reason'), models.Index(fields=['players', 'length', 'margin', '-ended_at', '-game'], name='archive_players_length_margin'), models.Index(fields=['players', 'reason', 'margin', '-ended_at', '-game'], name='archive_players_reason_margin'), models.Index(fields=['band', 'length', 'reason', '-ended_at', '-game'], name='archive_band_length_reason'), models.Index(fields=['band', 'length', 'margin', '-ended_at', '-game'], name='archive_band_length_margin'), models.Index(fields=['band', 'reason', 'margin', '-ended_at', '-game'], name='archive_band_reason_margin'), models.Index(fields=['length', 'reason', 'margin', '-ended_at', '-game'], name='archive_length_reason_margin'), models.Index(condition=models.Q(('counted', False)), fields=['ended_at'], name='archive_to_count')],
            },
        ),
    ]
