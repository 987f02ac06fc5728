"""Celery's worker and beat as threads beside the web server.

For one machine without a broker: tasks live in this process's memory.  What is lost when
it stops stands in the database and is found by the sweep after the next start.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from celery import Celery, current_app
from celery.beat import Service
from celery.worker import WorkController, state

from games import task_queue

THREADS = 2
PATIENCE = 10.0

log = logging.getLogger(__name__)


class Worker(threading.Thread):
    """A worker that is started again should it ever fall over."""

    def __init__(self, app: Celery):
        super().__init__(name="worker", daemon=True)
        self._app = app
        self._leaving = threading.Event()
        self.ready = threading.Event()

    def run(self) -> None:
        self._app.set_current()
        while not self._leaving.is_set():
            try:
                self._controller().start()
            except Exception:
                log.exception("the worker fell over and is started again")
                self._leaving.wait(1)

    def _controller(self) -> WorkController:
        def ready(_: object) -> None:
            self.ready.set()

        return WorkController(
            app=self._app,
            hostname="embedded@localhost",
            pool="threads",
            concurrency=THREADS,
            loglevel=logging.WARNING,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
            ready_callback=ready,
        )

    def leave(self) -> None:
        """Takes no new tasks; the thread ends when the running ones have."""
        self._leaving.set()
        state.should_stop = 0


class Beat(threading.Thread):
    """The clock that calls for the sweep."""

    def __init__(self, app: Celery):
        super().__init__(name="beat", daemon=True)
        self._app = app
        self._service = Service(
            app, max_interval=1, scheduler_cls=app.conf.beat_scheduler, remote_control=False
        )

    def run(self) -> None:
        self._app.set_current()
        self._service.start()

    def leave(self) -> None:
        """Ends the thread after the present tick."""
        self._service.stop()


@contextmanager
def running(app: Celery = current_app) -> Iterator[None]:
    """Within the block tasks are worked on; the sweep runs at once and then by the clock."""
    app.loader.import_default_modules()
    worker, beat = Worker(app), Beat(app)
    worker.start()
    beat.start()
    worker.ready.wait(PATIENCE)
    task_queue.send_task("sweep")
    try:
        yield
    finally:
        for thread in (beat, worker):
            thread.leave()
        for thread in (beat, worker):
            thread.join(PATIENCE)
        state.should_stop = None
