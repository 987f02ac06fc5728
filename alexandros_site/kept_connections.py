"""Has workers keep their connections to the database from one task to the next.

By default Celery closes them before and after each task, and then a task about one email spends a
third of its time on connecting to PostgreSQL.  Here they end as they do after a request: when they
are old (``CONN_MAX_AGE``) or broken.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from celery import Celery
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup
from django.db import close_old_connections


class _WorkerFixup(DjangoWorkerFixup):  # type: ignore[misc]  # Celery has no types
    """What Celery does for Django in a worker, before and after each task."""

    def close_database(self, **_: Any) -> None:
        close_old_connections()


class _Fixup(DjangoFixup):  # type: ignore[misc]  # Celery has no types
    """What Celery does for Django."""

    @cached_property
    def worker_fixup(self) -> _WorkerFixup:
        """Made when it is needed: it reads settings, and they import the application."""
        return _WorkerFixup(self.app)


def fixup(app: Celery) -> DjangoFixup:
    """For ``Celery(fixups=...)``, in place of Celery's own."""
    return _Fixup(app).install()
