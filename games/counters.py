"""What the processes of the site count for operators: orders, emails, refusals, response times.

Each process counts for itself, in files of its own that the metrics page adds up.  A process that
starts takes over the files of one that has ended, so counts go on and the files do not pile up.
Labels are bounded sets (codes, kinds and names of URLs), never anything about a game or a person.
"""

from __future__ import annotations

import fcntl
import logging
import os
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, values
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import MultiProcessValue, MutexValue

from games import activities

SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)

log = logging.getLogger(__name__)


class _Slot:
    """The number under which this process counts; the operating system frees it at the end.

    Numbers are locked files, not process ids: in containers, several processes have the same id.
    """

    def __init__(self, directory: str):
        self._directory = Path(directory)
        self._owner, self._file, self._number = 0, -1, 0

    def __call__(self) -> int:
        if self._owner != os.getpid():  # at the first call, and in a process that was forked
            if self._file >= 0:
                os.close(self._file)
            self._take()
        return self._number

    def _take(self) -> None:
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in count():
            file = os.open(self._directory / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                continue
            self._owner, self._file, self._number = os.getpid(), file, number
            return


def _value_class(directory: str) -> Any:
    """How values are kept: in files if there are metrics, otherwise in memory."""
    if not directory:
        return MutexValue
    try:
        return MultiProcessValue(_Slot(directory))  # type: ignore[no-untyped-call]
    except OSError as error:
        log.error("nothing is counted: %s cannot be used (%s)", directory, type(error).__name__)
        return MutexValue


disable_created_metrics()  # type: ignore[no-untyped-call]
values.ValueClass = _value_class(settings.METRICS_DIR)

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
    """Counts orders once the current transaction has committed."""
    transaction.on_commit(lambda: _add(PLAYED, sender=sender))


def orders_refused(sender: str, *, code: str) -> None:
    _add(REFUSED, sender=sender, code=code)


def email_attempted(kind: str, *, outcome: str) -> None:
    """Counts an attempt that ended as "sent", "retry", "failed" or "obsolete"."""
    _add(DELIVERED, kind=kind, outcome=outcome)


def email_read(status: str, *, outcome: str) -> None:
    """Counts an incoming email once the current transaction has committed."""
    transaction.on_commit(lambda: _add(READ, status=status, outcome=outcome))


def failure(doing: str) -> None:
    _add(FAILED, doing=doing)


def response(url: str, *, status: int, seconds: float) -> None:
    """Counts a response by the name of its URL and the hundred of its status."""
    try:
        RESPONSES.labels(url=url, status=f"{status // 100}xx").observe(seconds)
    except OSError as error:
        log.warning("a response was not counted: %s", type(error).__name__)


def _add(counter: Counter, **labels: str) -> None:
    """Adds one; a full disk must not break what is being counted."""
    try:
        counter.labels(**labels).inc()
    except OSError as error:
        log.warning("something was not counted: %s", type(error).__name__)


def collector() -> Any:
    """What all processes have counted together.

    Failures that never occurred are 0: Prometheus does not see the first one otherwise.
    """
    for doing in activities.ALL:
        FAILED.labels(doing=doing)
    if values.ValueClass is MutexValue:
        return REGISTRY
    return MultiProcessCollector(None, path=settings.METRICS_DIR)  # type: ignore[no-untyped-call]
