"""Making a backup: a checked copy of the database and the secret key in one file (R25)."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError
from django.db.migrations.exceptions import MigrationSchemaMissing
from django.utils.text import slugify

from games.base import fault_points
from games.operations.backups import archive, databases, site_database
from games.operations.backups.archive import (
    DATABASE,
    KEY,
    MEMBERS,
    BackupFailure,
    Manifest,
)

FULL = "disk is full"  # so SQLite says it, about the copy that it writes
NAMES = f"{slugify(settings.SITE_NAME)}-*.backup"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup file that has been made and checked."""

    path: Path
    manifest: Manifest

    @property
    def games(self) -> int:
        return self.manifest.rows.get("games_game", 0)


def make(*, now: datetime, to: Path | None = None) -> Backup:
    """Make a backup, by default in ``settings.BACKUP_DIR``, while the site may be running.

    The file gets its name only when it is complete and checked.  Games that fail the check are
    listed in its manifest.
    """
    try:
        place = _place(to, now)
    except OSError as error:
        raise BackupFailure(f"The backup cannot be written to {to}: {error}.") from error
    try:
        with archive.workspace(place.parent, now=now) as work:
            manifest = _pack(work, now)
            made = work / "backup"
            archive.write(made, work, manifest=manifest)
            made.chmod(0o600)
            fault_points.reached("backup.written")
            archive.move(made, place)
    except OSError as error:
        raise BackupFailure(f"The backup cannot be written to {place.parent}: {error}.") from error
    except (OperationalError, sqlite3.OperationalError, MigrationSchemaMissing) as error:
        if FULL not in str(error):
            raise
        raise BackupFailure(
            f"The disk with {place.parent} is full. Delete what nobody needs, or choose another"
            " folder with --to or ALEXANDROS_BACKUPS."
        ) from error
    return Backup(place, manifest)


def _place(to: Path | None, now: datetime) -> Path:
    """Return the path of the new backup; raise BackupFailure if the file exists already."""
    if to is None or to.is_dir():
        folder = to or Path(settings.BACKUP_DIR)
        name = f"{slugify(settings.SITE_NAME)}-{now.astimezone(UTC):%Y%m%d-%H%M%S}"
        names = [f"{name}.backup", *(f"{name}-{number}.backup" for number in range(2, 100))]
        return next(folder / name for name in names if not (folder / name).exists())
    if to.exists():
        raise BackupFailure(f"There is a file {to} already. Choose another name.")
    return to.resolve()


def _pack(work: Path, now: datetime) -> Manifest:
    """Copy the database and the secret key into the folder and check them; return the manifest."""
    here, copy = site_database.site(), work / DATABASE
    here.copy_to(copy)
    (work / KEY).write_text(settings.SECRET_KEY, encoding="utf-8")
    databases.check_file(copy)
    with databases.opened_as_default(copy):
        databases.check_has_tables()
        nodes, behind = databases.applied(), databases.is_behind()
    return Manifest(
        made_at=now.astimezone(UTC).isoformat(timespec="seconds"), version=archive.site_version(),
        engine=here.engine, migrations=[list(node) for node in nodes],
        rows=databases.row_counts(copy), faults=_faults(copy, behind=behind),
        digests={name: archive.digest(work / name) for name in MEMBERS},
    )


def _faults(copy: Path, *, behind: bool) -> list[list[Any]]:
    """Return the faults of the games, after migrating a copy of an older database."""
    checked = copy
    if behind:
        checked = copy.with_name("migrated.sqlite3")
        shutil.copy(copy, checked)
    with databases.opened_as_default(checked):
        if behind:
            call_command("migrate", verbosity=0, interactive=False)
        return databases.faults()


def delete_old(newest: Path, *, keep: int) -> list[Path]:
    """Delete backups beside the newest one until ``keep`` are left; return the deleted ones.

    Deletes only files that have our names and that are backups of this site.
    """
    beside = [path for path in newest.parent.glob(NAMES) if path != newest and _is_ours(path)]
    old = sorted(beside, key=lambda path: path.name, reverse=True)[keep - 1:]
    for path in old:
        path.unlink()
    return old


def _is_ours(path: Path) -> bool:
    try:
        archive.read_manifest(path)
    except BackupFailure:
        return False
    return True
