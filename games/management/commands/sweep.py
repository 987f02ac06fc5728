"""`manage.py sweep`: one round of looking for what was lost, for cron or for an operator."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games import sweeps


class Command(BaseCommand):
    """Goes round once by hand; what is found needs a worker to do it."""

    help = (
        "Looks for mails and bots' turns that were lost and for mails that have their time now,"
        " and announces them to the worker; forgets what is too old."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = sweeps.run_all(timezone.now())
        told = ", ".join(f"{count} {what}" for what, count in found.items() if count)
        self.stdout.write(f"Found: {told or 'nothing'}.")
