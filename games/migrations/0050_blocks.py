"""Mutes that go further: members can block each other."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0049_handles")]

    operations: ClassVar = [
        migrations.AddField("chatmute", "blocks", models.BooleanField(default=False)),
    ]
