"""Other machines in tests: a database and a data directory of their own, used by commands."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from tests.commands import run_command
from tests.concurrency import database_url
from tests.migrating import migrate_to, migrate_to_newest
from tests.with_servers import program


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine with the site's code, on which only commands run."""

    url: str
    data: Path

    @property
    def key(self) -> Path:
        return self.data / "secret-key"

    @property
    def database(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.url.removeprefix("sqlite:///"))

    def has_tables(self) -> bool:
        """Whether anything was ever put into the SQLite database."""
        with closing(sqlite3.connect(self.database)) as opened:
            return opened.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,)

    def start(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Runs a management command to its end, whatever that is."""
        environment = {"PATH": os.environ["PATH"], "ALEXANDROS_DATA": str(self.data),
                       "DATABASE_URL": self.url, **variables}
        return run_command(*arguments, environment=environment)

    def manage(self, *arguments: str, **variables: str) -> str:
        """The output of a management command that must succeed."""
        ended = self.start(*arguments, **variables)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def refusal(self, *arguments: str, **variables: str) -> str:
        """The sentence with which a management command refuses."""
        ended = self.start(*arguments, **variables)
        assert ended.returncode == 1, ended.stdout
        assert "Traceback" not in ended.stderr, ended.stderr
        return ended.stderr.strip()


@contextmanager
def empty_machine(data: Path, *, name: str = "machine") -> Iterator[Machine]:
    """A machine with an empty database of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        yield sqlite_machine(data)
        return
    with _postgresql_database(name) as url:
        yield Machine(url, data)


@contextmanager
def copied_machine(original: Machine, data: Path) -> Iterator[Machine]:
    """A machine whose data and database are copies of another's."""
    shutil.copytree(original.data, data)
    if connection.vendor == "sqlite":
        yield sqlite_machine(data)
        return
    with _postgresql_database("machine", f"TEMPLATE {original.url.rpartition('/')[2]}") as url:
        yield Machine(url, data)


@contextmanager
def _postgresql_database(name: str, option: str = "") -> Iterator[str]:
    """Within the block, there is a database at this URL, made with this option."""
    url, name = database_url(), f"{name}_{os.getpid()}"
    psql = [program("psql"), "--quiet", "--set", "ON_ERROR_STOP=1", url, "-c"]
    subprocess.run([*psql, f"CREATE DATABASE {name} {option}"], check=True)
    try:
        yield f"{url.rpartition('/')[0]}/{name}"
    finally:
        subprocess.run([*psql, f"DROP DATABASE {name}"], check=True)


def sqlite_machine(data: Path) -> Machine:
    """A machine without any files."""
    return Machine(f"sqlite:///{data / 'alexandros.sqlite3'}", data)


def make_backup(folder: Path, *, migrated_to: str = "") -> Path:
    """A backup of the tests' own site; of an older release, if a migration is named."""
    folder.mkdir()
    if migrated_to:
        migrate_to(migrated_to)
    try:
        call_command("backup", to=folder)
    finally:
        if migrated_to:
            migrate_to_newest()
    [made] = folder.glob("*.backup")
    return made


def people(machine: Machine) -> str:
    """The addresses of all people on the machine."""
    return " ".join(email for (email,) in rows(machine, "SELECT email FROM games_user"))


def rows(machine: Machine, query: str) -> list[tuple[str, ...]]:
    with connected(machine) as database:
        return database.execute(query).fetchall()


@contextmanager
def connected(machine: Machine) -> Iterator[Any]:
    """Within the block, another program has the machine's database open."""
    if machine.url.startswith("sqlite"):
        opened = closing(sqlite3.connect(machine.database))
    else:
        opened = closing(import_module("psycopg").connect(machine.url))
    with opened as database:
        database.execute("SELECT count(*) FROM games_user").fetchone()
        yield database
