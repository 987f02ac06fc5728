"""Allows the test database to be emptied although rows of the log cannot be deleted.

After a test with real transactions, Django empties all tables.  Only while it does so, the
triggers that protect the log are removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from django.db import connections
from django.test import TransactionTestCase

guards = import_module("games.migrations.0002_append_only_log")


@pytest.fixture(autouse=True, scope="session")
def _log_can_be_emptied() -> Iterator[None]:
    original = TransactionTestCase._fixture_teardown

    def empty(self: TransactionTestCase) -> None:
        names = self._databases_names(include_mirrors=False)
        for name in names:
            guards.unguard(connections[name])
        original(self)
        for name in names:
            guards.guard(connections[name])

    TransactionTestCase._fixture_teardown = empty
    yield
    TransactionTestCase._fixture_teardown = original
