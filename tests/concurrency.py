"""Concurrency in tests: several calls at the same moment, or in processes of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db import connection

from engine.errors import Refusal

TIMEOUT = 120.0  # seconds; a call that hangs gives no result, so the test fails


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Makes each call in a thread of its own; returns their results or refusals."""
    gate, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(index: int) -> None:
        gate.wait(TIMEOUT)
        try:
            results[index] = calls[index]()
        except Refusal as refusal:
            results[index] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[index]) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
    return results


def database_url() -> str:
    """The URL of the test database, for other processes."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(database['NAME']).resolve()}"
    user = f"{database['USER']}:{quote(database['PASSWORD'], safe='')}"
    return f"postgresql://{user}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
