"""One sweep: retry stalled work and start work that is due.

Owns which searches a sweep makes, and that an error in one does not stop the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sized
from datetime import datetime
from functools import partial

from games import failures, heartbeats, queues, task_queue
from games.absence import time_outs
from games.clocks import reliability
from games.inbox import incoming
from games.lobby import deserted, expiry
from games.outbox import codes, delivery, digest, preferences, reminders
from games.people import accounts
from games.play import bots
from games.push import delivery as push_delivery
from games.push import queue as push_queue

log = logging.getLogger(__name__)

Found = int | Sized


def run_all(now: datetime, *, only: Collection[str] | None = None) -> dict[str, int]:
    """Runs one sweep; returns how many of each thing it found, 0 where a search failed.

    ``only`` names the searches to make (None: all of them), for a caller who knows that the
    others would find nothing.
    """
    found = {name: _count(name, search, now) for name, search in _searches().items()
             if only is None or name in only}
    _send_heartbeats()
    heartbeats.record(heartbeats.SWEEP, now=now)
    return found


def _send_heartbeats() -> None:
    """Asks the workers of every other queue whether they are there."""
    for queue in queues.QUEUES:
        if queue != queues.SWEEPS:
            task_queue.send_heartbeat(queue)


def _searches() -> dict[str, Callable[[datetime], Found]]:
    return {
        "clocks due": time_outs.sweep,
        "deserted games finished": deserted.finish,
        "reminders queued": reminders.queue_reminders,
        "reminders for devices queued": partial(push_queue.queue_reminders,
                                                earliest=preferences.awake_from),
        "warnings about open tables": expiry.warn,
        "open tables closed": expiry.expire,
        "held emails released": digest.release_due,
        "codes to send": delivery.sweep_codes,
        "emails to send": delivery.sweep,
        "notices to send": push_delivery.sweep,
        "emails to read": incoming.sweep,
        "bots to move": bots.sweep,
        "old codes forgotten": codes.forget_old,
        "unproved addresses forgotten": accounts.forget_unused,
        "old sessions forgotten": accounts.forget_sessions,
        "old messages and keys forgotten": incoming.forget_old,
        "old failures forgotten": failures.forget_old,
        "old turn timings forgotten": reliability.forget_old,
    }


def _count(name: str, search: Callable[[datetime], Found], now: datetime) -> int:
    try:
        found = search(now)
        return found if isinstance(found, int) else len(found)
    except Exception:  # the other searches must not wait for this one
        log.exception("the search for %r failed", name)
        return 0
