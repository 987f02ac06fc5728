"""Whether the emails of a game suggest turns."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0034_matches_and_rated_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='suggested_turns',
            field=models.BooleanField(default=True, verbose_name='suggested turns in emails'),
        ),
    ]
