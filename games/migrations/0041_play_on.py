"""From which position of which game a game goes on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0040_plans'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='origin',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='continuations', to='games.game'),
        ),
        migrations.AddField(
            model_name='game',
            name='origin_number',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
