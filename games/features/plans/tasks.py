"""The Celery task of plans."""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.features.plans import playing


@shared_task(name="games.tasks.play_plan")  # type: ignore[untyped-decorator]  # Celery has no types
def play_plan(attempt_id: int) -> None:
    """Judge a plan whose turn has come, and play it if it is due."""
    playing.play(attempt_id, now=site_clock.now())
    heartbeats.worked(queues.TURNS, now=site_clock.now())
