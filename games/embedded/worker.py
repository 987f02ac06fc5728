"""Runs Celery's worker and beat as threads in the web server's process.

This is for one machine without a broker: tasks are in this process's memory.  All work is
recorded in the database, so the sweep after the next start finds whatever was lost.
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
TIMEOUT = 10.0  # seconds to wait for the threads to start and to stop

log = logging.getLogger(__name__)


class Worker(threading.Thread):
    """A thread that runs a worker, and restarts it if it crashes."""

    def __init__(self, app: Celery):
        super().__init__(name="worker", daemon=True)
        self._app = app
        self._stopping = threading.Event()
        self.ready = threading.Event()

    def run(self) -> None:
        self._app.set_current()
        while not self._stopping.is_set():
            try:
                self._controller().start()
            except Exception:
                log.exception("the worker crashed; restarting it")
                self._stopping.wait(1)

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

    def stop(self) -> None:
        """Takes no new tasks; the thread ends when the running tasks have finished."""
        self._stopping.set()
        state.should_stop = 0


class Beat(threading.Thread):
    """A thread that runs beat, which starts the sweep at regular intervals."""

    def __init__(self, app: Celery):
        super().__init__(name="beat", daemon=True)
        self._app = app
        self._service = Service(
            app, max_interval=1, scheduler_cls=app.conf.beat_scheduler, remote_control=False
        )

    def run(self) -> None:
        self._app.set_current()
        self._service.start()

    def stop(self) -> None:
        """Ends the thread after the current tick."""
        self._service.stop()


@contextmanager
def running(app: Celery = current_app) -> Iterator[None]:
    """Within the block, tasks are carried out; the sweep runs at once and then regularly."""
    app.loader.import_default_modules()
    worker, beat = Worker(app), Beat(app)
    worker.start()
    beat.start()
    worker.ready.wait(TIMEOUT)
    task_queue.send_task("sweep")
    try:
        yield
    finally:
        for thread in (beat, worker):
            thread.stop()
        for thread in (beat, worker):
            thread.join(TIMEOUT)
        state.should_stop = None
