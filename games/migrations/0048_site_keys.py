"""Keys that all machines share, and settings in which they agree, are kept in the database.

The private key that signs notifications moves there from the environment or the data directory.
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any, ClassVar

from django.conf import settings
from django.db import migrations, models


def adopt_push_key(apps: Any, editor: Any) -> None:
    """Keep the key that browsers know; without one, or with an invalid one, one is made later."""
    file = Path(settings.DATA_DIR) / "vapid-key"
    try:
        key = os.environ.get("ALEXANDROS_VAPID_KEY", "").strip() or file.read_text("ascii").strip()
        valid = len(urlsafe_b64decode(key + "=" * (-len(key) % 4))) == 32
    except (OSError, ValueError):
        return
    if valid:
        apps.get_model("games", "SiteKey").objects.create(name="push", value=key)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0047_emails_set_aside")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="SiteKey",
            fields=[
                ("id", models.BigAutoField(
                    auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20)),
                ("value", models.CharField(max_length=100)),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=["name"], name="site_key_once")],
            },
        ),
        migrations.AddField(
            model_name="heartbeat",
            name="settings",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="heartbeat",
            name="part",
            field=models.CharField(max_length=80, unique=True),
        ),
        migrations.RunPython(adopt_push_key, migrations.RunPython.noop, elidable=True),
    ]
