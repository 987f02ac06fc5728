"""Sends emails, writes replies to them and processes these, as tests of the inbox need it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formataddr

from django.core import mail as sent

from games.models import Game, IncomingEmail, OutgoingEmail, User
from games.post.emails.rendering import compose, texts
from games.post.inbox import processing
from games.post.inbox.parsing.message_reader import Envelope
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email

DUE = [OutgoingEmail.Status.QUEUED, OutgoingEmail.Status.RETRY]

_count = itertools.count(1)


def text_of(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def words(message: EmailMessage) -> str:
    """The text of an email on one line."""
    return " ".join(text_of(message).split())


def html_of(message: EmailMessage) -> str:
    part = message.get_body(preferencelist=("html",))
    assert part is not None
    return str(part.get_content())


def written(text: str, *, to: str, sender: str, message_id: str = "", answers: str = "",
            subject: str = "Re: Friends (Alexandros)", headers: dict[str, str] | None = None,
            called: str = "Somebody") -> bytes:
    """A plain email as a person writes it."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"] = formataddr((called, sender)), to
    message["Subject"] = subject
    message["Message-ID"] = message_id or f"<test-{next(_count)}@mail.example.org>"
    if answers:
        message["In-Reply-To"] = answers
    for name, value in (headers or {}).items():
        message[name] = value
    message.set_content(text)
    return message.as_bytes()


@dataclass
class PostOffice:
    """Delivers the outbox and processes the inbox at one moment."""

    now: datetime
    delivered: list[EmailMessage] = field(default_factory=list)

    def deliver(self) -> list[EmailMessage]:
        """Sends what is due; returns the emails sent just now."""
        before = len(sent.outbox)
        for email in OutgoingEmail.objects.filter(status__in=DUE).order_by("pk"):
            status = delivery.deliver(email.pk, compose=compose, now=self.now)
            email.refresh_from_db()
            assert status in ("sent", "failed"), email.error
        new = [message_from_bytes(m.message().as_bytes(), policy=policy.default)
               for m in sent.outbox[before:]]
        self.delivered += new
        return new

    def turn_email(self, game: Game, user: User) -> EmailMessage:
        """The email that tells this person that it is their turn."""
        seat = game.seats.get(user=user)
        queue_email("turn", to=user.email or "", now=self.now, game=game, seat=seat, user=user,
                    number=game.number)
        return self.deliver()[-1]

    def store(self, raw: bytes, *, to: str, sender: str | None = None) -> IncomingEmail:
        """A message that is stored and not yet processed."""
        return processing.store(raw, gateway="smtp", now=self.now,
                              envelope=Envelope(sender, (to,)))

    def take_in(self, raw: bytes, *, to: str, sender: str | None = None) -> IncomingEmail:
        """A message that is stored and processed."""
        message = self.store(raw, to=to, sender=sender)
        processing.process(message.pk, now=self.now, render=texts)
        message.refresh_from_db()
        return message

    def reply(self, email: EmailMessage, text: str, *, sender: str,
              message_id: str = "") -> IncomingEmail:
        """A reply to this email, processed."""
        to = str(email["Reply-To"])
        raw = written(text, to=to, sender=sender, message_id=message_id,
                      answers=str(email["Message-ID"]), subject=f"Re: {email['Subject']}")
        return self.take_in(raw, to=to, sender=sender)

    def answer(self, email: EmailMessage, text: str, *,
               sender: str = "alice@example.org") -> EmailMessage:
        """The email that answers this reply."""
        self.reply(email, text, sender=sender)
        return self.deliver()[-1]
