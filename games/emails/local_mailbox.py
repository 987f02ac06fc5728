"""The local mailbox: a mail backend that keeps every message in the database.

For trying the service without a mail server.  Never on a public host: it holds login codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage
from email.utils import format_datetime, make_msgid

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from games.models import MailboxEmail


class MailboxBackend(BaseEmailBackend):
    """Keeps messages as they would have gone over the wire; the same Message-ID only once."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            keep(message)
        return len(email_messages)


def keep(message: EmailMessage) -> MailboxEmail:
    """The message as a row of the mailbox; one that is already there stays as it is."""
    raw = message.message().as_bytes().replace(b"\n", b"\r\n")
    parsed = message_from_bytes(raw, policy=policy.default)
    row, _ = MailboxEmail.objects.get_or_create(
        message_id=str(parsed["Message-ID"])[:250],
        defaults={
            "to": ", ".join(message.recipients())[:500],
            "subject": str(parsed["Subject"])[:500],
            "text": body(parsed, "plain"),
            "html": body(parsed, "html"),
            "raw": raw,
            "created_at": timezone.now(),
        },
    )
    return row


def body(message: ParsedMessage, kind: str) -> str:
    """The text of a message's body of this kind, "" when it has none."""
    part = message.get_body(preferencelist=(kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part else ""


def pictures(message: ParsedMessage) -> dict[str, tuple[str, bytes]]:
    """The pictures inside a message: type and bytes by Content-ID."""
    return {
        str(part["Content-ID"]).strip("<>"): (part.get_content_type(), part.get_content())
        for part in message.walk()
        if part["Content-ID"] and part.get_content_maintype() == "image"
    }


def reply_to(row: MailboxEmail) -> str:
    """Where an answer to this message goes; "" when none is awaited."""
    parsed = message_from_bytes(bytes(row.raw), policy=policy.default)
    return str(parsed["Reply-To"] or "").strip()


def answer(row: MailboxEmail, text: str, *, now: datetime) -> bytes:
    """The answer to this message as a plain mail reader would write it."""
    message = ParsedMessage(policy=policy.SMTP)
    message["From"], message["To"] = row.to, reply_to(row)
    message["Subject"] = f"Re: {' '.join(row.subject.split())}"
    message["Date"] = format_datetime(now)
    message["Message-ID"] = make_msgid(domain="mailbox.localhost")
    message["In-Reply-To"] = row.message_id
    message.set_content(text.replace("\r\n", "\n"))
    return message.as_bytes()
