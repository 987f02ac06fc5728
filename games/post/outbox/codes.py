"""Emails that bring a code: to sign in, or to use another email address.

They are queued like all emails, so that no page waits for the mail server, and have a queue and
workers of their own, so that no other email delays them.  They are the only rows of the outbox that
contain something secret, since the code cannot be looked up anywhere when the email is sent.  The
code is encrypted with a key that follows from the site's secret and the email's Message-ID, and
emptied as soon as the email has been sent or given up.  The row is deleted after a day.
"""

from __future__ import annotations

import logging
import threading
from base64 import urlsafe_b64encode
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import connections
from django.utils.crypto import salted_hmac

from games.base import retention
from games.models import OutgoingEmail
from games.people import languages
from games.post.outbox.queue import new_message_id

SIGN_IN, NEW_ADDRESS = OutgoingEmail.CODE_KINDS
KINDS = frozenset(OutgoingEmail.CODE_KINDS)
SENDERS = 4  # threads of one process; each may have to wait for a slow mail server
MOST_WAITING = 500  # emails; by then a code would expire before its turn
THREAD = "code"

log = logging.getLogger(__name__)


class NotReadable(Exception):
    """A code that has been emptied, or was encrypted with another secret of the site."""


def queue_code(kind: str, code: str, *, to: str, now: datetime) -> OutgoingEmail:
    """Queue an email with this code; the caller notifies the worker.

    The email is sent whatever its reader's email settings say, and belongs to no user, so the row
    does not reveal whether the address has an account (R14).
    """
    message_id = new_message_id()
    sealed = _cipher(message_id).encrypt(code.encode()).decode("ascii")
    return OutgoingEmail.objects.create(
        kind=kind, to=to.lower(), message_id=message_id, sealed_code=sealed, not_before=now,
        due_since=now, created_at=now, language=languages.noted(),
    )


def read_code(email: OutgoingEmail) -> str:
    """Return the code that this email brings, or raise NotReadable if it cannot be read."""
    try:
        return _cipher(email.message_id).decrypt(email.sealed_code.encode("ascii")).decode()
    except InvalidToken:
        raise NotReadable from None


def has_expired(email: OutgoingEmail, *, now: datetime) -> bool:
    """Return whether this email brings a code that does not work any more."""
    lifetime = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
    return email.kind in KINDS and now > email.created_at + lifetime


def forget_old(now: datetime) -> int:
    """Delete emails with codes that are older than a day; return how many."""
    # Anybody can enter any address, and nobody has proved most of these.
    old = OutgoingEmail.objects.filter(kind__in=OutgoingEmail.CODE_KINDS,
                                       created_at__lt=now - retention.CODES)
    return retention.delete_oldest(old, by="created_at")


def _cipher(message_id: str) -> Fernet:
    key = salted_hmac("games.outbox.codes", message_id, algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(key))


class CodeSenders:
    """Up to ``SENDERS`` threads that send emails and end when nothing is left to send."""

    def __init__(self, deliver: Callable[[int], object]):
        self._deliver = deliver
        self._lock = threading.Lock()
        self._waiting: deque[int] = deque()
        self._running = 0

    def send(self, email_id: int) -> bool:
        """Send the email soon; return False if the queue is full and the sweep must do it."""
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
        """Return the next email; None ends the thread."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._running -= 1  # under the lock, or an email that is just added could be missed
            return None

    def _try(self, email_id: int) -> None:
        try:
            self._deliver(email_id)
        except Exception:  # such as a database that is away: the other emails must not wait
            log.exception("an email with a code was not sent; the sweep will find it")
            connections.close_all()
