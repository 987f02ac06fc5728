"""Which games the service has arranged for competitions, and which stay hidden after their end."""

from __future__ import annotations

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Q


def _mark_games_of_fixtures(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    game, fixture = (apps.get_model("games", name) for name in ("Game", "Fixture"))
    first = fixture.objects.exclude(game=None).values("game")
    game.objects.filter(Q(pk__in=first) | Q(match_of__in=first)).update(arranged=True)


class Migration(migrations.Migration):
    dependencies = (("games", "0055_seen_at"),)
    operations = (
        migrations.AddField("game", "arranged", models.BooleanField(
            "arranged for a competition", default=False)),
        migrations.AddField("game", "sealed", models.BooleanField(default=False)),
        migrations.AddField("game", "unsealed_at", models.DateTimeField(
            blank=True, editable=False, null=True)),
        migrations.AddConstraint("game", models.CheckConstraint(
            condition=~Q(sealed=True, listed=True), name="game_sealed_unlisted")),
        migrations.RunPython(_mark_games_of_fixtures, migrations.RunPython.noop),
    )
