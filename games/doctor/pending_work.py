"""Checks how long the oldest work of each kind has been waiting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, Min, Q, QuerySet

from games.doctor.findings import Finding, Options, in_words, ok, problem, warning
from games.models import Game, IncomingEmail, OutgoingEmail, PlanAttempt, PushNotice
from games.table.play import bots

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


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """A finding for each kind of work, and for emails that cannot be delivered."""
    for backlog in _backlogs(now):
        yield _finding(backlog, now=now)
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
    ]


def _finding(backlog: Backlog, *, now: datetime) -> Finding:
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
