"""When somebody last changed their address, which ends the links sent to the old one."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0043_orders_out_of_turn")]

    operations = [
        migrations.AddField("user", "moved_at", models.DateTimeField(editable=False, null=True)),
    ]
