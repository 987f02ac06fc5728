"""`manage.py fetch_mail`: the door for sites whose mail waits in a mailbox elsewhere."""

from __future__ import annotations

import os
import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.inbox.gateways import imap

VARIABLE = "ALEXANDROS_IMAP_URL"  # in the environment, where no list of processes shows it


class Command(BaseCommand):
    """Stores the unseen messages of an IMAP mailbox; the worker reads them."""

    help = (
        f"Fetches unseen mail by IMAP from the mailbox in {VARIABLE}"
        " (imaps://user:password@host/INBOX), once or with --every again and again."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, metavar="SECONDS",
                            help="stay, and look again after so many seconds")

    def handle(self, *args: Any, **options: Any) -> None:
        url = os.environ.get(VARIABLE, "")
        if not url:
            raise CommandError(f"Set {VARIABLE} to imaps://user:password@host/INBOX first.")
        if options["every"] is None:
            try:
                self.stdout.write(f"{imap.fetch(url, now=timezone.now())} messages are stored.")
            except imap.Unusable as fault:
                raise CommandError(str(fault)) from None
            return
        self._stay(url, max(1.0, options["every"]))

    def _stay(self, url: str, pause: float) -> None:
        """Looks again and again; a mailbox out of reach for a while ends nothing."""
        leaving = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: leaving.set())
        while not leaving.is_set():
            try:
                imap.fetch(url, now=timezone.now())
            except imap.Unusable as fault:
                self.stderr.write(str(fault))
            leaving.wait(pause)
        self.stdout.write("Stopped.")
