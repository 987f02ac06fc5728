"""The Celery task of the archive."""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.features.archive import dumps


@shared_task(name="games.tasks.dump_games")  # type: ignore[untyped-decorator]  # Celery has no types
def dump_games() -> None:
    """Write the games of last month into a file, unless that has been done."""
    dumps.write_last(site_clock.now())
    heartbeats.worked(queues.REVIEWS, now=site_clock.now())
