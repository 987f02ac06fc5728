"""Signs of life, by which operators see which part of the service has stopped.

A sweep leaves one when it ends, and a worker leaves one for its queue.  They are kept in the
database, so that every process of the service, on any machine, can look them up.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Heartbeat

SWEEP = "sweep"  # the part that beat starts and a worker runs
PAUSE = timedelta(seconds=10)  # between two signs that one process writes about one queue

_written: dict[str, datetime] = {}


def of_queue(queue: str) -> str:
    """Return the part that is the workers of this queue."""
    return f"queue:{queue}"


def record(part: str, *, now: datetime) -> None:
    """Note that this part is at work."""
    Heartbeat.objects.update_or_create(part=part, defaults={"seen_at": now})


def worked(queue: str, *, now: datetime) -> None:
    """Note that a worker has carried out a task of this queue, once in a while.

    A worker with a long queue need not wait for the heartbeat that is its last task.
    """
    last = _written.get(queue)
    if last is None or not timedelta(0) <= now - last < PAUSE:
        _written[queue] = now
        record(of_queue(queue), now=now)


def last_seen(part: str) -> datetime | None:
    """Return when this part was last at work; None if it never was."""
    return Heartbeat.objects.filter(part=part).values_list("seen_at", flat=True).first()
