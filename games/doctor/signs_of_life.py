"""Checks that beat and the workers are at work, and that no worker sends needless reports."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.base import heartbeats, queues
from games.doctor.findings import Finding, Options, in_words, ok, problem, skipped, warning
from games.embedded import instance_lock

LATE = timedelta(minutes=2)  # a worker that died is replaced within that time (R4)
LISTEN = 5.0  # seconds; Celery's workers report every two seconds
ABOUT_REPORTS = "workers' reports"


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


def check_reports(options: Options, now: datetime) -> Iterator[Finding]:
    """A finding about workers that report to each other that they are alive."""
    if not settings.REDIS_URL:
        yield skipped(ABOUT_REPORTS, "Without Redis, no worker has others to report to.")
        return
    try:
        names = _reporting_workers()
    except (OperationalError, RedisError, OSError):
        yield skipped(ABOUT_REPORTS, "This needs Redis, which does not answer.",
                      next_step="Do what is said about Redis, then run this again.")
        return
    if not names:
        yield ok(ABOUT_REPORTS, "No worker reports to the others every two seconds.")
        return
    yield warning(
        ABOUT_REPORTS, f"{', '.join(names)}: every two seconds, each of these workers reports that"
        " it is alive.  Nobody reads that, and it can hold them up while Redis is away.",
        next_step="Start them with --without-heartbeat --without-gossip --without-mingle.")


def _reporting_workers() -> list[str]:
    """The workers that reported within a few seconds."""
    names, end = set(), time.monotonic() + LISTEN

    def note(event: dict[str, Any]) -> None:
        if event["type"] == "worker-heartbeat":
            names.add(event["hostname"])
        receiver.should_stop = time.monotonic() > end

    with current_app.connection_for_read() as connection:
        receiver = current_app.events.Receiver(connection, handlers={"*": note})
        receiver.connect_max_retries = 1
        with suppress(TimeoutError):  # nobody has reported
            receiver.capture(timeout=LISTEN, wakeup=False)
    return sorted(names)
