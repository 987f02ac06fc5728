"""The drill's mail server: it keeps what it gets, and can be slow, silent or unwilling."""

from __future__ import annotations

import asyncio
import hashlib
import queue
import time
from collections import defaultdict
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.with_servers import free_port

BUSY = "421 4.3.2 Too busy, please try again"


@dataclass(frozen=True, slots=True)
class Delivered:
    """One delivery, of which there may be several of the same email."""

    message_id: str
    digest: str
    at: float


@dataclass
class MailServer:
    """Takes in the service's email and hands it to the people it is for.

    ``delay`` is how many seconds it needs for each email; ``refuses`` makes it answer "421".
    """

    delay: float = 0.0
    refuses: bool = False
    port: int = field(default_factory=free_port)
    deliveries: list[Delivered] = field(default_factory=list)
    boxes: dict[str, queue.Queue[EmailMessage]] = field(
        default_factory=lambda: defaultdict(queue.Queue))

    async def handle_DATA(self, server: SMTP, session: Session,  # noqa: N802 - aiosmtpd's name
                          envelope: Envelope) -> str:
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.refuses:
            return BUSY
        raw = envelope.original_content or b""
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.deliveries.append(Delivered(
            str(message["Message-ID"]), hashlib.sha256(raw).hexdigest(), time.monotonic()))
        for to in envelope.rcpt_tos:
            self.boxes[to.lower()].put(message)
        return "250 2.0.0 OK"

    def controller(self, host: str) -> Controller:
        """The server itself at this address; call its ``start`` and ``stop``."""
        return Controller(self, hostname=host, port=self.port, server_hostname="localhost",
                          data_size_limit=None)
