"""`manage.py sweep`: runs one sweep, from cron or by hand."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.base import site_clock
from games.operations import sweeps
from games.operations.doctor import work_checks


class Command(BaseCommand):
    """One sweep; a worker, which must be running, does the work that it finds."""

    help = (
        "Finds emails and bots' turns that were lost, and emails that are due, and notifies the"
        " worker; deletes what is too old."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--overlooked", action="store_true", help=(
            "first read all running games for what no sweep would look at, and correct that"))

    def handle(self, *args: Any, **options: Any) -> None:
        if options["overlooked"]:
            repaired = work_checks.repair_overlooked(site_clock.now())
            what = ", ".join(f"{count} {kind}" for kind, count in repaired.items())
            self.stdout.write(f"Overlooked until now: {what or 'nothing'}.")
        counts = sweeps.run_all(site_clock.now())
        found = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        self.stdout.write(f"Found: {found or 'nothing'}.")
