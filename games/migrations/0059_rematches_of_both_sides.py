"""People who block each other can both ask for a rematch, of which the other sees nothing."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("games", "0058_cups")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="rematch_of",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematches", to="games.game"),
        ),
    ]
