"""Sends email by SMTP over a connection that is kept, and never for longer than a time limit.

Most of the time that an email takes goes into connecting, so each thread keeps its connection for
the emails that follow.  Before it is used again, the server is asked whether it is still there.
An email that fails, however it fails, ends its connection; the outbox tries it again later.
"""

from __future__ import annotations

import smtplib
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.message import sanitize_address

from games.outbox import wire
from games.time_limits import TimeLimit

TIME_LIMIT = 40.0  # seconds for one email, less than a worker's claim on it lasts
IDLE = 30.0  # seconds after which an unused connection is closed
MAX_EMAILS = 100  # over one connection; some servers refuse more
OK = 250


class _Watched(smtplib.SMTP):
    """An SMTP connection that a time limit watches from the start."""

    limit: TimeLimit  # of the class, because the constructor connects

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connected: socket.socket = super()._get_socket(  # type: ignore[misc]  # not in the stubs
            host, port, timeout)
        self.limit.watch(connected)
        return connected


class _WatchedTLS(smtplib.SMTP_SSL, _Watched):
    """The same with TLS from the start."""


class Kept:
    """The connection that one thread keeps, and when it ends."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._connection: smtplib.SMTP | None = None
        self._emails = 0
        self._idle_since = 0.0
        self._timer: threading.Timer | None = None

    def take(self, limit: TimeLimit) -> smtplib.SMTP | None:
        """The connection if it can be used once more; None if there is none."""
        connection, self._connection = self._connection, None
        if connection is None or connection.sock is None:
            return None
        limit.watch(connection.sock)
        if self._emails < MAX_EMAILS and _answers(connection):
            return connection
        close(connection)
        return None

    def put(self, connection: smtplib.SMTP, *, new: bool, emails: int) -> None:
        """Keeps the connection until it has been idle for a while."""
        self._emails = emails if new else self._emails + emails
        self._connection, self._idle_since = connection, time.monotonic()
        if self._timer is None:
            self._look_in(IDLE)

    def _look_in(self, seconds: float) -> None:
        """Looks then whether the connection is still in use; one timer serves many emails."""
        self._timer = threading.Timer(seconds, self._look)
        self._timer.daemon = True
        self._timer.start()

    def _look(self) -> None:
        with self.lock:
            self._timer = None
            rest = self._idle_since + IDLE - time.monotonic()
            if self._connection and rest > 0:
                self._look_in(rest)
            else:
                self.close()

    def close(self) -> None:
        """Closes the connection, if there is one."""
        with self.lock, TimeLimit(IDLE) as limit:
            if self._timer:
                self._timer.cancel()
                self._timer = None
            connection = self.take(limit)
            if connection:
                close(connection)


_threads = threading.local()


def kept() -> Kept:
    """The connection of this thread."""
    if not hasattr(_threads, "kept"):
        _threads.kept = Kept()
    found: Kept = _threads.kept
    return found


def close(connection: smtplib.SMTP) -> None:
    """Ends the connection, whatever state it is in."""
    with suppress(OSError):  # among them all errors of smtplib
        connection.quit()
    connection.close()


def _answers(connection: smtplib.SMTP) -> bool:
    try:
        return connection.noop()[0] == OK
    except OSError:
        return False


class EmailBackend(smtp.EmailBackend):
    """Django's SMTP backend, with the connection of this thread."""

    _limit: TimeLimit | None = None
    _partial_connection: smtplib.SMTP | None

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        base: type[_Watched] = _WatchedTLS if self.use_ssl else _Watched
        return type(base.__name__, (base,), {"limit": self._limit})

    def open(self) -> bool | None:
        """Connects, within the time limit also when there is no email to send."""
        if self._limit:
            return super().open()
        with self._limited():
            try:
                return super().open()
            except BaseException:
                self._drop()
                raise

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Sends the emails; returns how many were sent."""
        mine = kept()
        with mine.lock, self._limited() as limit:
            self.connection = mine.take(limit)
            try:
                new = bool(self.open())
                sent = super().send_messages(email_messages)
            except BaseException:
                self._drop()
                raise
            if self.connection:
                mine.put(self.connection, new=new, emails=len(email_messages))
            self.connection = None
        return sent

    def _send(self, email_message: EmailMessage) -> bool:
        """Sends one email as Django does, but makes its bytes in less time."""
        recipients = email_message.recipients()
        if not recipients:
            return False
        assert self.connection
        encoding = email_message.encoding or settings.DEFAULT_CHARSET
        sender, *to = (sanitize_address(address, encoding)
                       for address in (email_message.from_email, *recipients))
        self.connection.sendmail(sender, to, wire.as_bytes(email_message.message()))
        return True

    def _drop(self) -> None:
        """Closes the connection, which is in a state that nobody knows."""
        for connection in (self.connection, self._partial_connection):
            if connection:
                connection.close()
        self.connection = self._partial_connection = None

    @contextmanager
    def _limited(self) -> Iterator[TimeLimit]:
        """Within the block, the time limit holds; raises TimeoutError if it has been exceeded."""
        with TimeLimit(TIME_LIMIT) as limit:
            self._limit = limit
            try:
                yield limit
            except Exception as error:
                if limit.expired:
                    raise TimeoutError("the mail server took too long") from error
                raise
            finally:
                self._limit = None
