"""The Celery task of hints."""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.features.hints import finding


@shared_task(name="games.tasks.find_advice")  # type: ignore[untyped-decorator]  # Celery has no types
def find_advice(advice_id: int) -> None:
    """Find the advice whose turn it is, which need not be this one."""
    finding.find_next(now=site_clock.now(), clock=site_clock.now)
    heartbeats.worked(queues.HINTS, now=site_clock.now())
