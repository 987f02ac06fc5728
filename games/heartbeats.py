"""Signs of life, by which operators see which part of the service has stopped.

A sweep leaves one when it ends, and a worker leaves one for its queue.  They are kept in the
database, so that every process of the service, on any machine, can look them up.
"""

from __future__ import annotations

from datetime import datetime

from games.models import Heartbeat

SWEEP = "sweep"  # the part that beat starts and a worker runs


def record(part: str, *, now: datetime) -> None:
    """Notes that this part is at work."""
    Heartbeat.objects.update_or_create(part=part, defaults={"seen_at": now})


def last_seen(part: str) -> datetime | None:
    """When this part was last at work; None if it never was."""
    return Heartbeat.objects.filter(part=part).values_list("seen_at", flat=True).first()
