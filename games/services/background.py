"""Tells the worker that there is something to do.

A task is only a hint: what is to be done stands in the database, and the sweep finds
whatever was never announced.  So a broker that is down costs time, never a page.
"""

from __future__ import annotations

import logging
import time
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


QUIET = 5.0  # seconds without another attempt after the broker did not answer

_down_since = float("-inf")


def after_commit(task: str, *args: int) -> None:
    """Announces ``games.tasks.<task>(*args)`` once the present transaction is committed.

    Arguments are row ids and nothing else: a task must carry no secret.
    """
    transaction.on_commit(partial(announce, task, *args))


def announce(task: str, *args: int) -> bool:
    """Announces the task now; False when the broker cannot be reached."""
    global _down_since
    if time.monotonic() - _down_since < QUIET:
        return False  # one page may announce many tasks; it shall wait for the broker once
    try:
        current_app.send_task(f"games.tasks.{task}", args=args)
    except (OperationalError, OSError) as error:
        _down_since = time.monotonic()
        log.warning("no broker for %s (%s); the sweep will find it", task, type(error).__name__)
        return False
    return True
