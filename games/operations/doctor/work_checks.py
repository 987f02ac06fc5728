"""Checks that work is done: beat and workers are alive, and no work waits long or is overlooked.

Rows that wait for a sweep although no sweep would look at them are overlooked.  There should be no
such rows, and ``manage.py sweep --overlooked`` mends them.  To find them, all running games are
read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db.models import Max, Min, Q, QuerySet
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.base import heartbeats, queues
from games.models import (
    Delivery,
    Game,
    IncomingEmail,
    OutgoingEmail,
    PlanAttempt,
    PushNotice,
    Seat,
    SeatClock,
    TurnAdvice,
)
from games.models.fields import AT_ONCE
from games.operations.doctor.findings import (
    Finding,
    Options,
    in_words,
    ok,
    problem,
    skipped,
    warning,
)
from games.operations.embedded import instance_lock
from games.post.outbox import reminders
from games.post.push import notices
from games.table.play import bots
from games.table.seats import time_outs

SLOW = timedelta(minutes=2)
STUCK = timedelta(minutes=15)
RECENTLY = timedelta(days=1)

Status = OutgoingEmail.Status


@dataclass(frozen=True, slots=True)
class Backlog:
    """Work of one kind that is waiting; ``since`` is the field with the time it began to wait."""

    about: str
    rows: QuerySet[Any]
    since: str
    next_step: str


def check_pending(options: Options, now: datetime) -> Iterator[Finding]:
    """Check how long each kind of work waits, and whether emails cannot be delivered."""
    for backlog in _backlogs(now):
        yield _pending_finding(backlog, now=now)
    yield _retries(now)
    yield _given_up(now)


def _backlogs(now: datetime) -> list[Backlog]:
    return [
        Backlog("unsent email",
                OutgoingEmail.objects.filter(
                    Q(status=Status.QUEUED, attempts=0) | Q(status=Status.SENDING)),
                "created_at", "See that beat and the worker of the queue outbox run."),
        Backlog("held email", OutgoingEmail.objects.filter(status=Status.HELD, not_before__lte=now),
                "not_before", "See that beat runs: the sweep releases held emails."),
        Backlog("unsent notification",
                PushNotice.objects.filter(
                    Q(status=PushNotice.Status.QUEUED, attempts=0, not_before__lte=now)
                    | Q(status=PushNotice.Status.SENDING)),
                "not_before", "See that beat and the worker of the queue push run."),
        Backlog("unsent post", Delivery.objects.filter(
                    Q(status=Delivery.Status.QUEUED, attempts=0)
                    | Q(status=Delivery.Status.SENDING)),
                "not_before", "See that beat and the worker of the queue posts run."),
        Backlog("unread message",
                IncomingEmail.objects.filter(status=IncomingEmail.Status.RECEIVED),
                "received_at", "See that beat and the worker of the queue inbox run; the admin"
                " shows the message and its attempts."),
        Backlog("bot to move", Game.objects.filter(pk__in=bots.seats_to_move().values("game"),
                                                   status=Game.Status.RUNNING),
                "moved_at", "See that beat and the workers of the queues turns and thinking run."),
        Backlog("plan to play", PlanAttempt.objects.filter(
                    look_at__lte=now, plan__seat__game__paused_at=None),
                "look_at", "See that beat and the worker of the queue turns run."),
        Backlog("hint to find", TurnAdvice.objects.filter(look_at__lte=now),
                "look_at", "See that beat and the worker of the queue hints run."),
    ]


def _pending_finding(backlog: Backlog, *, now: datetime) -> Finding:
    count = backlog.rows.count()
    oldest = backlog.rows.aggregate(oldest=Min(backlog.since))["oldest"]
    if oldest is None:
        return ok(backlog.about, "Nothing is waiting.")
    age = now - oldest
    text = f"{count} waiting, the oldest for {in_words(age)}."
    if age <= SLOW:
        return ok(backlog.about, text)
    level = problem if age > STUCK else warning
    return level(backlog.about, text, next_step=backlog.next_step)


def _retries(now: datetime) -> Finding:
    about = "retried email"
    retries = OutgoingEmail.objects.filter(status=Status.RETRY)
    last = retries.order_by("-attempts", "-pk").first()
    if last is None:
        return ok(about, "No email has to be tried again.")
    most = retries.aggregate(most=Max("attempts"))["most"]
    count = retries.count()
    text = (f"{count} email{'s' if count > 1 else ''} could not be sent and will be tried again,"
            f" after up to {most} attempt{'s' if most > 1 else ''}. The last error:"
            f" {last.error or 'unknown'}")
    return warning(about, text, next_step="Look into this error. If it is about us and not about"
                                          " the recipient, correct EMAIL_URL or the mail server.")


def _given_up(now: datetime) -> Finding:
    about = "failed email"
    failed = OutgoingEmail.objects.filter(status=Status.FAILED, not_before__gt=now - RECENTLY)
    count = failed.exclude(error__startswith=OutgoingEmail.OBSOLETE).count()
    if not count:
        return ok(about, "No email was given up in the last day.")
    return warning(about, f"{count} email{'s were' if count > 1 else ' was'} given up in the last"
                          " day.",
                   next_step="Look at them in the outbox of the admin, which can send them again.")


LATE = timedelta(minutes=2)  # a worker that died is replaced within that time (R4)
LISTEN = 5.0  # seconds; Celery's workers report every two seconds
ABOUT_REPORTS = "workers' reports"


def check_processes(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that the sweep and the worker of each queue have been at work lately."""
    embedded = not settings.REDIS_URL
    if embedded and not settings.PUBLIC and not instance_lock.is_locked(settings.DATA_DIR):
        yield skipped("processes", "The service is not running.",
                      next_step=f"Start the service: {start_embedded()}")
        return
    parts = {heartbeats.SWEEP: "The sweep"}
    parts |= {heartbeats.of_queue(queue): f"The worker of the queue {queue}"
              for queue in queues.QUEUES}
    for part, name in parts.items():
        yield _process_finding(part, name, seen=heartbeats.last_seen(part), now=now)


