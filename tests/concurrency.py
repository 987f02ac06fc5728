"""Several things begun at the same moment, for tests of what happens between two people."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from engine.errors import Refusal

PATIENCE = 120.0  # seconds for one that hangs; the test then fails by its missing answer


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act gave, or the refusal it met, each in a thread of its own."""
    gate, results = threading.Barrier(len(acts)), [None] * len(acts)

    def run(index: int) -> None:
        gate.wait(PATIENCE)
        try:
            results[index] = acts[index]()
        except Refusal as refusal:
            results[index] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[index]) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results
