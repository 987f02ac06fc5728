"""The service as separate processes, and time that passes while they are down."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from celery import current_app
from django.db import connection

from games.base import site_clock, task_queue
from games.features.ratings import folding
from games.models import Competition
from games.operations.embedded import time_travel
from tests.drill import checks, scene
from tests.drill.processes import Process
from tests.drill.site import Site

PATIENCE = 300.0  # seconds for whatever a busy machine has to do
MINUTE = timedelta(minutes=1)


class Service:
    """The processes of a site, which run except while time passes."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._processes: Sequence[Process] = scene.processes(
            site, workers=(task_queue.QUEUES,), web_workers=1)

        self._is_up = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the processes within the block."""
        self.go_on()
        try:
            yield
        finally:
            self._stop()

    def advance_to(self, moment: datetime) -> None:
        """Let time pass until then, and let the processes do what is due."""
        self.let_pass(moment)
        self.go_on()

    def let_pass(self, moment: datetime) -> None:
        """Let time pass until then, as on any local site, while the processes are down."""
        self._stop()
        while (period := moment - site_clock.now()) > timedelta(0):
            # Whole minutes, because the clock knows no parts of a second.
            time_travel.advance(min(-(-period // MINUTE) * MINUTE, time_travel.MAX_AT_ONCE))

    def go_on(self) -> None:
        """Start the processes, and wait until everything is done that is due."""
        if not self._is_up:
            self._is_up = True
            for process in self._processes:
                process.start()
        end = time.monotonic() + PATIENCE
        while not current_app.control.ping(timeout=0.5):
            assert time.monotonic() < end, "no worker has started"
        self.settle()

    def _stop(self) -> None:
        if self._is_up:
            for process in self._processes:
                process.stop()
        self._is_up = False

    def settle(self) -> None:
        """Wait until everything is done that is due."""
        end, quiet = time.monotonic() + PATIENCE, 0
        while quiet < 2:  # in between, a task may be about to cause the next one
            assert time.monotonic() < end, f"not done yet: {_waits()}"
            quiet = 0 if _waits() else quiet + 1
            time.sleep(0.3)
        connection.close()


def _waits() -> Mapping[str, int]:
    """Return how much of what is due has not been done, by its kind."""
    seasons = Competition.objects.filter(look_at__lte=site_clock.now()).count()
    counts = {**checks.pending(), "games to rate": folding.due().count(), "seasons": seasons}
    return {what: count for what, count in counts.items() if count}
