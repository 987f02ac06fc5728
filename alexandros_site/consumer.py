"""Celery's consumer, but a worker does not report that it is alive.

Nobody reads these reports.  A worker sends one every two seconds, from the loop in which it does
all else.  If the broker goes away at that moment, Celery repeats the report until the broker is
back: until then the worker carries out no task that it has, logs nothing and does not stop when it
is told to.  ``--without-heartbeat`` prevents that, but somebody may forget it.
"""

from __future__ import annotations

from typing import Any

from celery.worker import consumer


class Consumer(consumer.Consumer):  # type: ignore[misc]  # Celery has no types
    """Takes tasks from the broker and gives them to the pool."""

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **{**options, "without_heartbeat": True})
