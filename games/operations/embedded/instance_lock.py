"""The lock by which only one copy of the site uses a data directory, and its free port."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

LOOPBACK = "127.0.0.1"
MAX_PORTS = 20  # how many ports to try


class AlreadyRunning(Exception):
    """A data directory or port that another process has; the message says what to do."""


@contextmanager
def lock(data: Path) -> Iterator[Path]:
    """Lock the data directory; raise AlreadyRunning if another instance has locked it (R22).

    Yields the path of the lock file, in which ``announce`` writes the address of this instance.
    """
    # The operating system holds the lock, so that it is released however the process ends.
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / "instance.lock"
    with open(path, "a+", encoding="utf-8", opener=_open_privately) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(_refusal(path)) from None
        announce(path, "")
        yield path


def is_locked(data: Path) -> bool:
    """Return whether an instance is running on the data directory."""
    try:
        with (data / "instance.lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _open_privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def announce(path: Path, address: str) -> None:
    """Write this process's id and address into the lock file."""
    path.write_text(f"{os.getpid()} {address}\n", encoding="utf-8")


def _refusal(path: Path) -> str:
    pid, _, address = path.read_text(encoding="utf-8").strip().partition(" ")
    where = f"; open {address}" if address else ""
    return (
        f"{settings.SITE_NAME} already runs on the data in {path.parent}"
        f" (process {pid or 'unknown'}){where}, or stop that one first."
    )


def listening_socket(port: int, *, exact: bool) -> socket.socket:
    """Listen at the first free loopback port from ``port`` on; ``exact`` allows only ``port``.

    The socket keeps the port, however long the service needs to start.  Raises AlreadyRunning if
    no port is free.
    """
    for candidate in [port] if exact else range(port, port + MAX_PORTS):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((LOOPBACK, candidate))
            listening.listen()
        except OSError:
            listening.close()
            continue
        return listening
    if exact:
        raise AlreadyRunning(
            f"Port {port} is in use by another program; choose another with --port."
        )
    raise AlreadyRunning(
        f"The ports {port} to {port + MAX_PORTS - 1} are all in use; choose one with --port."
    )
