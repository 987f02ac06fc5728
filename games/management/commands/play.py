"""`manage.py play`: runs the whole service in one process on this machine."""

from __future__ import annotations

import hashlib
import signal
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from socket import socket
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.base import site_clock, site_keys
from games.operations import web_server
from games.operations.embedded import instance_lock, mailbox_pages, time_travel, worker
from games.operations.system_checks import TAG

PORT = 8000


class Command(BaseCommand):
    """The whole service: prepares the data, starts the worker, and serves pages until Ctrl-C."""

    help = "Runs everything on this machine: web pages, worker and scheduler. Ctrl-C stops it."
    requires_system_checks = (TAG,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=_port,
            help=f"the port to listen on (default {PORT}, or the next free one)",
        )

        parser.add_argument(
            "--clock", type=_period, metavar="PERIOD",
            help="first let this much time pass, such as +2d, +6h or +90m, to see what deadlines"
                 " do; the clock stays ahead",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with instance_lock.lock(settings.DATA_DIR) as lock:
                requested = options["port"]
                with instance_lock.listening_socket(requested or PORT,
                                                    exact=requested is not None) as listening:
                    self._run(lock, listening, period=options["clock"])
        except instance_lock.AlreadyRunning as error:
            raise CommandError(str(error)) from None

    def _run(self, lock: Path, listening: socket, *, period: timedelta | None) -> None:
        address = f"http://{instance_lock.LOOPBACK}:{listening.getsockname()[1]}"
        if not settings.PUBLIC:
            settings.BASE_URL = address
        call_command("migrate", verbosity=0, interactive=False)
        site_keys.enforce()
        collect_static()
        signal.signal(signal.SIGTERM, _stop)
        if period:
            self._let_time_pass(period)
        with worker.running():
            server = uvicorn.Server(uvicorn.Config(web_server.application(), **web_server.OPTIONS))
            instance_lock.announce(lock, address)
            self._print_address(address)
            with suppress(KeyboardInterrupt):  # raised again when it has stopped
                server.run(sockets=[listening])
        self.stdout.write("Stopped. Your games are kept.")

    def _let_time_pass(self, period: timedelta) -> None:
        """Advance the clock; refuse on a public site."""
        try:
            time_travel.advance(period)
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"The clock now shows {site_clock.now():%A %d %B %Y, %H:%M} UTC.")

    def _print_address(self, address: str) -> None:
        self.stdout.write(f"{settings.SITE_NAME} is ready: {self.style.SUCCESS(address + '/')}")
        if mailbox_pages.exists():
            self.stdout.write(f"Emails stay on this machine: {address}{reverse('mailbox')}")
        self.stdout.write(f"Games are kept in {settings.DATA_DIR}.  Ctrl-C stops the service.")
        self.stdout.flush()


def _period(text: str) -> timedelta:
    try:
        return site_clock.period_of(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise ArgumentTypeError(f"{text} is not a port. Choose a number from 1 to 65535.")
    return int(text)


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def collect_static() -> bool:
    """Collect the static files if any of them has changed; return whether it did."""
    root = Path(settings.STATIC_ROOT)
    stamp, fingerprint = root / ".stamp", _static_fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint:
        return False
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(fingerprint, encoding="ascii")
    return True


def _static_fingerprint() -> str:
    """Return a digest of the names, sizes and modification times of all static files."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
