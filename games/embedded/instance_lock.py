"""One running copy of the site on this machine: its data directory's lock and its port.

Owns who may run; what runs is ``games.embedded.worker`` and the ``play`` command.
"""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

LOOPBACK = "127.0.0.1"
TRIES = 20


class AlreadyRunning(Exception):
    """Somebody else has what this instance needs; the text says who and what to do."""


@contextmanager
def lock(data: Path) -> Iterator[Path]:
    """Holds the data directory; raises Busy when another instance does (R22).

    The lock is the system's, so it is free again however the process ends.  Yields the
    lock file, in which ``announce`` writes where the instance can be found.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / "instance.lock"
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(_running(path)) from None
        announce(path, "")
        yield path


def announce(path: Path, address: str) -> None:
    """Notes who holds the lock and at which address he answers."""
    path.write_text(f"{os.getpid()} {address}\n", encoding="utf-8")


def _running(path: Path) -> str:
    pid, _, address = path.read_text(encoding="utf-8").strip().partition(" ")
    where = f"; open {address}" if address else ""
    return (
        f"{settings.SITE_NAME} already runs on the data in {path.parent}"
        f" (process {pid or 'unknown'}){where}, or stop that one first."
    )


def free_port(port: int, *, exact: bool) -> int:
    """The first free loopback port from this one on; with ``exact`` this one or Busy."""
    for candidate in [port] if exact else range(port, port + TRIES):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOOPBACK, candidate))
            except OSError:
                continue
            return candidate
    if exact:
        raise AlreadyRunning(
            f"Port {port} is in use by another program; choose another with --port."
        )
    raise AlreadyRunning(
        f"The ports {port} to {port + TRIES - 1} are all in use; choose one with --port."
    )
