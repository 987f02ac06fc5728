"""The Celery task of ratings."""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.features.ratings import folding


@shared_task(name="games.tasks.rate_games")  # type: ignore[untyped-decorator]  # Celery has no types
def rate_games(game_id: int) -> None:
    """Fold a game that has ended into the ratings, with all others that wait for it."""
    folding.fold(now=site_clock.now())
    heartbeats.worked(queues.TURNS, now=site_clock.now())
