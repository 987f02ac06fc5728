"""Reviews of finished games, and who wants them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0035_suggested_turns'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='wants_reviews',
            field=models.BooleanField(default=True, verbose_name='games are reviewed'),
        ),
        migrations.CreateModel(
            name='Review',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='review', serialize=False, to='games.game')),
                ('row', models.PositiveIntegerField(default=0)),
                ('data', models.JSONField(default=dict)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('lease_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('announced_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('done_at__isnull', True)), fields=['asked_at'], name='review_to_compute')],
            },
        ),
    ]
