"""`manage.py sweep`: runs one sweep, from cron or by hand."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games import site_clock, sweeps


class Command(BaseCommand):
    """Runs one sweep.  The work it finds is done by a worker, which must be running."""

    help = (
        "Finds emails and bots' turns that were lost, and emails that are due, and notifies the"
        " worker; deletes what is too old."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        counts = sweeps.run_all(site_clock.now())
        found = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        self.stdout.write(f"Found: {found or 'nothing'}.")
