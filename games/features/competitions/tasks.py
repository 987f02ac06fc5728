"""The Celery tasks of competitions."""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.features.competitions import judging, lifecycle


@shared_task(name="games.tasks.look_after_season")  # type: ignore[untyped-decorator]  # Celery has no types
def look_after_season(season_id: int) -> None:
    """Do everything that is due at a season or cup."""
    lifecycle.look_after(season_id, now=site_clock.now())
    heartbeats.worked(queues.TURNS, now=site_clock.now())


@shared_task(name="games.tasks.judge_fixture")  # type: ignore[untyped-decorator]  # Celery has no types
def judge_fixture(fixture_id: int) -> None:
    """Play out what is missing of a match or table, which takes half a minute."""
    judging.judge(fixture_id)
    heartbeats.worked(queues.REVIEWS, now=site_clock.now())