def start_embedded() -> str:
    """Return the command that starts the whole service in one process."""
    return "make play" if settings.COMMAND.startswith("python") else f"{settings.COMMAND} play"


def _start(part: str) -> str:
    queue = part.removeprefix("queue:") if part != heartbeats.SWEEP else queues.SWEEPS
    return (f"Start its worker (celery -A alexandros_site worker -Q {queue}) and beat"
            " (celery -A alexandros_site beat), or look into their logs if they are running.")


def _process_finding(part: str, name: str, *, seen: datetime | None, now: datetime) -> Finding:
    start = _start(part) if settings.REDIS_URL else f"Start the service: {start_embedded()}"
    if seen is None:
        return problem(part, f"{name} has never been at work.", next_step=start)
    text = f"{name} was last at work {in_words(now - seen)} ago."
    return ok(part, text) if now - seen <= LATE else problem(part, text, next_step=start)


def check_reports(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that no worker reports to the others that it is alive."""
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
    """Return the workers that reported within a few seconds."""
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


def count_overlooked(now: datetime) -> dict[str, int]:
    """Return the number of overlooked rows of each kind that has some."""
    counts = {kind: rows.count() for kind, (rows, _) in _overlooked(now).items()}
    return {kind: number for kind, number in counts.items() if number}


def repair_overlooked(now: datetime) -> dict[str, int]:
    """Have the next sweep look at overlooked rows; return the number of each kind."""
    changed = {kind: rows.model._default_manager.filter(
        pk__in=list(rows.values_list("pk", flat=True))).update(**columns)
        for kind, (rows, columns) in _overlooked(now).items()}
    return {kind: number for kind, number in changed.items() if number}


def _overlooked(now: datetime) -> dict[str, tuple[QuerySet[Any], Mapping[str, Any]]]:
    """Return the overlooked rows of each kind, and the columns that repair them."""
    resting = Q(game__status=Game.Status.RUNNING, game__deserted_at__isnull=False)
    seats = Seat.objects.order_by()
    return {
        "turns without a reminder": (
            reminders.overlooked(seats, now=now), {"remind_at": AT_ONCE}),
        "notices without a reminder": (
            notices.overlooked(PushNotice.objects.order_by()), {"remind_at": AT_ONCE}),
        "clocks that would not start": (
            time_outs.overlooked(SeatClock.objects.order_by()), {"look_at": AT_ONCE}),
        "bots that would not play": (
            seats.filter(rests=True).exclude(resting), {"rests": False}),
        "bots that should rest": (seats.filter(resting, rests=False), {"rests": True}),
    }


OVERLOOKED = "overlooked work"


def check_overlooked(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that some sweep will look at everything that waits."""
    found = count_overlooked(now)
    if not found:
        yield ok(OVERLOOKED, "Sweeps will look at all that waits.")
        return
    what = ", ".join(f"{number} {kind}" for kind, number in found.items())
    yield problem(OVERLOOKED, f"No sweep would look at {what}.",
                  next_step=f"Run: {settings.COMMAND} sweep --overlooked. It should not have"
                            " happened, so please report it.")
