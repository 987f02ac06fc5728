"""The Celery task of matches."""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.features.matches import matches


@shared_task(name="games.tasks.continue_match")  # type: ignore[untyped-decorator]  # Celery has no types
def continue_match(game_id: int) -> None:
    """Start the second game of a match, if this is the first and it is over."""
    matches.start_second(game_id, now=site_clock.now())
    heartbeats.worked(queues.TURNS, now=site_clock.now())
