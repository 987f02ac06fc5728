"""Allows the test database to be emptied although rows of the log cannot be deleted.

After a test with real transactions, Django empties all tables.  Only while it does so, the
triggers that protect the log are removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.core.management.commands import flush
from django.db import connections

guards = import_module("games.migrations.0064_imported_games")


@pytest.fixture(autouse=True, scope="session")
def _log_can_be_emptied() -> Iterator[None]:
    original = flush.Command.handle

    def empty(self: flush.Command, **options: Any) -> None:
        connection = connections[options["database"]]
        guards.unguard(connection)
        original(self, **options)
        guards.guard(connection)

    flush.Command.handle = empty
    yield
    flush.Command.handle = original
