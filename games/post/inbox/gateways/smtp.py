"""The gateway for SMTP and LMTP: a small server that receives replies to our emails.

The server accepts only replies (also to past turns) and bounces, relays nothing, and acknowledges
an email (250) only after storing it.  If storing fails (451), or if there is too much email (452),
the server asks the other side to try again.
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

from games.base import site_clock
from games.models import IncomingEmail
from games.post.inbox import intake, processing, quotas
from games.post.inbox.parsing import message_reader

MAX_ACCEPTED_BYTES = 5_000_000  # up to here, we explain by email what the parser's limit is
THREADS = 4
CLIENT_TIMEOUT = 120.0  # seconds
THREAD_TIMEOUT = 10.0  # seconds, for the listener's own thread
COMMAND_LIMITS = {"*": 200, "DATA": 50}

OK = "250 2.0.0 OK"
NOT_TRUSTED = "550 5.7.1 Only for our own mail server"
STORED = "250 2.6.0 The message is stored"
UNREAD = "550 5.7.1 Nobody reads this address; reply to the newest email about your game"
TOO_MUCH = "452 4.7.1 Too much email from you within an hour, please try again later"
ONE_AT_A_TIME = "452 4.5.3 One recipient at a time, please"
UNKNOWN_RECIPIENT = ("550 5.1.1 This address is not in use, or no longer; reply to the newest email"
                     " about your game, or play on the website")
TRY_AGAIN = "451 4.3.0 This cannot be stored now, please try again"

Value = TypeVar("Value")

log = logging.getLogger(__name__)


class SmtpSession(SMTP):
    """One client, which speaks SMTP or, beginning with LHLO, LMTP (RFC 2033).

    LMTP wants a response for each recipient; since we take one recipient, that is one response.
    """

    line_length_limit = 20_000  # some web clients never break a line
    lmtp = False
    forwarded_for = ""  # the client of the mail server in front of us

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, arg: str) -> None:  # noqa: N802 - aiosmtpd finds it by name
        """Respond to the greeting of LMTP."""
        self.lmtp = True
        await self.smtp_EHLO(arg)

    @syntax("XFORWARD attribute=value...")
    async def smtp_XFORWARD(self, arg: str) -> None:  # noqa: N802 - aiosmtpd finds it by name
        """Note, as Postfix tells it, from which client our own mail server got the email."""
        if not self.is_trusted:
            await self.push(NOT_TRUSTED)
            return
        values = dict(part.upper().split("=", 1) for part in arg.split() if "=" in part)
        self.forwarded_for = values.get("ADDR", self.forwarded_for)
        await self.push(OK)

    @property
    def is_trusted(self) -> bool:
        """Whether the client is on a network of the site's own."""
        return not quotas.network_of(self._peer)

    @property
    def network(self) -> str:
        """The network that the email comes from, "" if unknown."""
        return quotas.network_of(self.forwarded_for or self._peer)

    @property
    def _peer(self) -> str:
        peer = self.session.peer if self.session else None
        return str(peer[0]) if isinstance(peer, tuple) else ""


class MailHandler:
    """The responses to each step of a conversation; only threads use the database."""

    def __init__(self, threads: ThreadPoolExecutor):
        self._threads = threads

    async def handle_EHLO(self, server: SmtpSession, session: Session,  # noqa: N802
                          envelope: Envelope, hostname: str, responses: list[str]) -> list[str]:
        """Offer XFORWARD to our own mail server."""
        session.host_name = hostname
        offered = ["250-XFORWARD ADDR"] if server.is_trusted else []
        return [*responses[:-1], *offered, responses[-1]]

    async def handle_RCPT(self, server: SmtpSession, session: Session, envelope: Envelope,  # noqa: N802
                          address: str, options: list[str]) -> str:
        """Accept one recipient for each email: a reply address or, for bounces, our own."""
        refused = await self._in_thread(partial(
            _refusal, address, sender=_sender(envelope), network=server.network))
        if refused:
            return refused
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return OK

    async def handle_DATA(self, server: SmtpSession, session: Session,  # noqa: N802
                          envelope: Envelope) -> str:
        """Store the email or process the bounce, then acknowledge it."""
        raw = envelope.original_content or b""
        gateway = IncomingEmail.Gateway.LMTP if server.lmtp else IncomingEmail.Gateway.SMTP
        known = message_reader.Envelope(_sender(envelope), tuple(envelope.rcpt_tos))
        take_in = partial(intake.take_in, raw, gateway=gateway, now=site_clock.now(),
                          envelope=known, network=server.network)
        try:
            await self._in_thread(take_in)
        except quotas.OverQuota:
            return TOO_MUCH
        except intake.Unread:
            return UNREAD
        return STORED

    async def handle_exception(self, error: Exception) -> str:
        """Make the other server keep the email and try again, whatever went wrong."""
        log.error("an email could not be stored: %s", type(error).__name__)
        return TRY_AGAIN

    async def _in_thread(self, act: Callable[[], Value]) -> Value:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, _with_database, act)


def _refusal(address: str, *, sender: str, network: str) -> str:
    """Return the response that refuses this recipient before the email is sent; "" to accept."""
    if not processing.accepts_address(address):
        return UNKNOWN_RECIPIENT
    if processing.is_sender_address(address) and not intake.may_be_bounce(sender):
        return UNREAD
    known = message_reader.Envelope(sender, (address,))
    try:
        intake.check(b"", envelope=known, network=network, now=site_clock.now())
    except quotas.OverQuota:
        return TOO_MUCH
    return ""


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
    """Serve at this address within the block, and yield the port (0 chooses a free one).

    Raises OSError if the address is not available.
    """
    # aiosmtpd logs all commands of a client, with addresses.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    loop = asyncio.new_event_loop()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with (
        socket.create_server((host, port), family=family) as listener,
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


def _factory(loop: asyncio.AbstractEventLoop, handler: MailHandler) -> Callable[[], Any]:
    return partial(
        SmtpSession, handler, data_size_limit=MAX_ACCEPTED_BYTES, enable_SMTPUTF8=True,
        hostname="localhost", ident="Post", timeout=CLIENT_TIMEOUT,
        command_call_limit=COMMAND_LIMITS, loop=loop,
    )


async def _close(server: asyncio.Server) -> None:
    """Take no new clients and drop those that are connected, who will try again."""
    server.close()
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
