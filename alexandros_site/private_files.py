"""Keeps the data directory and the files in it from other users of the machine (R22).

Whoever can read the database sees all hands, and whoever can read the secret key can sign in as
anybody.  Only what belongs to the user of this process is changed.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

SECRET_FILES = ("secret-key", "vapid-key", "instance.lock")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def protect(data: Path, database: Path | None) -> None:
    """Makes directory and files private, also those of an older version; ``database`` is SQLite's.

    A database that does not exist is created as an empty file: SQLite gives its own files the
    permissions of the database, and would create that as the umask says.
    """
    if database is not None:
        _create(database, in_ours=database.parent == data)
        for suffix in ("", "-wal", "-shm", "-journal"):
            _close(database.with_name(database.name + suffix))
    _close(data)
    for name in SECRET_FILES:
        _close(data / name)


def _create(path: Path, *, in_ours: bool) -> None:
    """An empty file, unless there is one or we cannot make one; ``in_ours`` also its directory.

    Root makes none in the directory of another user, who could not use it.
    """
    try:
        if in_ours:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.geteuid() != 0 or path.parent.stat().st_uid == 0:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return


def _close(path: Path) -> None:
    """Takes all permissions from other users, except of a directory that everybody shares."""
    try:
        status = path.lstat()
        shared = stat.S_ISLNK(status.st_mode) or status.st_mode & stat.S_ISVTX
        if status.st_uid == os.geteuid() and status.st_mode & OTHERS and not shared:
            path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)
    except OSError:
        return  # it does not exist, or a read-only disk keeps it as it is
