"""One round of looking for what was lost, and for what has its time now.

Owns which services are asked, and that a fault of one does not stop the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sized
from datetime import datetime

from games.inbox import incoming
from games.lobby import expiry
from games.outbox import digest, outbox
from games.people import accounts
from games.play import bots

log = logging.getLogger(__name__)

Found = int | Sized


def run_all(now: datetime) -> dict[str, int]:
    """Goes round once; how many were found of each thing, 0 where the search failed."""
    return {what: _count(what, search, now) for what, search in _searches().items()}


def _searches() -> dict[str, Callable[[datetime], Found]]:
    return {
        "turns to remind of": digest.queue_reminders,
        "open tables to warn of": expiry.warn,
        "open tables to close": expiry.expire,
        "mails whose time has come": digest.release_due,
        "mails to send": outbox.sweep,
        "mails to read": incoming.sweep,
        "bots to move": bots.sweep,
        "unproved addresses forgotten": accounts.forget_unused,
        "old sessions forgotten": accounts.forget_sessions,
        "old messages and keys forgotten": incoming.forget_old,
    }


def _count(what: str, search: Callable[[datetime], Found], now: datetime) -> int:
    try:
        found = search(now)
        return found if isinstance(found, int) else len(found)
    except Exception:  # what waits elsewhere shall not wait for this
        log.exception("the search for %s failed", what)
        return 0
