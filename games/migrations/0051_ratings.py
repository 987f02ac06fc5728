"""Ratings of people, and the rated games and seats from which they follow."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0050_blocks'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40)),
                ('players', models.PositiveSmallIntegerField()),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=20)),
                ('voided_at', models.DateTimeField(blank=True, null=True)),
                ('because', models.CharField(blank=True, max_length=200)),
                ('folded', models.BooleanField(default=False)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='RatedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hidden', models.BooleanField(default=False)),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rated_player', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RatedSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('points', models.IntegerField(blank=True, null=True)),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('lost_at', models.DateTimeField(blank=True, null=True)),
                ('mu_before', models.FloatField(blank=True, null=True)),
                ('sigma_before', models.FloatField(blank=True, null=True)),
                ('mu_after', models.FloatField(blank=True, null=True)),
                ('sigma_after', models.FloatField(blank=True, null=True)),
                ('games', models.PositiveIntegerField(blank=True, null=True)),
                ('weight', models.FloatField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=20)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.ratedplayer')),
                ('rated', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.ratedgame')),
            ],
            options={
                'ordering': ['rated_id', 'index'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40)),
                ('players', models.PositiveSmallIntegerField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('standing', models.FloatField()),
                ('firm_until', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='games.ratedplayer')),
            ],
        ),
        migrations.CreateModel(
            name='RatingInEmail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('told', models.JSONField()),
                ('email', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating', to='games.outgoingemail')),
            ],
        ),
        migrations.AddIndex(
            model_name='ratedgame',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('why', '')), fields=['ended_at', 'game'], name='rated_game_order'),
        ),
        migrations.AddIndex(
            model_name='ratedgame',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('folded', False), ('why', '')), fields=['ended_at', 'game'], name='rated_game_to_fold'),
        ),
        migrations.AddIndex(
            model_name='ratedgame',
            index=models.Index(condition=models.Q(('voided_at__isnull', False)), fields=['voided_at'], name='rated_game_voided'),
        ),
        migrations.AddConstraint(
            model_name='ratedseat',
            constraint=models.UniqueConstraint(fields=('rated', 'index'), name='rated_seat_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('firm_until__isnull', False)), fields=['ruleset', 'players', '-standing'], name='rating_ladder'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'ruleset', 'players'), name='rating_once'),
        ),
    ]
