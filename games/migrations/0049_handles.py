"""Members get a handle: a unique name, like the one they have; people choose who sees their page."""

from __future__ import annotations

from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

BATCH = 1000


def name_members(apps: Any, editor: Any) -> None:
    """Give each member the first free handle like their name, the eldest account first."""
    from games.models.handle import keys, like
    from games.people import handles

    user_model, handle_model = apps.get_model("games", "User"), apps.get_model("games", "Handle")
    taken: set[str] = set()
    rows, renamed = [], []
    for user in user_model.objects.filter(is_guest=False).order_by("pk").iterator(BATCH):
        for name in like(user.name):
            key, look = keys(name)
            if handles.may_be_given(name) and taken.isdisjoint((f"key {key}", f"look {look}")):
                break
        taken |= {f"key {key}", f"look {look}"}
        rows.append(handle_model(user=user, name=name, key=key, look=look))
        if user.name != name:
            user.name = name
            renamed.append(user)
    handle_model.objects.bulk_create(rows, batch_size=BATCH)
    user_model.objects.bulk_update(renamed, ["name"], batch_size=BATCH)


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ("games", "0048_site_keys"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="user",
            name="page_for",
            field=models.CharField(choices=[("everybody", "everybody"), ("members", "people who are signed in"), ("played", "people with whom I have finished a game")], default="members", max_length=10, verbose_name="their page is for"),
        ),
        migrations.CreateModel(
            name="Favourite",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game")),
                ("user", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="favourites", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "game"), name="favourite_once")],
            },
        ),
        migrations.CreateModel(
            name="Handle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=24)),
                ("key", models.CharField(editable=False, max_length=240)),
                ("look", models.CharField(editable=False, max_length=240)),
                ("given_up_at", models.DateTimeField(blank=True, null=True)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="handles", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("given_up_at__isnull", False)), fields=["given_up_at"], name="handle_given_up")],
                "constraints": [models.UniqueConstraint(fields=("key",), name="handle_key_once"), models.UniqueConstraint(fields=("look",), name="handle_look_once"), models.UniqueConstraint(condition=models.Q(("given_up_at__isnull", True)), fields=("user",), name="handle_one_a_person")],
            },
        ),
        migrations.RunPython(name_members, migrations.RunPython.noop),
    ]
