"""Runs Celery's workers and beat as threads in the web server's process.

This is for one machine without a broker: tasks are in this process's memory.  All work is
recorded in the database, so the sweep after the next start finds whatever was lost.

Each queue has a worker of its own, so that a mail server that hangs keeps no bot waiting.  A
worker takes tasks from the queues of its Celery application, so each has its own application.
They are alike and share their tasks, because Celery remembers only the last of them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from celery import Celery, current_app
from celery.beat import Service
from celery.worker import WorkController, state

from games import queues, task_queue
from games.thinking.thinker import THINKER

THREADS = {queues.TURNS: 2, queues.OUTBOX: 2}  # other queues have one
NOTICE = 0.2  # seconds within which beat notices that it is to stop
TIMEOUT = 10.0  # seconds to wait for the threads to start and to stop

log = logging.getLogger(__name__)


class Worker(threading.Thread):
    """A thread that runs the worker of one queue, and restarts it if it crashes."""

    def __init__(self, app: Celery, queue: str):
        super().__init__(name=f"worker-{queue}", daemon=True)
        self._queue = queue
        self._app = _copy(app)
        self._stopping = threading.Event()
        self.ready = threading.Event()

    def run(self) -> None:
        self._app.set_current()
        while not self._stopping.is_set():
            try:
                self._controller().start()
            except Exception:
                log.exception("the worker of %s crashed; restarting it", self._queue)
                self._stopping.wait(1)

    def _controller(self) -> WorkController:
        def ready(_: object) -> None:
            self.ready.set()

        return WorkController(
            app=self._app,
            hostname=f"{self._queue}@localhost",
            queues=[self._queue],
            pool="threads",
            use_eventloop=False,  # Celery has only one for all workers of a process
            concurrency=THREADS.get(self._queue, 1),
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


def _copy(app: Celery) -> Celery:
    """An application with the same settings and tasks, and a choice of queues of its own."""
    ours = {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}
    copy = Celery(app.main, set_as_current=False, tasks=ours, fixups=app.fixups)
    copy.config_from_object("django.conf:settings", namespace="CELERY")
    return copy


class Beat(threading.Thread):
    """A thread that runs beat, which starts the sweep at regular intervals."""

    def __init__(self, app: Celery):
        super().__init__(name="beat", daemon=True)
        self._app = app
        self._service = Service(
            app, max_interval=NOTICE, scheduler_cls=app.conf.beat_scheduler, remote_control=False
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
    workers, beat = [Worker(app, queue) for queue in queues.QUEUES], Beat(app)
    for worker in workers:  # one after the other: they set up what Celery has only once
        worker.start()
        worker.ready.wait(TIMEOUT)
    beat.start()
    task_queue.send_task("sweep")
    try:
        yield
    finally:
        threads: list[Beat | Worker] = [beat, *workers]
        for thread in threads:
            thread.stop()
        with THINKER.prevent():  # whoever waits for a plan waits no longer
            for thread in threads:
                thread.join(TIMEOUT)
        state.should_stop = None
        app.set_default()
