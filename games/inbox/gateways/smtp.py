"""A small mail server for one purpose: taking answers to turns by SMTP or LMTP.

Owns the conversation with the other server.  It accepts mail for living and dead turn
addresses only, relays nothing, and says 250 when the message is stored and not before:
what it cannot store now it asks to be sent again (451).
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

MAX_BYTES = 5_000_000  # more than is read: what lies between gets a friendly answer by mail
THREADS = 4
SILENCE = 120.0  # seconds until a silent client is sent away
PATIENCE = 10.0  # for the listener's own thread
MOST_COMMANDS = {"*": 200, "DATA": 50}

OK = "250 2.0.0 OK"
KEPT = "250 2.6.0 The message is stored"
ONE_AT_A_TIME = "452 4.5.3 One recipient at a time, please"
NOBODY = "550 5.1.1 There is no such turn here"
TROUBLE = "451 4.3.0 This cannot be stored now, please try again"

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


class SmtpSession(SMTP):
    """One client; it may speak SMTP or, beginning with LHLO, LMTP (RFC 2033).

    With one recipient a message LMTP's answer for each of them is the one answer.
    """

    line_length_limit = 20_000  # some web mailers break lines nowhere
    lmtp = False

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, arg: str) -> None:  # noqa: N802 - the name is the command's
        """LMTP's greeting."""
        self.lmtp = True
        await self.smtp_EHLO(arg)


class MailHandler:
    """What is answered to each step of a conversation; the database is asked in threads."""

    def __init__(self, threads: ThreadPoolExecutor):
        self._threads = threads

    async def handle_RCPT(self, server: SmtpSession, session: Session, envelope: Envelope,  # noqa: N802
                          address: str, options: list[str]) -> str:
        """Lets mail in for addresses of turns, one a message."""
        if not await self._ask(partial(incoming.accepts_address, address)):
            return NOBODY
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return OK

    async def handle_DATA(self, server: SmtpSession, session: Session,  # noqa: N802
                          envelope: Envelope) -> str:
        """Stores the message, then says so."""
        raw = envelope.original_content or b""
        door = IncomingEmail.Door.LMTP if server.lmtp else IncomingEmail.Door.SMTP
        told = message_reader.Envelope(_sender(envelope), tuple(envelope.rcpt_tos))
        await self._ask(partial(incoming.store, raw, door=door, now=timezone.now(), envelope=told))
        return KEPT

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong, the other server keeps the message and tries again."""
        log.error("a mail could not be taken: %s", type(error).__name__)
        return TROUBLE

    async def _ask(self, act: Callable[[], Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _with_database, act)


def _sender(envelope: Envelope) -> str:
    sender = envelope.mail_from or ""
    return "" if sender == "<>" else sender


def _with_database(act: Callable[[], Answer]) -> Answer:
    try:
        return act()
    finally:
        connections.close_all()


@contextmanager
def smtp_server(host: str, port: int) -> Iterator[int]:
    """Within the block mail is taken in at this address; gives the port (one is found for 0).

    Raises OSError when the address cannot be had.
    """
    # What a client sends stands in this log of aiosmtpd's, addresses and all.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    loop = asyncio.new_event_loop()
    with (
        socket.create_server((host, port), family=_family(host)) as taken,
        ThreadPoolExecutor(THREADS, thread_name_prefix="door") as threads,
    ):
        thread = threading.Thread(target=loop.run_forever, name="listener", daemon=True)
        thread.start()
        # Everything of the loop's happens in its thread: the caller's may have a loop of its own.
        server = _in_loop(
            loop, loop.create_server(_factory(loop, MailHandler(threads)), sock=taken)
        )
        try:
            yield int(taken.getsockname()[1])
        finally:
            _in_loop(loop, _close(server))
            loop.call_soon_threadsafe(loop.stop)
            thread.join(PATIENCE)
            loop.close()


def _in_loop(loop: asyncio.AbstractEventLoop, act: Coroutine[Any, Any, Answer]) -> Answer:
    return asyncio.run_coroutine_threadsafe(act, loop).result(PATIENCE)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _factory(loop: asyncio.AbstractEventLoop, doorkeeper: MailHandler) -> Callable[[], Any]:
    return partial(
        SmtpSession, doorkeeper, data_size_limit=MAX_BYTES, enable_SMTPUTF8=True,
        hostname="localhost", ident="Post", timeout=SILENCE, command_call_limit=MOST_COMMANDS,
        loop=loop,
    )


async def _close(server: asyncio.Server) -> None:
    """No new clients; those who are here are sent away and will come again."""
    server.close()
    here = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in here:
        task.cancel()
    await asyncio.gather(*here, return_exceptions=True)
