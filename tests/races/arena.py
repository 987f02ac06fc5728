"""Where requests race: two threads with a connection each, and a database that is reset quickly.

The tables of the world are kept in a schema of their own, and those that one request has written in
another.  ``Arena.restore`` brings back whichever have been written since.  The sequences begin
again, and each request has chance of its own, so that the same acts always make the same rows.
"""

from __future__ import annotations

import random
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import connection, transaction

from games.table.play import log_cache
from tests import row_numbers

WRITING = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)')
NEW = 99_000_000_000_000  # the first id of rows that are made in a race; all others are lower
REFUSED = 400
NEW_IDS = re.compile(rf"\b{NEW // 100}\d\d\b")  # in which order they are made does not matter
PATIENCE = 20_000  # looks at a thread, a millisecond or more apart
GATE = ("SELECT 1 FROM games_game ORDER BY id FOR NO KEY UPDATE",
        "SELECT 1 FROM games_user ORDER BY id FOR NO KEY UPDATE")
SCHEMAS = ("world", "later")
KEPT_TABLES = ("django_migrations", "django_content_type", "auth_permission")
LEFT_OUT = ("games_session",)  # a session is signed and encoded anew whenever it is stored
# Columns
BY_CHANCE = ("'{identity, message_id, password, raw, sealed_code, sealed_secret, secret_hash}'"
             "::text[]")


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent, with a name from which its chance follows; returns the status."""

    name: str
    send: Callable[[], int]



@dataclass(frozen=True, slots=True)
class Outcome:
    """The statuses of both answers, and the rows by which the database differs from the world."""

    statuses: tuple[int, ...]
    rows: tuple[str, ...]

    @property
    def result(self) -> tuple[tuple[bool, ...], tuple[str, ...]]:
        """Who was let do it, and the rows: whoever comes too late is refused in several ways."""
        return tuple(status < REFUSED for status in self.statuses), self.rows


class Runner:
    """A thread with a connection to the database, which notes what it writes and where it waits."""

    def __init__(self, arena: Arena):
        self._arena = arena
        self._pool = ThreadPoolExecutor(1)
        self._pool.submit(self._begin).result()
        self.chance = random.Random()
        self.pid = 0

    def _begin(self) -> None:
        connection.execute_wrappers.append(self._note)
        self._arena.runners[threading.get_ident()] = self

    def _note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool,
              context: dict[str, Any]) -> Any:
        self.pid = connection.connection.info.backend_pid
        if written := WRITING.match(sql):
            self._arena.dirty.add(written[1])
        try:
            return execute(sql, params, many, context)
        except Exception as error:
            if isinstance(error.__cause__, psycopg.errors.DeadlockDetected):
                self._arena.deadlocks.append(sql)
            raise

    def start(self, request: Request) -> Future[int]:
        self.chance.seed(request.name)
        return self._pool.submit(self._run, request)

    def _run(self, request: Request) -> int:
        status = request.send()
        assert not connection.in_atomic_block
        return status

    def close(self) -> None:
        self._pool.submit(lambda: connection.close()).result()
        self._pool.shutdown()


class Arena:
    """A world in the database, in which two requests are sent one after the other or at once."""

    def __init__(self) -> None:
        self.runners: dict[int, Runner] = {}
        self.dirty: set[str] = set()
        self.deadlocks: list[str] = []
        _query(f"ALTER DATABASE {connection.settings_dict['NAME']} SET deadlock_timeout = '50ms'")
        self._numbered = _numbered_tables()
        self._later: set[str] = set()
        self._sequences: dict[str, int] = {}
        self._later_sequences: dict[str, int] = {}
        self.pair = (Runner(self), Runner(self))

    def give_chances(self, patch: pytest.MonkeyPatch) -> None:
        """Give each of the two threads chance of its own."""
        for name in ("token_bytes", "token_hex", "choice", "randbelow"):
            patch.setattr(secrets, name, self._chance(name, getattr(secrets, name)))

    def _chance(self, name: str, usual: Callable[..., Any]) -> Callable[..., Any]:
        methods = {"token_bytes": lambda chance, size=32: chance.randbytes(size or 32),
                   "token_hex": lambda chance, size=32: chance.randbytes(size or 32).hex(),
                   "choice": random.Random.choice, "randbelow": random.Random.randrange}

        def drawn(*args: Any) -> Any:
            runner = self.runners.get(threading.get_ident())
            return usual(*args) if runner is None else methods[name](runner.chance, *args)

        return drawn

    # ---------- the world ----------
    def keep(self) -> None:
        """Keep all tables as they are now; rows that are made from now on have other numbers."""
        for schema in SCHEMAS:
            _query(f"DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}")
        for table in self._tables():
            _query(f'CREATE TABLE world."{table}" AS TABLE "{table}"')
        self.dirty.update(self._tables())
        self._sequences = dict.fromkeys(self._numbered, NEW)
        self.restore()

    @staticmethod
    def _tables() -> list[str]:
        names = connection.introspection.django_table_names(only_existing=True)
        return [name for name in names if name not in KEPT_TABLES]

    def restore(self, *, after: bool = False) -> None:
        """Undo whatever has been written since the world was kept, or since ``go_on_from``."""
        from_later = self._later if after else set()
        with transaction.atomic():
            _query("SET LOCAL session_replication_role = replica")
            for table in self.dirty:
                schema = "later" if table in from_later else "world"
                _query(f'DELETE FROM "{table}"')  # noqa: S608 - our own names
                _query(f'INSERT INTO "{table}" TABLE {schema}."{table}"')
            values = self._later_sequences if after else self._sequences
            known = [name for name in self.dirty if name in values]
            _query("SELECT setval(pg_get_serial_sequence(name, 'id'), value, false)"
                   " FROM unnest(%s::text[], %s::bigint[]) AS each(name, value)",
                   known, [values[name] for name in known])
        self.dirty.clear()
        self.dirty.update(from_later)
        self.deadlocks.clear()
        cache.clear()
        log_cache.forget()

    def go_on_from(self, request: Request) -> int:
        """Restore the world and send this request; ``restore`` can then return to this moment."""
        self.restore()
        status = self.pair[0].start(request).result()
        self._later = {*self.dirty}
        _query("DROP SCHEMA later CASCADE; CREATE SCHEMA later")
        for table in self._later:
            _query(f'CREATE TABLE later."{table}" AS TABLE "{table}"')
        self._later_sequences = self._sequences | dict(_query(
            "SELECT name, nextval(pg_get_serial_sequence(name, 'id'))"
            " FROM unnest(%s::text[]) AS name", [*self._later & self._numbered]))
        return status

    def clear(self) -> None:
        """Empty all tables."""
        with transaction.atomic():
            _query("SET LOCAL session_replication_role = replica")
            _query("TRUNCATE " + ", ".join(f'"{table}"' for table in self._tables()))
        row_numbers.start_high()
        self.dirty.clear()

    def changes(self) -> tuple[str, ...]:
        """Return the rows that have been written or deleted since the world was kept."""
        parts = []
        for table in sorted(self.dirty.difference(LEFT_OUT)):
            now, before = (
                f'SELECT (to_jsonb(t) - {BY_CHANCE})::text FROM {schema}."{table}" t'  # noqa: S608
                for schema in ("public", "world"))
            parts += [f"SELECT '{sign} {table} ' || r"  # noqa: S608
                      f" FROM ({one} EXCEPT ALL {other}) AS d(r)"
                      for sign, one, other in (("+", now, before), ("-", before, now))]
        rows = _query(" UNION ALL ".join(parts)) if parts else []
        return tuple(sorted(NEW_IDS.sub("new", row) for (row,) in rows))

    # ---------- the requests ----------
    def alone(self, request: Request) -> tuple[str, ...]:
        """Restore the world, send only this request, and return the rows."""
        self.restore()
        self.pair[0].start(request).result()
        return self.changes()

    def then(self, status: int, request: Request) -> Outcome:
        """Send this request after that of ``go_on_from``, which was answered with this status."""
        self.restore(after=True)
        second = self.pair[1].start(request).result()
        return Outcome((status, second), self.changes())

    def at_once(self, *requests: Request) -> Outcome:
        """Restore the world, and send both: each has read what it wants when both get their locks.

        All games and people are locked until both requests wait for one of them, or have been
        answered.  Then they get the locks in the order of the requests.
        """
        self.restore()
        with self._gate():
            running = []
            for runner, request in zip(self.pair, requests, strict=True):
                running.append(runner.start(request))
                self._let_run(runner, running[-1])
        statuses = [each.result(60) for each in running]
        return Outcome(tuple(statuses), self.changes())

    @staticmethod
    @contextmanager
    def _gate() -> Iterator[None]:
        with transaction.atomic():
            for statement in GATE:
                _query(statement)
            yield

    @staticmethod
    def _let_run(runner: Runner, running: Future[int]) -> None:
        """Wait until the request is answered or waits for a lock."""
        for _look in range(PATIENCE):
            if running.done() or (runner.pid and _query(
                    "SELECT 1 FROM pg_locks WHERE NOT granted AND pid = %s", runner.pid)):
                return
            time.sleep(0.001)
        raise AssertionError("The request neither waits for a lock nor is answered.")

    def close(self) -> None:
        for runner in self.pair:
            runner.close()
        for schema in SCHEMAS:
            _query(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
        connection.close()


def _query(sql: str, *params: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params or None)
        return cursor.fetchall() if cursor.description else []


def _numbered_tables() -> set[str]:
    """Return the tables whose rows get their ids from a sequence."""
    return {name for (name,) in _query(
        "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public'"
        " AND column_name = 'id' AND is_identity = 'YES' AND data_type = 'bigint'")}
