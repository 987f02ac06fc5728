"""A mail server on loopback that records the emails it gets."""

from __future__ import annotations

import asyncio
import hashlib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import policy
from email.parser import BytesHeaderParser
from functools import partial

from aiosmtpd.smtp import SMTP, Envelope, Session

HEADERS = BytesHeaderParser(policy=policy.default)


@dataclass(frozen=True, slots=True)
class Delivery:
    """One delivered email: its Message-ID, a hash of all its bytes, and when it arrived."""

    message_id: str
    content: str
    at: float


@dataclass
class Sink:
    """The emails delivered so far.

    The server waits ``delay`` seconds between recording an email and confirming it.  A worker
    that is killed in that time has delivered the email but does not know it.  While it is
    ``held``, it confirms nothing.
    """

    delay: float = 0.0
    deliveries: list[Delivery] = field(default_factory=list)
    port: int = 0
    answer: str = "250 2.0.0 OK"
    connections: int = 0
    held: bool = False
    _open: list[SMTP] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def ids(self) -> set[str]:
        """The set of Message-IDs so far."""
        return {delivery.message_id for delivery in self.deliveries}

    @property
    def contents(self) -> set[tuple[str, str]]:
        """The set of different emails so far; copies of one email count once."""
        return {(delivery.message_id, delivery.content) for delivery in self.deliveries}

    async def handle_DATA(self, server: SMTP, session: Session,  # noqa: N802 - aiosmtpd's name
                          envelope: Envelope) -> str:
        raw = envelope.original_content or b""
        message_id = str(HEADERS.parsebytes(raw)["Message-ID"])
        digest = hashlib.sha256(raw).hexdigest()
        self.deliveries.append(Delivery(message_id, digest, time.monotonic()))
        await asyncio.sleep(self.delay)
        while self.held:
            await asyncio.sleep(0.01)
        return self.answer

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope,  # noqa: N802
                          hostname: str, responses: list[str]) -> list[str]:
        self.connections += 1
        self._open.append(server)
        session.host_name = hostname
        return responses

    def hang_up(self) -> None:
        """Closes all connections, as a server does that has waited for too long."""
        for server in self._open:
            if server.transport:
                server.loop.call_soon_threadsafe(server.transport.abort)


@contextmanager
def listening(*, delay: float = 0.0) -> Iterator[Sink]:
    """Within the block, runs a sink that accepts emails."""
    listener = socket.create_server(("127.0.0.1", 0))
    sink = Sink(delay, port=listener.getsockname()[1])
    loop = asyncio.new_event_loop()
    factory = partial(SMTP, sink, hostname="localhost", data_size_limit=None, loop=loop)
    thread = threading.Thread(target=loop.run_forever, name="sink", daemon=True)
    thread.start()
    # Not in this thread: in one that has opened a browser, Playwright's loop is running.
    starting = asyncio.run_coroutine_threadsafe(loop.create_server(factory, sock=listener), loop)
    server = starting.result(10)
    try:
        yield sink
    finally:
        asyncio.run_coroutine_threadsafe(_close(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _close(server: asyncio.AbstractServer) -> None:
    """Stops the server and its open connections."""
    server.close()
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
