"""`manage.py fetch_mail`: fetch email from a mailbox at another provider."""

from __future__ import annotations

import os
import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.base import site_clock, site_keys
from games.post.inbox.gateways import imap

VARIABLE = "ALEXANDROS_IMAP_URL"  # an argument would show in the list of processes


class Command(BaseCommand):
    """A gateway that stores the unseen emails of an IMAP mailbox for the worker to read."""

    help = (
        f"Fetches unseen emails by IMAP from the mailbox in {VARIABLE}"
        " (imaps://user:password@host/INBOX), once or, with --every, repeatedly."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, metavar="SECONDS",
                            help="keep running and fetch at this interval")

    def handle(self, *args: Any, **options: Any) -> None:
        url = os.environ.get(VARIABLE, "")
        if not url:
            raise CommandError(f"Set {VARIABLE} to imaps://user:password@host/INBOX first.")
        site_keys.enforce()  # we seal what we store
        if options["every"] is not None:
            self._repeat(url, max(1.0, options["every"]))
            return
        try:
            self.stdout.write(f"Stored {imap.fetch(url, now=site_clock.now())} emails.")
        except imap.Unusable as error:
            raise CommandError(str(error)) from None

    def _repeat(self, url: str, interval: float) -> None:
        """Fetch until a signal stops us, also when the mailbox is out of reach for a while."""
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        while not stopped.is_set():
            try:
                imap.fetch(url, now=site_clock.now())
            except imap.Unusable as error:
                self.stderr.write(str(error))
            stopped.wait(interval)
        self.stdout.write("Stopped.")
