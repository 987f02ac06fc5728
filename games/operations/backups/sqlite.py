"""The site's database if it is SQLite: copying it while it is used, and replacing it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from django.db import connection

from games.base import fault_points
from games.operations.backups import databases, files
from games.operations.backups.archive import BackupFailure

BESIDE = ("-wal", "-shm", "-journal")  # files that belong to the database of this name
TIMEOUT = 20.0  # seconds to wait for a writer


class SqliteSite:
    """The SQLite file that the site uses."""

    engine = "sqlite"

    def __init__(self) -> None:
        self.path = Path(connection.settings_dict["NAME"]).resolve()

    @property
    def folder(self) -> Path:
        """The folder in which a copy can replace the database in one step."""
        return self.path.parent

    def copy_to(self, path: Path) -> None:
        """Copies the database as it is at one moment; people can go on playing."""
        try:
            with (closing(sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True,
                                          timeout=TIMEOUT)) as here,
                  closing(sqlite3.connect(path)) as there):
                here.backup(there)
                there.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:
            raise BackupFailure(
                f"The database {self.path} cannot be read ({error}). Set DATABASE_URL or"
                " ALEXANDROS_DATA to where the site keeps its data."
            ) from error

    def check_unused(self) -> None:
        """Raises BackupFailure if another program has the database open."""
        if self.path.exists() and not self.is_damaged():
            with self._alone():
                pass

    def is_damaged(self) -> bool:
        """Whether the file exists but is not a database that can be read."""
        connection.close()
        try:
            with closing(sqlite3.connect(self.path, timeout=TIMEOUT)) as database:
                return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
        except sqlite3.OperationalError:
            return False  # somebody else uses it
        except sqlite3.DatabaseError:
            return True

    def is_empty(self) -> bool:
        """Whether nothing would be lost with the database."""
        if not self.path.exists():
            return True
        return not self.is_damaged() and not databases.has_people_or_games()

    def install(self, copy: Path, *, now: datetime) -> Path | None:
        """Replaces the database by the copy; a crash leaves the old one or the new one.

        Returns where the old files are kept if they were damaged, else None.
        """
        connection.close()
        files.give_to_owner_of(self.path, copy)
        if not self.path.exists():
            self._replace(copy)
            return None
        if self.is_damaged():
            kept = self._keep_damaged(now)
            self._replace(copy)
            return kept
        with self._alone():
            self._replace(copy)
        return None

    def _replace(self, copy: Path) -> None:
        """Removes what belongs to the old database, then puts the copy in its place.

        In the other order, a crash would leave the new database beside the old one's -wal file,
        and SQLite would write that into it.
        """
        for suffix in BESIDE:
            self._beside(suffix).unlink(missing_ok=True)
        files.sync(self.folder)
        fault_points.reached("restore.alone")
        files.move(copy, self.path)
        fault_points.reached("restore.moved")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Within the block, nobody else can use the database, and all of it is in one file."""
        try:
            with closing(sqlite3.connect(self.path, timeout=1, isolation_level=None)) as database:
                database.execute("PRAGMA locking_mode=EXCLUSIVE")
                # Writes the -wal file into the database and deletes it.
                database.execute("PRAGMA journal_mode=DELETE")
                database.execute("BEGIN EXCLUSIVE")
                yield
        except sqlite3.OperationalError as error:
            raise BackupFailure(
                f"Another program has the database {self.path} open ({error}). Stop the site and"
                " everything else that uses it, then run this command again."
            ) from error

    def _keep_damaged(self, now: datetime) -> Path:
        kept = self.folder / f"damaged-{now:%Y%m%d-%H%M%S}"
        kept.mkdir(mode=0o700, exist_ok=True)
        for suffix in ("", *BESIDE):
            if self._beside(suffix).exists():
                shutil.copy2(self._beside(suffix), kept)
        files.sync(kept)
        return kept

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)
