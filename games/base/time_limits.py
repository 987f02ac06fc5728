"""A time limit for a whole conversation with a server, however short each of its steps is."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress


class TimeLimit:
    """A context manager that ends the connections it watches when their time is up."""

    def __init__(self, seconds: float):
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self.expired = False

    def watch(self, connected: socket.socket) -> None:
        """Watch this connection, too, even when TLS is put around its socket later."""
        with self._lock:
            self._release()
            self._socket = socket.socket(fileno=os.dup(connected.fileno()))
        if self.expired:
            self._expire()

    def _expire(self) -> None:
        self.expired = True
        with self._lock, suppress(OSError):
            if self._socket:
                self._socket.shutdown(socket.SHUT_RDWR)

    def _release(self) -> None:
        if self._socket:
            self._socket.close()
        self._socket = None

    def __enter__(self) -> TimeLimit:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._release()
