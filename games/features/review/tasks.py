"""The Celery task of reviews."""

from __future__ import annotations

from celery import shared_task

from games.base import features, heartbeats, queues, site_clock
from games.features.review import reviewing


@shared_task(name="games.tasks.review_game")  # type: ignore[untyped-decorator]  # Celery has no types
def review_game(game_id: int) -> None:
    """Review a game that has ended for a while: this one, or one whose people are to come first."""
    now = site_clock.now()
    game_id = reviewing.choose(game_id, now=now)
    if reviewing.go_on(game_id, now=now, clock=site_clock.now):
        for use in features.hooks("after_review"):
            use(game_id, now=now)
    heartbeats.worked(queues.REVIEWS, now=site_clock.now())
