"""`manage.py receive_mail`: receive email from a pipe, or serve SMTP and LMTP."""

from __future__ import annotations

import signal
import sys
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.base import site_clock, site_keys
from games.post.inbox.gateways import pipe, smtp

LOOPBACK = "127.0.0.1"
USAGE = 64  # the exit code for wrong arguments in sysexits.h


class Command(BaseCommand):
    """A gateway that stores email for the worker to read, and acknowledges it only then."""

    help = (
        "Stores one email from standard input, for .forward files and pipes. With --listen, it"
        " receives emails by SMTP and LMTP."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipient", nargs="*", help="recipients named by the envelope")
        parser.add_argument("--sender", help="the envelope's sender; '' for a bounce")
        parser.add_argument(
            "--listen", metavar="HOST:PORT",
            help=f"serve SMTP and LMTP there; without a host on {LOOPBACK}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        site_keys.enforce()  # we seal what we store
        if options["listen"]:
            self._listen(*parse_address(options["listen"]))
            return
        try:
            pipe.receive(sys.stdin.buffer.read(smtp.MAX_ACCEPTED_BYTES), sender=options["sender"],
                         recipients=options["recipient"], now=site_clock.now())
        except pipe.Rejected as rejected:
            raise CommandError(str(rejected), returncode=rejected.code) from rejected

    def _listen(self, host: str, port: int) -> None:
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        try:
            with smtp.smtp_server(host, port) as bound_port:
                self.stdout.write(f"Receiving emails at {host}:{bound_port} by SMTP and LMTP.")
                self.stdout.flush()
                stopped.wait()
        except OSError as error:
            raise CommandError(
                f"Cannot listen at {host}:{port} ({error.strerror}). Choose another port."
            ) from None
        self.stdout.write("Stopped.")


def parse_address(text: str) -> tuple[str, int]:
    """Return the host and port of HOST:PORT, [HOST]:PORT, :PORT or PORT; refuse anything else."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise CommandError(f"{text} is not an address. Write it like {LOOPBACK}:2525.",
                           returncode=USAGE)
    return host.strip("[]") or LOOPBACK, int(port)
