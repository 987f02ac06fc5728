"""Checks that beat and the workers are at work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings

from games import heartbeats, queues
from games.doctor.findings import Finding, Options, in_words, ok, problem, skipped
from games.embedded import instance_lock

LATE = timedelta(minutes=2)  # a worker that died is replaced within that time (R4)


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """A finding for the sweep and for each queue."""
    embedded = not settings.REDIS_URL
    if embedded and not settings.PUBLIC and not instance_lock.is_locked(settings.DATA_DIR):
        yield skipped("processes", "The service is not running.",
                      next_step=f"Start the service: {start_embedded()}")
        return
    parts = {heartbeats.SWEEP: "The sweep"}
    parts |= {f"queue:{name}": f"The worker of the queue {name}" for name in queues.QUEUES}
    for part, name in parts.items():
        yield _finding(part, name, seen=heartbeats.last_seen(part), now=now)


def start_embedded() -> str:
    """The command that starts the whole service in one process."""
    return "make play" if settings.COMMAND.startswith("python") else f"{settings.COMMAND} play"


def _start(part: str) -> str:
    queue = part.removeprefix("queue:") if part != heartbeats.SWEEP else queues.SWEEPS
    return (f"Start its worker (celery -A alexandros_site worker -Q {queue}) and beat"
            " (celery -A alexandros_site beat), or look into their logs if they are running.")


def _finding(part: str, name: str, *, seen: datetime | None, now: datetime) -> Finding:
    start = _start(part) if settings.REDIS_URL else f"Start the service: {start_embedded()}"
    if seen is None:
        return problem(part, f"{name} has never been at work.", next_step=start)
    text = f"{name} was last at work {in_words(now - seen)} ago."
    return ok(part, text) if now - seen <= LATE else problem(part, text, next_step=start)
