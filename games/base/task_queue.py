"""The queue of tasks: wakes workers after commit and announces work that was lost.

A task is only a hint: all work is recorded in the database, and the sweep finds whatever was never
announced.  So a broker that is down delays work but breaks no page.  A worker that claims a row
sets its ``lease_until``.

While workers are away, the sweep must not fill the broker with one hint after another about the
same work.  So every task expires, each row remembers when the sweep has announced it
(``announced_at``), and a queue gets no more tasks than there is work for it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import Q, QuerySet
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.base.queues import LIFETIMES, ROUTES, prefixed
from games.base.queues import QUEUES as QUEUES

LEASE = timedelta(seconds=60)  # how long a claim lasts; a worker that takes longer counts as dead
START_GRACE = timedelta(seconds=20)  # how long after its announcement a task may start
BROKER_PAUSE = 5.0  # seconds without another attempt after the broker did not answer
SPARE = 20  # tasks that a queue may hold beyond the work that is due
BATCH = 500  # tasks that one search may send

Take = Callable[[str, tuple[int | str, ...]], None]
Waiting = Callable[[str], int]

log = logging.getLogger(__name__)

_down_since = float("-inf")
_own_worker: tuple[Take, Waiting] | None = None


@contextmanager
def handed_to(take: Take, *, waiting: Waiting = lambda queue: 0) -> Iterator[None]:
    """Hand this process's tasks within the block to ``take`` instead of a broker.

    ``take`` gets a task's name and arguments, and ``waiting`` says how many tasks a queue holds.
    For a process that is the whole service.
    """
    global _own_worker
    before, _own_worker = _own_worker, (take, waiting)
    try:
        yield
    finally:
        _own_worker = before


def send_after_commit(task: str, *args: int) -> None:
    """Send ``games.tasks.<task>(*args)`` to the worker after the current transaction commits.

    Arguments must be row ids: a task must not carry secrets.
    """
    transaction.on_commit(partial(send_task, task, *args))


def send_task(task: str, *args: int) -> bool:
    """Send the task to the worker now; return False if the broker cannot be reached."""
    return _ask_broker(task, partial(_send, task, args)) is not None


def send_heartbeat(queue: str) -> bool:
    """Ask the worker of this queue for a sign of life, unless it has something to do anyway."""
    if waiting(queue):
        return False
    return _ask_broker(queue, partial(_send, "heartbeat", (queue,), queue=queue)) is not None


def _send(task: str, args: tuple[int | str, ...], **options: str) -> Any:
    if _own_worker is not None:
        take, _ = _own_worker
        take(task, args)
        return True
    # Queues are there without being declared, and the arguments are numbers and names.
    return current_app.send_task(prefixed(task), args=args, expires=LIFETIMES[task], declare=(),
                                 argsrepr=repr(args), kwargsrepr="{}", **options)


def waiting(queue: str) -> int:
    """Return how many tasks wait in this queue, expired ones included; 0 without a broker."""
    return _ask_broker(queue, partial(_count, queue)) or 0


def _count(queue: str) -> int:
    if _own_worker is not None:
        _, count = _own_worker
        return count(queue)
    with current_app.connection_or_acquire() as connection:
        found = connection.default_channel.queue_declare(queue, durable=True, auto_delete=False)
        return int(found.message_count)


def _ask_broker(subject: str, question: Callable[[], Any]) -> Any:
    """Return the broker's answer; None if it cannot be reached."""
    global _down_since
    if time.monotonic() - _down_since < BROKER_PAUSE:
        return None  # a page that sends many tasks must wait for a broken broker only once
    try:
        return question()
    except (OperationalError, RedisError, OSError) as error:
        _down_since = time.monotonic()
        log.warning("no broker for %s (%s); the sweep will find it", subject, type(error).__name__)
        return None


def announce(task: str, due: QuerySet[Any], *, now: datetime, **values: Any) -> list[int]:
    """Send this task for each of the rows that are due; return the ids of the rows.

    Passes over rows whose last announcement may still be in the queue, and rows for which there
    is no room.  ``values`` are columns to set in the rows that are announced.
    """
    work, queue = due.count(), waiting(ROUTES[task])
    room = min(BATCH, work + SPARE - queue) if work else 0
    if room <= 0:
        return []
    # An announcement cannot be in an empty queue: a worker has it by now, or it was lost.
    pause = timedelta(seconds=LIFETIMES[task]) if queue else START_GRACE
    again = Q(announced_at=None) | Q(announced_at__lte=now - pause) | Q(announced_at__gt=now)
    ids = list(due.filter(again).values_list("pk", flat=True)[:room])
    due.model._default_manager.filter(pk__in=ids).update(announced_at=now, **values)
    for pk in ids:
        if not send_task(task, pk):
            break
    return ids


def lease_expired(now: datetime) -> Q:
    """Return the condition for rows whose worker is presumed dead: its lease has expired.

    A lease that ends implausibly late was given before the clock was set back.
    """
    return Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE)


def never_started(since: str, now: datetime) -> Q:
    """Return the condition for rows whose task should have started by now.

    ``since`` is the field with the due time.  For ``START_GRACE`` after that time, a task may still
    be on its way.  A due time that lies further than that in the future was set by a machine with a
    wrong clock.
    """
    return Q((f"{since}__lte", now - START_GRACE)) | Q((f"{since}__gt", now + START_GRACE))
