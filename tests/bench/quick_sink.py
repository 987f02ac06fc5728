"""A mail server on loopback that takes so little time that it does not disturb what it measures.

It reads nothing of an email but its Message-ID, and accepts everything.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

END = b"\r\n.\r\n"
HEAD = 4000  # bytes in which the headers of an email are


@dataclass
class Sink:
    """The Message-IDs of the emails that have arrived, with the time of each."""

    port: int
    arrived: list[tuple[str, float]] = field(default_factory=list)
    connections: int = 0

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"


class _Conversation(asyncio.Protocol):
    """A conversation with one client."""

    def __init__(self, sink: Sink):
        self._sink = sink
        self._received = bytearray()
        self._takes_email = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        self._sink.connections += 1
        self._answer(b"220 localhost")

    def data_received(self, data: bytes) -> None:
        """Reads a command or an email; a client that does not pipeline sends one at a time."""
        self._received += data
        end = END if self._takes_email else b"\r\n"
        if self._received.endswith(end):
            text = bytes(self._received[:HEAD])
            self._received.clear()
            (self._take if self._takes_email else self._obey)(text)

    def _take(self, head: bytes) -> None:
        name = head.partition(b"\r\nMessage-ID: ")[2].partition(b"\r\n")[0].decode("ascii")
        self._sink.arrived.append((name, time.monotonic()))
        self._takes_email = False
        self._answer(b"250 2.0.0 OK")

    def _obey(self, line: bytes) -> None:
        command = line[:4].upper()
        if command == b"DATA":
            self._takes_email = True
            self._answer(b"354 go on")
        elif command == b"QUIT":
            self._answer(b"221 bye")
            self._transport.close()
        else:
            self._answer(b"250-localhost\r\n250 8BITMIME" if command == b"EHLO" else b"250 OK")

    def _answer(self, line: bytes) -> None:
        self._transport.write(line + b"\r\n")


@contextmanager
def listening() -> Iterator[Sink]:
    """Within the block, runs a sink in a thread."""
    listener = socket.create_server(("127.0.0.1", 0))
    sink, loop = Sink(listener.getsockname()[1]), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="sink", daemon=True)
    thread.start()
    starting = loop.create_server(partial(_Conversation, sink), sock=listener)
    server = asyncio.run_coroutine_threadsafe(starting, loop).result(10)
    try:
        yield sink
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
