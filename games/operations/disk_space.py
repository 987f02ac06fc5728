"""The disks that the service writes to, as far as they are on this machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

GIGABYTE = 1_000_000_000
SCARCE, EMPTY = 1 * GIGABYTE, GIGABYTE // 10  # free bytes


def places() -> list[Path]:
    """Return the data directory and, with SQLite, the directory of the database."""
    paths = [Path(settings.DATA_DIR)]
    if connection.vendor == "sqlite":
        paths.append(Path(connection.settings_dict["NAME"]).parent)
    return paths


def postgres_directory() -> list[Path]:
    """Return PostgreSQL's directory if the server is on this machine and tells us; else []."""
    if connection.vendor != "postgresql":
        return []
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


def free(paths: Iterable[Path]) -> dict[Path, int]:
    """Return the free bytes of each disk, by the first of the directories that is on it."""
    found: dict[int, tuple[Path, int]] = {}
    for path in paths:
        if path.is_dir():
            found.setdefault(path.stat().st_dev, (path, shutil.disk_usage(path).free))
    return dict(found.values())
