"""On PostgreSQL, every test fails whose transactions lock rows in another order than documented.

``games/base/locks.py`` documents it: games, then people, each by ascending id, then everything
else.  A row that a transaction has locked already may be locked again at any time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

LOCKING = re.compile(r'FROM "(\w+)".* FOR (?:NO KEY )?UPDATE(?: OF "(\w+)"(?:, "(\w+)")?)?', re.S)
SAVEPOINT = re.compile(r"(ROLLBACK TO )?SAVEPOINT (\S+)")
WRITING = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
RANKS = {"games_game": 0, "games_user": 1}
ALL_ELSE = 2


@dataclass
class Transaction:
    """What one transaction has locked: the rows of games and people, and its highest rank."""

    rows: set[tuple[int, Any]] = field(default_factory=set)
    last: tuple[int, Any] = (0, 0)
    savepoints: dict[str, tuple[set[tuple[int, Any]], tuple[int, Any]]] = field(
        default_factory=dict)

    def save(self, name: str) -> None:
        self.savepoints[name] = {*self.rows}, self.last

    def roll_back(self, name: str) -> None:
        """Forget what was locked since this savepoint: PostgreSQL has freed it."""
        if name in self.savepoints:
            self.rows, self.last = {*self.savepoints[name][0]}, self.savepoints[name][1]


@dataclass
class Recorder:
    """The transactions of all connections, and how they have broken the order."""

    transactions: dict[Any, Transaction] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)
    unlocked: list[str] = field(default_factory=list)  # statements, see ``_tables_of_people``
    base: int | None = None  # how many savepoints are the test's own; None without a transaction

    def begin(self, savepoints: Sequence[Any] | None) -> None:
        self.transactions.clear()
        self.mistakes.clear()
        self.unlocked.clear()
        self.base = None if savepoints is None else len(savepoints)

    def note(self, database: BaseDatabaseWrapper, sql: str, cursor: Any) -> None:
        if (written := WRITING.match(sql)) and written[1] in _tables_of_people():
            held = self.transactions.get(self._key(database)) if database.in_atomic_block else None
            if held is None or not held.rows:
                self.unlocked.append(sql)
        found, saved = LOCKING.search(sql), SAVEPOINT.match(sql)
        if not (found or saved) or not database.in_atomic_block:
            return
        key = self._key(database)
        if key is None:
            return
        if saved:
            held = self.transactions.setdefault(key, Transaction())
            (held.roll_back if saved[1] else held.save)(saved[2])
        if not found:
            return
        tables = [found[2], found[3]] if found[2] else [found[1]]
        transaction = self.transactions.setdefault(key, Transaction())
        for table in filter(None, tables):
            rank = RANKS.get(table, ALL_ELSE)
            if rank == ALL_ELSE:
                transaction.last = max(transaction.last, (ALL_ELSE, 0))
                continue
            for row in self._ids(cursor) if table == found[1] else ():
                if (rank, row) in transaction.rows:
                    continue
                if (rank, row) < transaction.last and " SKIP LOCKED" not in sql:
                    self.mistakes.append(f"{(rank, row)} after {transaction.last}: {sql}")
                transaction.rows.add((rank, row))
                transaction.last = max(transaction.last, (rank, row))

    def _key(self, database: BaseDatabaseWrapper) -> Any:
        """The transaction: in a test within one, the outermost savepoint after the test's own."""
        if self.base is None:
            return database.connection.execute("SELECT pg_current_xact_id()::text").fetchone()[0]
        return next(iter(database.savepoint_ids[self.base:]), None)

    @staticmethod
    def _ids(cursor: Any) -> list[Any]:
        """The ids of the rows, in their order; the caller can still read them."""
        rows = cursor.fetchall()
        if rows:
            cursor.scroll(0, mode="absolute")
        return [row[0] for row in rows]


    @property
    def ranks(self) -> set[int]:
        """The ranks of the games and people that have been locked."""
        return {rank for each in self.transactions.values() for rank, _ in each.rows}


@lru_cache(maxsize=1)
def _tables_of_people() -> frozenset[str]:
    """The tables whose rows refer to people, which only those write who hold a game or a person."""
    user = get_user_model()
    return frozenset(model._meta.db_table for model in apps.get_app_config("games").get_models()
                     if any(field.related_model is user for field in model._meta.fields))


recorder = Recorder()


def _wrapper(database: BaseDatabaseWrapper) -> Callable[..., Any]:
    def execute(execute: Callable[..., Any], sql: str, params: Any, many: bool,
                context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        recorder.note(database, str(sql), context["cursor"])
        return result

    return execute


def _watch(sender: Any, connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql" and not getattr(connection, "watched", False):
        connection.watched = True  # type: ignore[attr-defined]
        connection.execute_wrappers.append(_wrapper(connection))


connection_created.connect(_watch)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fails the test if rows were locked in a wrong order while it ran."""
    recorder.begin(connection.savepoint_ids if connection.in_atomic_block else None)
    result = yield
    assert not recorder.mistakes, recorder.mistakes
    return result
