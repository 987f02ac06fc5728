"""What the strongest bot advises, for games in which somebody learns."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0036_reviews'),
    ]

    operations = [
        migrations.CreateModel(
            name='TurnAdvice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('orders', models.JSONField(default=list)),
                ('degree', models.PositiveSmallIntegerField(default=0)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='advice', to='games.game')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'number', 'seat'), name='advice_once')],
            },
        ),
    ]
