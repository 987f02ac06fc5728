"""`manage.py play`: the whole service in one process on this machine."""

from __future__ import annotations

import hashlib
import signal
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.wsgi import get_wsgi_application
from django.urls import reverse
from waitress.server import create_server

from games.embedded import instance_lock, worker
from games.views import mailbox

PORT = 8000
WEB_THREADS = 8


class Command(BaseCommand):
    """Prepares the data, starts the worker and the clock, and serves pages until Ctrl-C."""

    help = "Starts everything on this machine: pages, worker and clock.  Ctrl-C stops it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=_port,
            help=f"the port to listen on (default {PORT}, or the next free one)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with instance_lock.lock(settings.DATA_DIR) as lock:
                wanted = options["port"]
                port = instance_lock.free_port(wanted or PORT, exact=wanted is not None)
                self._run(lock, port)
        except instance_lock.AlreadyRunning as busy:
            raise CommandError(str(busy)) from None

    def _run(self, lock: Path, port: int) -> None:
        address = f"http://{instance_lock.LOOPBACK}:{port}"
        if not settings.PUBLIC:
            settings.BASE_URL = address
        call_command("migrate", verbosity=0, interactive=False)
        collect_static()
        signal.signal(signal.SIGTERM, _leave)
        with worker.running():
            server = create_server(
                get_wsgi_application(),
                host=instance_lock.LOOPBACK, port=port, threads=WEB_THREADS, ident="",
            )
            instance_lock.announce(lock, address)
            self._greet(address)
            server.run()
        self.stdout.write("Stopped.  Your games are kept.")

    def _greet(self, address: str) -> None:
        self.stdout.write(f"{settings.SITE_NAME} is ready: {self.style.SUCCESS(address + '/')}")
        if mailbox.is_open():
            self.stdout.write(f"Mail stays on this machine: {address}{reverse('mailbox')}")
        self.stdout.write(f"Games are kept in {settings.DATA_DIR}.  Ctrl-C stops the service.")
        self.stdout.flush()


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise ArgumentTypeError(f"{text} is no port; choose a number from 1 to 65535.")
    return int(text)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def collect_static() -> bool:
    """Collects the files browsers fetch, if any of them changed since the last time."""
    root = Path(settings.STATIC_ROOT)
    stamp, mark = root / ".stamp", _mark()
    if stamp.exists() and stamp.read_text(encoding="ascii") == mark:
        return False
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(mark, encoding="ascii")
    return True


def _mark() -> str:
    """A digest of all static files' names, sizes and dates."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
