"""Size: pages, sweeps and tasks in a database with many games, compared with a hundred.

    createdb size
    DATABASE_URL=postgresql://alexandros@localhost/size SIZE_GAMES=100000 python -m tests.bench size

PostgreSQL only.  Beside the database of DATABASE_URL it makes two, filled by ``manage.py fill``;
those that are there already, from an earlier run, are used again.  Each is served by a process of
its own, and the processes take turns.  A figure is the least of some rounds: CPU time of Python
and PostgreSQL if that runs on this machine, otherwise the time that passes.  Nothing that a request
changes is kept: its transaction is rolled back.  SIZE_ONLY=lobby measures only what has this word
in its name.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.bench.measurement import Fact

ROOT = Path(__file__).parents[2]
SMALL = 100
LARGE = int(os.environ.get("SIZE_GAMES", "10000"))
ROUNDS = int(os.environ.get("SIZE_ROUNDS", "7"))
ONLY = os.environ.get("SIZE_ONLY", "")
AIM = 1.3  # times as long, at most


@dataclass(frozen=True, slots=True)
class Ratio:
    """How much longer something takes in the large database; times in seconds."""

    name: str
    small: float
    large: float
    in_database: float  # seconds of ``large`` that the database took

    def __str__(self) -> str:
        missed = f"  (aim {AIM:g}, MISSED)" if self.ratio > AIM else ""
        return (f"{self.name:58} {self.small * 1e3:8.1f} ms {self.large * 1e3:8.1f} ms"
                f" (PostgreSQL {self.in_database * 1e3:.1f} ms) {self.ratio:6.2f} times{missed}")

    @property
    def ratio(self) -> float:
        return self.large / self.small


class Process:
    """A process that measures what it is asked to, in one database."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self._process = stack.enter_context(subprocess.Popen(
            [sys.executable, "-m", "tests.bench.sized_site"], cwd=ROOT, text=True,
            env={**os.environ, "DATABASE_URL": url}, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE))
        self.names = self._answer()

    def ask(self, name: str) -> tuple[float, float]:
        """Does this once; returns the seconds it took, and those of the database."""
        assert self._process.stdin is not None  # it is a pipe
        self._process.stdin.write(name + "\n")
        self._process.stdin.flush()
        seconds, in_database = map(float, self._answer())
        return seconds, in_database

    def _answer(self) -> list[str]:
        assert self._process.stdout is not None  # it is a pipe
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("The process that measures has ended; its error is above.")
        return line.rstrip("\n").split("\t")


def run() -> Iterator[Ratio | Fact]:
    """Yields one figure for every kind of work, the ones with the worst ratio last."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield Fact("left out", "", "it needs DATABASE_URL with a PostgreSQL")
        return
    urls = [_filled(url, games) for games in (SMALL, LARGE)]
    with ExitStack() as stack:
        small, large = (Process(each, stack) for each in urls)
        names = [name for name in small.names if ONLY in name]
        yield from sorted((_measure(name, small, large) for name in names),
                          key=lambda figure: figure.ratio)
        yield Fact("games in the two databases", f"{SMALL}, {LARGE}")


def _measure(name: str, small: Process, large: Process) -> Ratio:
    for process in (small, large):
        process.ask(name)  # fills caches
    rounds = [(small.ask(name)[0], *large.ask(name)) for _ in range(ROUNDS)]
    fast, slow, queries = (min(values) for values in zip(*rounds, strict=True))
    return Ratio(name, fast, slow, queries)


def _filled(url: str, games: int) -> str:
    """The URL of a database with this many games, which is made if it is not there."""
    parts = urlsplit(url)
    name = f"{parts.path.strip('/')}_{games}"
    made = urlunsplit(parts._replace(path=f"/{name}"))
    with psycopg.connect(url, autocommit=True) as connection:
        known = connection.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        if known.fetchone() is None:
            connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(
                psycopg.sql.Identifier(name)))
            _manage(made, "migrate")
            _manage(made, "fill", "--games", str(games))
    return made


def _manage(url: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True,
                   env={**os.environ, "DATABASE_URL": url}, stdout=subprocess.DEVNULL)
