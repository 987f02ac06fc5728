"""Time that passes at once on a local site, as if its service had been up all the while.

Operators use it to try out deadlines, reminders and stand-ins.  Time passes in steps; in each one a
sweep runs, and the work that it finds is done.  Steps in which nothing can be due are left out.  A
public site refuses.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Lock

from games.base import heartbeats, site_clock
from games.models import Game, OutgoingEmail
from games.operations import sweeps
from games.post.emails.rendering import compose
from games.post.outbox import delivery
from games.table.play import bots

STEP = timedelta(minutes=30)
MAX_AT_ONCE = timedelta(days=60)
HURRY = 0.1  # seconds for a turn of a bot that thinks
MAX_MOVES = 50  # by bots in one step: a game of bots alone need not end in it

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
    with _travelling:
        busy = True
        while period > timedelta(0):
            step = min(STEP if busy else _until_something_is_due(), period)
            site_clock.advance(step)
            period -= step
            busy = live(site_clock.now())


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
