"""Beat's scheduler, except that it does not send a task again that is still waiting.

While no worker takes the sweeps, one of them is enough: the next one finds all work.
"""

from __future__ import annotations

from typing import Any

from celery import beat

from games import queues, task_queue


class Scheduler(beat.Scheduler):  # type: ignore[misc]  # Celery has no types
    """Celery's scheduler, which keeps the schedule in memory."""

    def apply_async(self, entry: Any, *args: Any, **options: Any) -> Any:
        """Sends the entry's task; None if its queue already has a task."""
        queue = queues.ROUTES[entry.task.rpartition(".")[2]]
        return None if task_queue.waiting(queue) else super().apply_async(entry, *args, **options)
