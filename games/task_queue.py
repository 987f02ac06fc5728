"""Wakes the worker after commit and finds abandoned work.

A task is only a hint: all work is recorded in the database, and the sweep finds whatever was
never announced.  So a broker that is down delays work but breaks no page.  A worker that claims
a row sets its ``lease_until``.
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

LEASE = timedelta(seconds=60)  # how long a claim lasts; a worker that takes longer counts as dead
START_GRACE = timedelta(seconds=20)  # how long after its announcement a task may start
BROKER_PAUSE = 5.0  # seconds without another attempt after the broker did not answer

log = logging.getLogger(__name__)

_down_since = float("-inf")


def send_after_commit(task: str, *args: int) -> None:
    """Sends ``games.tasks.<task>(*args)`` to the worker after the current transaction commits.

    Arguments must be row ids: a task must not carry secrets.
    """
    transaction.on_commit(partial(send_task, task, *args))


def send_task(task: str, *args: int) -> bool:
    """Sends the task to the worker now; returns False if the broker cannot be reached."""
    global _down_since
    if time.monotonic() - _down_since < BROKER_PAUSE:
        return False  # a page that sends many tasks must wait for a broken broker only once
    try:
        current_app.send_task(f"games.tasks.{task}", args=args)
    except (OperationalError, OSError) as error:
        _down_since = time.monotonic()
        log.warning("no broker for %s (%s); the sweep will find it", task, type(error).__name__)
        return False
    return True


def lease_expired(now: datetime) -> Q:
    """Rows whose worker is presumed dead, because its lease has expired.

    A lease that ends implausibly late was given before the clock was set back.
    """
    return Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE)


def never_started(since: str, now: datetime) -> Q:
    """Rows whose task should have started by now; ``since`` is the field with its due time.

    For ``START_GRACE`` a task may still be on its way.  A due time further in the future than
    that was set by a machine with a wrong clock.
    """
    return Q((f"{since}__lte", now - START_GRACE)) | Q((f"{since}__gt", now + START_GRACE))
