"""The backup file: a ZIP archive with the database, the secret key and a manifest.

The database is always an SQLite file, whichever database the site runs on, so that every backup
can be checked without a server and restored into either database.  Files are written beside their
place, then moved there in one step, so that they survive a crash.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.text import slugify


class BackupFailure(Exception):
    """A backup that was not made or not restored; the message says why and what to do."""


FORMAT = 1
MANIFEST, DATABASE, KEY = "manifest.json", "database.sqlite3", "secret-key"
MEMBERS = (DATABASE, KEY)
PUSH_KEY = "vapid-key"  # of older backups; since then, it is in the database
CHUNK = 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a backup.

    ``version`` is the site's and ``engine`` the database it ran on.  ``migrations`` are those
    that had been applied, as [app, name].  ``rows`` counts the rows of each table.  ``faults``
    are the rows of the log that did not pass the check when the backup was made, as
    [code, number, reason].  ``digests`` are the SHA-256 digests of the other members.
    """

    made_at: str
    version: str
    engine: str
    migrations: list[list[str]]
    rows: dict[str, int]
    faults: list[list[Any]]
    digests: dict[str, str]
    format: int = FORMAT

    @property
    def members(self) -> tuple[str, ...]:
        """The names of the other members."""
        return (*MEMBERS, PUSH_KEY) if PUSH_KEY in self.digests else MEMBERS

    @property
    def time(self) -> datetime:
        """The time at which the backup was made."""
        return datetime.fromisoformat(self.made_at)


def site_version() -> str:
    """Return the version of the site's code, installed or as a source directory."""
    try:
        return metadata.version(slugify(settings.SITE_NAME))
    except metadata.PackageNotFoundError:
        project = Path(settings.BASE_DIR) / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write(path: Path, folder: Path, *, manifest: Manifest) -> None:
    """Pack the members in the folder and the manifest into a new file, and verify the file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
        for name in manifest.members:
            packed.write(folder / name, name)
    extract(path, None)


def read_manifest(path: Path) -> Manifest:
    """Return the manifest of a backup; raise BackupFailure if we cannot read the backup."""
    try:
        with zipfile.ZipFile(path) as packed:
            values = json.loads(packed.read(MANIFEST))
            if values["format"] > FORMAT:
                raise newer(str(values.get("version", "")))
            return Manifest(**values)
    except FileNotFoundError:
        raise BackupFailure(f"There is no file {path}.") from None
    except OSError as error:
        raise BackupFailure(f"{path} cannot be read: {error.strerror}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError,
            NotImplementedError, RuntimeError):
        raise BackupFailure(
            f"{path} is not a complete backup of {settings.SITE_NAME}: it may have been cut short"
            " while it was copied. Copy it again, or use another backup."
        ) from None


def newer(version: str) -> BackupFailure:
    """Return the failure for data that a later version of the site has written."""
    return BackupFailure(
        f"The data are from a newer version of {settings.SITE_NAME} ({version}) than the one"
        f" installed here ({site_version()}). Install that version, then try again."
    )


def extract(path: Path, folder: Path | None) -> Manifest:
    """Unpack a backup into the folder, or only read it, and compare the digests.

    Raises BackupFailure if anything is damaged.
    """
    manifest = read_manifest(path)
    for name in manifest.members:
        if _extract(path, name, folder) != manifest.digests.get(name):
            raise BackupFailure(
                f"{path} is damaged: its {name} is not what was written into it. Copy it again,"
                " or use another backup."
            )
    return manifest


def _extract(path: Path, name: str, folder: Path | None) -> str:
    """Unpack one member; return its digest, "" if it cannot be unpacked."""
    found = hashlib.sha256()
    try:
        with (zipfile.ZipFile(path) as packed, packed.open(name) as member,
              Path(folder / name if folder else os.devnull).open("wb") as out):
            while chunk := member.read(CHUNK):
                found.update(chunk)
                out.write(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError):
        return ""
    return found.hexdigest()


WORKSPACE = ".backup-work-"
LEFT_BEHIND = timedelta(days=1)  # older workspaces belong to processes that were killed


@contextmanager
def workspace(folder: Path, *, now: datetime) -> Iterator[Path]:
    """Make a temporary directory in this folder, readable by us only, for the block."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in folder.glob(f"{WORKSPACE}*"):
        if old.stat().st_mtime < (now - LEFT_BEHIND).timestamp():
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=WORKSPACE, dir=folder) as made:
        yield Path(made)


def move(made: Path, place: Path) -> None:
    """Move a finished file to its place; a crash leaves the old file or the new one."""
    with made.open("rb") as file:
        os.fsync(file.fileno())
    made.replace(place)
    sync(place.parent)


def sync(folder: Path) -> None:
    """Write the names in the folder to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def give_to_owner_of(old: Path, new: Path) -> None:
    """Give the new file to the owner of the old one, or of its folder."""
    # When root restores a backup, the site must still be able to write its own files.
    if os.geteuid() == 0:
        owner = (old if old.exists() else old.parent).stat()
        os.chown(new, owner.st_uid, owner.st_gid)
