"""Emails that may be a program's are kept for a short time, for their sender to claim them."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0046_fair_thinking")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="incomingemail",
            name="kept_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="incomingemail",
            index=models.Index(
                condition=models.Q(("kept_until__isnull", False)),
                fields=["kept_until"],
                name="inbound_kept",
            ),
        ),
    ]
