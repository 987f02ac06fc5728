"""`manage.py receive_mail`: the doors for mail, a pipe or a small SMTP and LMTP server."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.inbox import incoming
from games.inbox.gateways import smtp
from games.inbox.parsing.message_reader import Envelope
from games.models import IncomingEmail

LOOPBACK = "127.0.0.1"

# What mail servers understand when a program they pipe into ends (sysexits.h).
USAGE, NO_INPUT, NO_USER, TRY_AGAIN = 64, 66, 67, 75

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Stores mail before it says that it has; the worker reads it."""

    help = (
        "Takes in one mail from standard input, for .forward files and pipes, or with --listen"
        " any number by SMTP and LMTP."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipient", nargs="*", help="whom the envelope names")
        parser.add_argument("--sender", help="the envelope's sender; '' for a bounce")
        parser.add_argument(
            "--listen", metavar="HOST:PORT",
            help=f"serve SMTP and LMTP there; without a host on {LOOPBACK}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["listen"]:
            self._listen(*address(options["listen"]))
        else:
            self._read(Envelope(_sender(options["sender"]), tuple(options["recipient"])))

    def _read(self, envelope: Envelope) -> None:
        raw = sys.stdin.buffer.read(smtp.MAX_BYTES)
        if not raw.strip():
            raise CommandError("There is no mail on standard input.", returncode=NO_INPUT)
        try:
            known = [to for to in envelope.recipients if incoming.accepts_address(to)]
            if not known and envelope.recipients:
                raise CommandError("There is no such turn here.", returncode=NO_USER)
            incoming.store(raw, door=IncomingEmail.Door.PIPE, now=timezone.now(),
                          envelope=envelope)
        except CommandError:
            raise
        except Exception as error:
            # Whatever it is, the mail server must keep the message and try again.
            log.exception("a mail could not be stored")
            raise CommandError("The mail cannot be stored now; try again.",
                               returncode=TRY_AGAIN) from error

    def _listen(self, host: str, port: int) -> None:
        leaving = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: leaving.set())
        try:
            with smtp.smtp_server(host, port) as found:
                self.stdout.write(f"Mail is taken in at {host}:{found} by SMTP and LMTP.")
                self.stdout.flush()
                leaving.wait()
        except OSError as error:
            raise CommandError(
                f"Nothing can listen at {host}:{port} ({error.strerror}); choose another port."
            ) from None
        self.stdout.write("Stopped.")


def _sender(given: str | None) -> str | None:
    """The envelope's sender; the ways to write that there is none mean a bounce."""
    return "" if given is not None and given.upper() in ("<>", "MAILER-DAEMON") else given


def address(text: str) -> tuple[str, int]:
    """The host and the port of HOST:PORT, [HOST]:PORT, :PORT or PORT; refuses anything else."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise CommandError(f"{text} is no address; write it as {LOOPBACK}:2525.", returncode=USAGE)
    return host.strip("[]") or LOOPBACK, int(port)
