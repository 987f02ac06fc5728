"""Files that survive a crash: written beside their place, then moved there in one step."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

WORKSPACE = ".backup-work-"
LEFT_BEHIND = timedelta(days=1)  # older workspaces belong to processes that were killed


@contextmanager
def workspace(folder: Path, *, now: datetime) -> Iterator[Path]:
    """A temporary directory in this folder, readable by us only."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for old in folder.glob(f"{WORKSPACE}*"):
        if old.stat().st_mtime < (now - LEFT_BEHIND).timestamp():
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=WORKSPACE, dir=folder) as made:
        yield Path(made)


def move(made: Path, place: Path) -> None:
    """Moves a finished file to its place; a crash leaves the old file or the new one."""
    with made.open("rb") as file:
        os.fsync(file.fileno())
    made.replace(place)
    sync(place.parent)


def sync(folder: Path) -> None:
    """Makes sure that the names in the folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def give_to_owner_of(old: Path, new: Path) -> None:
    """Gives the new file to the owner of the old one, or of its folder.

    When root restores a backup, the site must still be able to write its own files.
    """
    if os.geteuid() == 0:
        owner = (old if old.exists() else old.parent).stat()
        os.chown(new, owner.st_uid, owner.st_gid)
