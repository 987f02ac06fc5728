"""Checks the space on the disks and the age of the backups."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from games.doctor.findings import Finding, Options, in_words, ok, problem, skipped, warning

GIGABYTE = 1_000_000_000
SCARCE, EMPTY = 1 * GIGABYTE, GIGABYTE // 10  # free bytes
OLD = timedelta(days=2)
TOO_OLD = timedelta(days=7)
BACKUPS = "*.backup"


def check_space(options: Options, now: datetime) -> Iterator[Finding]:
    """A finding for each disk that we write to, as far as it is on this machine."""
    seen: set[int] = set()
    for path in _directories():
        device = path.stat().st_dev
        if device not in seen:
            seen.add(device)
            yield _space(path, free=shutil.disk_usage(path).free)
    if not seen:
        yield skipped("disk", "No data is kept on this machine.")


def _directories() -> list[Path]:
    """The data directory, the directory of the database, and that of backups."""
    paths = [settings.DATA_DIR, settings.BACKUP_DIR]
    if connection.vendor == "sqlite":
        paths.append(Path(connection.settings_dict["NAME"]).parent)
    else:
        paths += _postgres_directory()
    return [path for path in paths if path.is_dir()]


def _postgres_directory() -> list[Path]:
    """Where PostgreSQL keeps its files, if it is on this machine and tells; else nothing."""
    host = connection.settings_dict["HOST"]
    if not (host.startswith("/") or host in ("", "localhost", "127.0.0.1", "::1")):
        return []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT setting FROM pg_settings WHERE name = 'data_directory'")
            row = cursor.fetchone()
        path = Path(row[0]) if row else None
        return [path] if path and path.is_dir() else []
    except (DatabaseError, OSError):
        return []


def _space(path: Path, *, free: int) -> Finding:
    text = f"{free / GIGABYTE:.1f} GB are free for {path}."
    if free > SCARCE:
        return ok("disk", text)
    level = warning if free > EMPTY else problem
    return level("disk", text, next_step="Delete what nobody needs, or get a larger disk: a full"
                                         " one stops the site.")


def check_backups(options: Options, now: datetime) -> Iterator[Finding]:
    """How old the newest backup is."""
    files = settings.BACKUP_DIR.glob(BACKUPS) if settings.BACKUP_DIR.is_dir() else ()
    times = [path.stat().st_mtime for path in files]
    if not times:
        yield warning("backups", f"There is no backup in {settings.BACKUP_DIR}.",
                      next_step=_back_up())
        return
    age = now - datetime.fromtimestamp(max(times), tz=UTC)
    which = f"The newest of {len(times)} backups" if len(times) > 1 else "The only backup"
    text = f"{which} is {in_words(age)} old."
    if age <= OLD:
        yield ok("backups", text)
    else:
        yield (problem if age > TOO_OLD else warning)("backups", text, next_step=_back_up())


def _back_up() -> str:
    return f"Run: {settings.COMMAND} backup, and let cron or a timer run it every day."
