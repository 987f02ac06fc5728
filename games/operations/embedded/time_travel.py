"""Time that passes at once on a local site, as if its service had been up all the while.

Operators use it to try out deadlines, reminders and stand-ins.  Time passes in steps; in each one a
sweep runs, and the work that it finds is done.  Steps in which nothing can be due are left out.
What takes long and changes no game, such as reviews, is left to the workers.  A public site
refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock

from celery import current_app

from games.base import heartbeats, queues, site_clock, task_queue
from games.models import Game, OutgoingEmail
from games.operations import sweeps
from games.post.emails.rendering import compose
from games.post.outbox import delivery
from games.table.play import bots

STEP = timedelta(minutes=30)
MAX_AT_ONCE = timedelta(days=60)
HURRY = 0.1  # seconds for a turn of a bot that thinks
MAX_MOVES = 50  # by bots in one step: a game of bots alone need not end in it

# What other tasks do, a step does itself, or else the workers do it when time has passed.
CARRIED_OUT = frozenset(task for task, queue in queues.ROUTES.items()
                        if queue == queues.TURNS) - {"play_bot"}
DONE_HERE = frozenset(("play_bot", "deliver_email", "deliver_held", "sweep", "heartbeat"))

Task = tuple[str, tuple[int | str, ...]]

_travelling = Lock()


def is_under_way() -> bool:
    """Return whether time is passing right now, so that a regular sweep must not interfere."""
    return _travelling.locked()


def advance(period: timedelta) -> None:
    """Advance this site's clock and do everything that would have happened in the meantime.

    Raises ValueError on a public site, and for more than ``MAX_AT_ONCE``.
    """
    if period > MAX_AT_ONCE:
        raise ValueError(f"The clock can be advanced by at most {MAX_AT_ONCE.days} days at once.")
    current_app.autodiscover_tasks(force=True)
    with _travelling, _tasks_kept() as tasks:
        busy = True
        while period > timedelta(0):
            step = min(STEP if busy else _until_something_is_due(), period)
            site_clock.advance(step)
            period -= step
            busy = live(site_clock.now())
            busy = _carry_out(tasks) or busy


@contextmanager
def _tasks_kept() -> Iterator[dict[Task, None]]:
    """Keep the tasks that are sent within the block, once each; then send on those left over."""
    kept: dict[Task, None] = {}
    with task_queue.handed_to(lambda task, args: kept.update({(task, args): None})):
        yield kept
    for task, args in kept:
        if task not in DONE_HERE:
            task_queue.send_task(task, *map(int, args))


def _carry_out(tasks: dict[Task, None]) -> bool:
    """Carry out tasks about games and seasons, and those that they cause; return whether any."""
    worked = False
    while due := [each for each in tasks if each[0] in CARRIED_OUT]:
        for task, args in due:
            del tasks[task, args]
            current_app.tasks[queues.prefixed(task)].apply(args)  # logs what the task raises
            worked = True
    return worked


def _until_something_is_due() -> timedelta:
    """Return the whole steps in which a sweep will find nothing, but at least one step."""
    # Whole steps, because the clock knows no parts of a second.
    now = site_clock.now()
    due = sweeps.next_due(now).values()
    steps = -((now - min(due)) // STEP) if due else MAX_AT_ONCE // STEP
    return max(steps, 1) * STEP


def live(now: datetime) -> bool:
    """Make a sweep and do the work of the workers; the service counts as having been up.

    Returns whether there was any work, which may cause more in the next step.
    """
    heartbeats.record(heartbeats.SWEEP, now=now)
    busy = _deliver(now)  # first, or the sweep takes the step for an outage of the email
    busy = any(sweeps.run_all(now).values()) or busy
    busy = _deliver(now) or busy
    waiting = Game.objects.filter(status=Game.Status.RUNNING, seats__to_move=True)
    for game_id in list(waiting.values_list("pk", flat=True).distinct()):
        for _ in range(MAX_MOVES):
            if not bots.play(game_id, now=now, seconds=HURRY):
                break
            busy = True
    return busy


def _deliver(now: datetime) -> bool:
    """Deliver the emails that wait for a worker; return whether there were any."""
    queued = OutgoingEmail.objects.filter(status=OutgoingEmail.Status.QUEUED)
    found = list(queued.values_list("pk", flat=True))
    for email_id in found:
        delivery.deliver(email_id, compose=compose, now=now)
    return bool(found)
