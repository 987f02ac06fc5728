"""The Celery task of the pool."""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.features.finding import pool


@shared_task(name="games.tasks.find_games")  # type: ignore[untyped-decorator]  # Celery has no types
def find_games(entry_id: int) -> None:
    """Seat everybody whose wishes agree, now that there is one more."""
    pool.seat(site_clock.now())
    heartbeats.worked(queues.TURNS, now=site_clock.now())
