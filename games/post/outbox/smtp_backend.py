"""An email backend for SMTP that keeps its connections and never exceeds a time limit.

Most of the time that an email takes goes into connecting, so each thread keeps its connection for
the emails that follow.  Before a connection is used again, the server is asked whether it is still
there.  An email that fails, however it fails, ends its connection; the outbox tries it again later.
"""

from __future__ import annotations

import smtplib
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

from games.base.time_limits import TimeLimit

TIME_LIMIT = 40.0  # seconds for one email, less than a worker's claim on it lasts
IDLE = 30.0  # seconds after which an unused connection is closed
MAX_EMAILS = 100  # over one connection; some servers refuse more
OK = 250


@lru_cache(maxsize=1)
def _own_name() -> str:
    """Return the name with which this machine introduces itself."""
    # Cached, since smtplib would look the name up for each connection, which may take seconds.
    return socket.getfqdn().encode("idna").decode("ascii")


class _Watched(smtplib.SMTP):
    """An SMTP connection that a time limit watches from the start."""

    def __init__(self, host: str, port: int, *, limit: TimeLimit, timeout: float,
                 tls: ssl.SSLContext | None):
        self.limit, self.tls = limit, tls
        super().__init__(host, port, local_hostname=_own_name(), timeout=timeout)

    def connect(self, host: str = "localhost", port: int = 0,
                source_address: Any = None) -> tuple[int, bytes]:
        """Connect, with TLS before the first word if there is a context for it."""
        plain = socket.create_connection((host, port), self.timeout, source_address)
        self.limit.watch(plain)
        self.sock = self.tls.wrap_socket(plain, server_hostname=host) if self.tls else plain
        return self.getreply()


class Kept:
    """The connection that one thread keeps until it is idle for a while."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._connection: smtplib.SMTP | None = None
        self._emails = 0
        self._idle_since = 0.0
        self._timer: threading.Timer | None = None

    def take(self, limit: TimeLimit) -> smtplib.SMTP | None:
        """Return the connection if it can be used once more, else None."""
        connection, self._connection = self._connection, None
        if connection and connection.sock:
            limit.watch(connection.sock)
            if self._emails < MAX_EMAILS and _answers(connection):
                return connection
            close(connection)
        self._emails = 0
        return None

    def put(self, connection: smtplib.SMTP, *, emails: int) -> None:
        """Keep the connection, over which this many emails have just been sent."""
        self._emails += emails
        self._connection, self._idle_since = connection, time.monotonic()
        if self._timer is None:
            self._look_in(IDLE)

    def _look_in(self, seconds: float) -> None:
        """Check after this time whether the connection is still in use."""
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
        """Close the connection, if there is one."""
        with self.lock, TimeLimit(IDLE) as limit:
            if self._timer:
                self._timer.cancel()
                self._timer = None
            connection = self.take(limit)
            if connection:
                close(connection)


_threads = threading.local()


def kept() -> Kept:
    """Return the connection of this thread."""
    if not hasattr(_threads, "kept"):
        _threads.kept = Kept()
    found: Kept = _threads.kept
    return found


def close(connection: smtplib.SMTP) -> None:
    """End the connection, whatever its state."""
    with suppress(OSError):  # among them all errors of smtplib
        connection.quit()
    connection.close()


def _answers(connection: smtplib.SMTP) -> bool:
    try:
        return connection.noop()[0] == OK
    except OSError:
        return False


@contextmanager
def _limited() -> Iterator[TimeLimit]:
    """Limit the time of the block; raise TimeoutError if the block has exceeded it."""
    with TimeLimit(TIME_LIMIT) as limit:
        try:
            yield limit
        except Exception as error:
            if limit.expired:
                raise TimeoutError("the mail server took too long") from error
            raise


class EmailBackend(smtp.EmailBackend):
    """Django's SMTP backend, with the connection of this thread."""

    connection: smtplib.SMTP | None

    def open(self) -> bool:
        """Connect within the time limit, without sending an email."""
        if self.connection:
            return False
        with _limited() as limit:
            self.connection = self._connected(limit)
        return True

    def _connected(self, limit: TimeLimit) -> smtplib.SMTP:
        """Return a new connection, with TLS and signed in as the settings say."""
        connection = _Watched(
            self.host, self.port, limit=limit, timeout=self.timeout or TIME_LIMIT,
            tls=self.ssl_context if self.use_ssl else None,
        )
        try:
            if self.use_tls:
                connection.starttls(context=self.ssl_context)
            if self.username and self.password:
                connection.login(self.username, self.password)
        except BaseException:
            connection.close()
            raise
        return connection

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send the emails; return how many were sent."""
        mine = kept()
        with mine.lock, _limited() as limit:
            connection = self.connection = mine.take(limit) or self._connected(limit)
            try:
                sent = super().send_messages(email_messages)
            except BaseException:
                connection.close()  # it is in a state that nobody knows
                raise
            finally:
                self.connection = None
            mine.put(connection, emails=len(email_messages))
        return sent
