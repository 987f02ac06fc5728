"""Tells the worker that there is something to do, and knows again what nobody does.

A task is only a hint: what is to be done stands in the database, and the sweep finds
whatever was never announced.  So a broker that is down costs time, never a page.  Work
that is held has a row with ``lease_until``.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import transaction
from django.db.models import Q
from kombu.exceptions import OperationalError

LEASE = timedelta(seconds=60)
UNANNOUNCED = timedelta(seconds=20)

log = logging.getLogger(__name__)


QUIET = 5.0  # seconds without another attempt after the broker did not answer

_down_since = float("-inf")


def send_after_commit(task: str, *args: int) -> None:
    """Announces ``games.tasks.<task>(*args)`` once the present transaction is committed.

    Arguments are row ids and nothing else: a task must carry no secret.
    """
    transaction.on_commit(partial(send_task, task, *args))


def send_task(task: str, *args: int) -> bool:
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


def lease_expired(now: datetime) -> Q:
    """Rows that are held by a worker which must be gone.

    A lease that ends later than any can was given before the clock was put back.
    """
    return Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE)


def never_started(since: str, now: datetime) -> Q:
    """Rows ready since the moment in this field, whose task would have come by now.

    It is probably under way for ``UNANNOUNCED``; a moment to come is that of another clock.
    """
    return Q((f"{since}__lte", now - UNANNOUNCED)) | Q((f"{since}__gt", now + UNANNOUNCED))
