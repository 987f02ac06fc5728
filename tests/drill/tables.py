"""Keeps everybody at a table while a drill lasts."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import Error as DatabaseError
from django.db import connection

from games.models import User
from tests.drill import scene


@contextmanager
def tables_refilled(users: Sequence[User], chance: random.Random) -> Iterator[None]:
    """Within the block, whoever of these sits at no running table gets a seat at a new one."""
    ended = threading.Event()

    def refill() -> None:
        while True:
            try:
                scene.start_tables(users, chance=chance)
            except DatabaseError:  # the drill has stopped the database
                connection.close()
            if ended.wait(2):
                connection.close()
                return

    thread = threading.Thread(target=refill, name="tables", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(60)
