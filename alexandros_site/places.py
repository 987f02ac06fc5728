"""Places of the site's own files and the operator's data, in a checkout or once installed.

A checkout keeps everything together.  An installed package brings its templates and texts inside
the package, and keeps data where the operating system wants a user's data.

Other users of the machine are kept out of the data directory (R22): anybody who can read the
database sees all hands, and anybody who can read the secret key can sign in as any user.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
SHIPPED = PACKAGE / "shipped"  # where the wheel puts what a checkout has beside the packages


def is_checkout() -> bool:
    """Return whether the code runs from a checkout rather than from an installed package."""
    return (CHECKOUT / "manage.py").is_file()


def command() -> str:
    """Return the words that an operator writes before the name of a command."""
    return "python manage.py" if is_checkout() else "alexandros"


def base_directory() -> Path:
    """Return the directory that contains ``templates``, ``locale`` and ``docs``."""
    return CHECKOUT if is_checkout() else SHIPPED


def data_directory(chosen: str) -> Path:
    """Return the directory of the database and the secret key; ``chosen`` is "" by default."""
    if chosen:
        return Path(chosen).resolve()
    return CHECKOUT / "data" if is_checkout() else user_data_path("alexandros", appauthor=False)


def static_directory(data: Path) -> Path:
    """Return the directory in which static files are collected."""
    # An installed package may be read-only.
    return CHECKOUT / "staticfiles" if is_checkout() else data / "staticfiles"


SECRET_FILES = ("secret-key", "instance.lock")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def protect(data: Path, database: Path | None) -> None:
    """Make the data directory and its files private; ``database`` is SQLite's file.

    A database that does not exist is created as an empty file.
    """
    if database is not None:
        # SQLite gives its own files the permissions of the database, and would create that as the
        # umask says.
        _create(database, in_ours=database.parent == data)
        for suffix in ("", "-wal", "-shm", "-journal"):
            _close(database.with_name(database.name + suffix))
    _close(data)
    for name in SECRET_FILES:
        _close(data / name)


def _create(path: Path, *, in_ours: bool) -> None:
    """Create an empty file, unless there is one; with ``in_ours`` also its directory."""
    try:
        if in_ours:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Root makes none in the directory of another user, who could not use it.
        if os.geteuid() != 0 or path.parent.stat().st_uid == 0:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return


def _close(path: Path) -> None:
    """Take all permissions from other users, except of a directory that everybody shares."""
    try:
        status = path.lstat()
        shared = stat.S_ISLNK(status.st_mode) or status.st_mode & stat.S_ISVTX
        if status.st_uid == os.geteuid() and status.st_mode & OTHERS and not shared:
            path.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS)
    except OSError:
        return  # it does not exist, or a read-only disk keeps it as it is
