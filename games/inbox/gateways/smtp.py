"""A small SMTP and LMTP server that receives replies to turn emails.

Owns the conversation with the sending server.  It accepts email for turns (also past ones)
and bounces only, relays nothing, and acknowledges an email (250) only after storing it; if
that fails it asks the other server to try again (451).
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP, Envelope, Session, syntax
from django.db import connections
from django.utils import timezone

from games.inbox import incoming
from games.inbox.parsing import message_reader
from games.models import IncomingEmail

MAX_BYTES = 5_000_000  # above the parser's limit: a sender in between gets an explanation by email
THREADS = 4
CLIENT_TIMEOUT = 120.0  # seconds
THREAD_TIMEOUT = 10.0  # seconds, for the listener's own thread
COMMAND_LIMITS = {"*": 200, "DATA": 50}

OK = "250 2.0.0 OK"
STORED = "250 2.6.0 The message is stored"
ONE_AT_A_TIME = "452 4.5.3 One recipient at a time, please"
UNKNOWN_RECIPIENT = "550 5.1.1 There is no such turn here"
TRY_AGAIN = "451 4.3.0 This cannot be stored now, please try again"

Value = TypeVar("Value")

log = logging.getLogger(__name__)


class SmtpSession(SMTP):
    """One client, which speaks SMTP or, beginning with LHLO, LMTP (RFC 2033).

    LMTP wants a response for each recipient; since we take one recipient, that is one response.
    """

    line_length_limit = 20_000  # some web clients never break a line
    lmtp = False

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, arg: str) -> None:  # noqa: N802 - aiosmtpd finds it by name
        """The greeting of LMTP."""
        self.lmtp = True
        await self.smtp_EHLO(arg)


class MailHandler:
    """Responds to each step of a conversation; the database is used in threads only."""

    def __init__(self, threads: ThreadPoolExecutor):
        self._threads = threads

    async def handle_RCPT(self, server: SmtpSession, session: Session, envelope: Envelope,  # noqa: N802
                          address: str, options: list[str]) -> str:
        """Accepts one recipient for each email, which must be the address of a turn or our own."""
        if not await self._in_thread(partial(incoming.accepts_address, address)):
            return UNKNOWN_RECIPIENT
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return OK

    async def handle_DATA(self, server: SmtpSession, session: Session,  # noqa: N802
                          envelope: Envelope) -> str:
        """Stores the email, then acknowledges it."""
        raw = envelope.original_content or b""
        gateway = IncomingEmail.Gateway.LMTP if server.lmtp else IncomingEmail.Gateway.SMTP
        known = message_reader.Envelope(_sender(envelope), tuple(envelope.rcpt_tos))
        await self._in_thread(partial(incoming.store, raw, gateway=gateway, now=timezone.now(),
                                      envelope=known))
        return STORED

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong, the other server must keep the email and try again."""
        log.error("an email could not be stored: %s", type(error).__name__)
        return TRY_AGAIN

    async def _in_thread(self, act: Callable[[], Value]) -> Value:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _with_database, act)


def _sender(envelope: Envelope) -> str:
    sender = envelope.mail_from or ""
    return "" if sender == "<>" else sender


def _with_database(act: Callable[[], Value]) -> Value:
    try:
        return act()
    finally:
        connections.close_all()


@contextmanager
def smtp_server(host: str, port: int) -> Iterator[int]:
    """Serves at this address within the block and yields the port (0 chooses a free one).

    Raises OSError when the address is not available.
    """
    # aiosmtpd logs what a client sends, with addresses.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    loop = asyncio.new_event_loop()
    with (
        socket.create_server((host, port), family=_family(host)) as listener,
        ThreadPoolExecutor(THREADS, thread_name_prefix="smtp") as threads,
    ):
        thread = threading.Thread(target=loop.run_forever, name="listener", daemon=True)
        thread.start()
        # The loop is used in its own thread only: the caller's thread may have another loop.
        server = _in_loop(
            loop, loop.create_server(_factory(loop, MailHandler(threads)), sock=listener)
        )
        try:
            yield int(listener.getsockname()[1])
        finally:
            _in_loop(loop, _close(server))
            loop.call_soon_threadsafe(loop.stop)
            thread.join(THREAD_TIMEOUT)
            loop.close()


def _in_loop(loop: asyncio.AbstractEventLoop, act: Coroutine[Any, Any, Value]) -> Value:
    return asyncio.run_coroutine_threadsafe(act, loop).result(THREAD_TIMEOUT)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _factory(loop: asyncio.AbstractEventLoop, handler: MailHandler) -> Callable[[], Any]:
    return partial(
        SmtpSession, handler, data_size_limit=MAX_BYTES, enable_SMTPUTF8=True,
        hostname="localhost", ident="Post", timeout=CLIENT_TIMEOUT,
        command_call_limit=COMMAND_LIMITS, loop=loop,
    )


async def _close(server: asyncio.Server) -> None:
    """Takes no new clients and drops those that are connected; they will try again."""
    server.close()
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
