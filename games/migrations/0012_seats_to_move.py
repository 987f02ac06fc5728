"""Say of each seat whether the game waits for it, because it may wait for several."""

from django.db import migrations, models
from django.db.models import F, Min, Q


def fill_seats(apps, schema_editor):
    """Marks the one seat to move of every game."""
    Seat = apps.get_model("games", "Seat")
    Seat.objects.filter(index=F("game__to_move")).update(to_move=True)


def fill_games(apps, schema_editor):
    """Notes the first seat to move of every game."""
    Game = apps.get_model("games", "Game")
    first = Min("seats__index", filter=Q(seats__to_move=True))
    for game in Game.objects.annotate(first=first).exclude(first=None).iterator():
        Game.objects.filter(pk=game.pk).update(to_move=game.first)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0011_plain_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="to_move",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(fill_seats, fill_games),
        migrations.RemoveField(
            model_name="game",
            name="to_move",
        ),
    ]
