"""Concurrency in tests: several calls at the same moment, or in processes of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db import connection, transaction

from alexandros_rules.errors import Refusal

TIMEOUT = 120.0  # seconds; a function that hangs has no result, so its test fails


def at_once(*functions: Callable[[], Any]) -> list[Any]:
    """The result of each function, or its refusal; each runs in its own thread."""
    barrier, results = threading.Barrier(len(functions)), [None] * len(functions)

    def run(index: int) -> None:
        barrier.wait(TIMEOUT)
        try:
            results[index] = functions[index]()
        except Refusal as refusal:
            results[index] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[index]) for index in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
    return results


@contextmanager
def uncommitted(statement: str) -> Iterator[None]:
    """Within the block, another connection has carried out this statement, but may undo it."""
    done, end = threading.Event(), threading.Event()

    def run() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
            done.set()
            end.wait(TIMEOUT)
        connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert done.wait(TIMEOUT)
        yield
    finally:
        end.set()
        thread.join(TIMEOUT)


def database_url() -> str:
    """The URL of the test database, for other processes."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(database['NAME']).resolve()}"
    user = f"{database['USER']}:{quote(database['PASSWORD'], safe='')}"
    return f"postgresql://{user}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
