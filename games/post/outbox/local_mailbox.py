"""The local mailbox: an email backend that keeps every email in the database.

The mailbox is for trying the service without a mail server, and never for a public host, because
anybody who opens it can read sign-in codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as ParsedMessage
from email.utils import format_datetime, make_msgid

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.base import retention, site_clock
from games.models import MailboxEmail


class MailboxBackend(BaseEmailBackend):
    """An email backend that keeps emails as a mail server would receive them."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            keep(message)
        return len(email_messages)


def keep(message: EmailMessage) -> MailboxEmail:
    """Keep the message, unless its Message-ID is already there, and return its row."""
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
            "created_at": site_clock.now(),
        },
    )
    return row


def forget_old(now: datetime) -> int:
    """Delete old emails from the local mailbox; return how many."""
    old = MailboxEmail.objects.filter(created_at__lt=now - retention.LOCAL_MAILBOX)
    return retention.delete_oldest(old, by="created_at")


def body(message: ParsedMessage, kind: str) -> str:
    """Return the text of the message's "plain" or "html" body; "" if it has none."""
    part = message.get_body(preferencelist=(kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part else ""


def pictures(message: ParsedMessage) -> dict[str, tuple[str, bytes]]:
    """Return the pictures of a message by Content-ID: content type and bytes of each."""
    return {
        str(part["Content-ID"]).strip("<>"): (part.get_content_type(), part.get_content())
        for part in message.walk()
        if part["Content-ID"] and part.get_content_maintype() == "image"
    }


def reply_to(row: MailboxEmail) -> str:
    """Return the address for replies to this email; "" if it takes no replies."""
    parsed = message_from_bytes(bytes(row.raw), policy=policy.default)
    return str(parsed["Reply-To"] or "").strip()


def compose_reply(row: MailboxEmail, text: str, *, now: datetime) -> bytes:
    """Return a reply with this text, as a simple email program would send it."""
    subject = f"Re: {' '.join(row.subject.split())}"
    return compose(row.to, reply_to(row), text, subject=subject, answered=row.message_id, now=now)


def compose(
    sender: str, to: str, text: str, *, subject: str = "", answered: str = "", now: datetime
) -> bytes:
    """Return an email with this text; ``answered`` is the Message-ID of the email it replies to."""
    message = ParsedMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = format_datetime(now)
    message["Message-ID"] = make_msgid(domain="mailbox.localhost")
    if answered:
        message["In-Reply-To"] = answered
    message.set_content(text.replace("\r\n", "\n"))
    return message.as_bytes()
