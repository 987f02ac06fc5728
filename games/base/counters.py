"""Counters for operators in each process: orders, emails, refusals, response times.

Each process counts for itself, in files of its own that the metrics page adds up: the multiprocess
mode of prometheus_client, for which the settings choose the directory.  Files stay when their
process ends, so counts go on.  Labels are bounded sets (codes, kinds and names of URLs), never
anything about a game or a person.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.multiprocess import MultiProcessCollector

from games.base import log_context

SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)

log = logging.getLogger(__name__)

if settings.METRICS_TOKEN and not settings.METRICS_DIR:
    log.error("each process counts for itself alone: the directory for metrics cannot be made")
disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY = CollectorRegistry()
PLAYED = Counter("games_orders_played", "Orders that were played, by who sent them.",
                 ["sender"], registry=REGISTRY)
REFUSED = Counter("games_orders_refused", "Orders that were refused, by sender and reason.",
                  ["sender", "code"], registry=REGISTRY)
DELIVERED = Counter("games_emails", "Attempts to send an email, by kind and how they ended.",
                    ["kind", "outcome"], registry=REGISTRY)
READ = Counter("games_incoming_emails", "Incoming emails that were read, by outcome.",
               ["status", "outcome"], registry=REGISTRY)
FAILED = Counter("games_failures", "Exceptions about a game, by what was being done.",
                 ["doing"], registry=REGISTRY)
RESPONSES = Histogram("games_response_seconds", "Time to answer a request.",
                      ["url", "status"], buckets=SECONDS, registry=REGISTRY)


def orders_played(sender: str) -> None:
    """Count orders once the current transaction has committed."""
    transaction.on_commit(lambda: _add(PLAYED, sender=sender))


def orders_refused(sender: str, *, code: str) -> None:
    """Count orders that were refused, by the refusal's code."""
    _add(REFUSED, sender=sender, code=code)


def email_attempted(kind: str, *, outcome: str) -> None:
    """Count an attempt that ended as "sent", "retry", "failed" or "obsolete"."""
    _add(DELIVERED, kind=kind, outcome=outcome)


def email_read(status: str, *, outcome: str) -> None:
    """Count an incoming email once the current transaction has committed."""
    transaction.on_commit(lambda: _add(READ, status=status, outcome=outcome))


def failure(doing: str) -> None:
    """Count an exception about a game."""
    _add(FAILED, doing=doing)


def response(url: str, *, status: int, seconds: float) -> None:
    """Count a response by the name of its URL and the hundred of its status; 503 is "busy"."""
    hundred = "busy" if status == HTTPStatus.SERVICE_UNAVAILABLE else f"{status // 100}xx"
    try:
        RESPONSES.labels(url=url, status=hundred).observe(seconds)
    except OSError as error:
        log.warning("a response was not counted: %s", type(error).__name__)


def _add(counter: Counter, **labels: str) -> None:
    """Add one; a full disk must not break the work that is being counted."""
    try:
        counter.labels(**labels).inc()
    except OSError as error:
        log.warning("something was not counted: %s", type(error).__name__)


class _Files:
    """The files of all processes, on every host that shares the directory, as one collector."""

    def collect(self) -> Iterable[Any]:
        files = map(str, Path(settings.METRICS_DIR).rglob("*.db"))
        return MultiProcessCollector.merge(files)  # type: ignore[no-any-return,no-untyped-call]


def collector() -> Any:
    """Return what all processes have counted together.

    Failures that never occurred are 0: Prometheus does not see the first one otherwise.
    """
    for doing in log_context.ALL:
        FAILED.labels(doing=doing)
    return _Files() if settings.METRICS_DIR else REGISTRY
