"""A few threads of a web server that send codes while the broker is down (R3).

People wait for a code in front of a page, and without a broker no worker hears of it.  The
emails are rows of the outbox, so whatever these threads cannot send is left to the sweep.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from django.db import connections

SENDERS = 4  # threads of one process; each may have to wait for a slow mail server
MOST_WAITING = 500  # emails; by then a code would expire before its turn
THREAD = "code"

log = logging.getLogger(__name__)


class CodeSenders:
    """Sends emails in at most ``SENDERS`` threads, which end when nothing is left to send."""

    def __init__(self, deliver: Callable[[int], object]):
        self._deliver = deliver
        self._lock = threading.Lock()
        self._waiting: deque[int] = deque()
        self._running = 0

    def send(self, email_id: int) -> bool:
        """Sends the email soon; returns False if so many are waiting that the sweep must do it."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                return False
            self._waiting.append(email_id)
            if self._running < SENDERS:
                threading.Thread(target=self._run, name=THREAD, daemon=True).start()
                self._running += 1
        return True

    def _run(self) -> None:
        try:
            while (email_id := self._next()) is not None:
                self._try(email_id)
        finally:
            connections.close_all()

    def _next(self) -> int | None:
        """The next email; None ends the thread, which must not miss one that is being added."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._running -= 1
            return None

    def _try(self, email_id: int) -> None:
        try:
            self._deliver(email_id)
        except Exception:  # such as a database that is away: the other emails must not wait
            log.exception("an email with a code was not sent; the sweep will find it")
            connections.close_all()
