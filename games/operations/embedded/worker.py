"""The work of the whole service in threads of the web server's process.

For one machine without a broker: tasks are in this process's memory.  All work is recorded in the
database, so the sweep after the next start finds whatever was lost.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread

from celery import Celery, current_app
from django.db import connections

from games.base import queues, task_queue
from games.base.thinker import CORES, THINKER

THREADS = {queues.TURNS: 2, queues.OUTBOX: 2, queues.THINKING: CORES}  # other queues have one
TIMEOUT = 10.0  # seconds to wait for the threads to stop

log = logging.getLogger(__name__)


class Worker:
    """The tasks that wait in one queue, and the threads that carry them out."""

    def __init__(self, app: Celery, queue: str):
        self._app = app
        self._tasks: SimpleQueue[tuple[str, tuple[int | str, ...]] | None] = SimpleQueue()
        self._stopping = False
        self.threads = [Thread(target=self._run, name=f"worker-{queue}-{number}", daemon=True)
                        for number in range(THREADS.get(queue, 1))]

    def take(self, task: str, args: tuple[int | str, ...]) -> None:
        """Add a task to the queue."""
        self._tasks.put((task, args))

    def waiting(self) -> int:
        """Return how many tasks wait."""
        return self._tasks.qsize()

    def stop(self) -> None:
        """Forget the tasks that wait; the threads end when the running tasks have finished."""
        self._stopping = True
        for _ in self.threads:
            self._tasks.put(None)  # wakes one that has nothing to do

    def _run(self) -> None:
        while (found := self._tasks.get()) is not None and not self._stopping:
            task, args = found
            try:
                self._app.tasks[queues.prefixed(task)].apply(args)  # logs what the task raises
            except Exception:
                log.exception("the task %s could not be carried out", task)
        connections.close_all()


@contextmanager
def running(app: Celery = current_app) -> Iterator[None]:
    """Carry out tasks within the block, and run a sweep at once and then regularly."""
    app.autodiscover_tasks(force=True)
    # Each queue has threads of its own, so that a mail server that hangs keeps no bot waiting.
    workers = {queue: Worker(app, queue) for queue in queues.QUEUES}
    stopping = Event()
    clock = Thread(target=_sweep_regularly, args=(stopping,), name="sweeps", daemon=True)
    threads = [clock, *(thread for worker in workers.values() for thread in worker.threads)]

    def take(task: str, args: tuple[int | str, ...]) -> None:
        workers[queues.ROUTES.get(task) or str(args[0])].take(task, args)

    with task_queue.handed_to(take, waiting=lambda queue: workers[queue].waiting()):
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stopping.set()
            for worker in workers.values():
                worker.stop()
            with THINKER.prevent():  # whoever waits for a plan waits no longer
                for thread in threads:
                    thread.join(TIMEOUT)


def _sweep_regularly(stopping: Event) -> None:
    while not stopping.is_set():
        if not task_queue.waiting(queues.SWEEPS):
            task_queue.send_task("sweep")
        stopping.wait(current_app.conf.beat_schedule["sweep"]["schedule"])
