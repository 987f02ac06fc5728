"""The mail server of a season: takes emails, loses none unless a season's troubles say so.

Emails go through the real queue and the real delivery.  Only the last step is made up: an email
that leaves is counted and put into its reader's inbox.  All emails are checked to be still true
when they leave, but only the first of each kind are written and drawn.
"""

from __future__ import annotations

import smtplib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.labs.season.incidents import Trouble
from games.models import OutgoingEmail
from games.post import email_kinds
from games.post.emails import rendering
from games.post.outbox import digest
from games.post.outbox.delivery import Obsolete
from games.table.play import staleness

LATER = timedelta(minutes=3)  # after which a bounce comes back as an email


@dataclass(slots=True)
class Notice:
    """What somebody knows of a turn of theirs: since when, and whether they were reminded."""

    told_at: datetime
    reminded: bool = False


@dataclass(slots=True)
class Inbox:
    """What a person's emails say: their turns and their lost seats, by the games' ids."""

    turns: dict[int, Notice] = field(default_factory=dict)
    lost: dict[int, datetime] = field(default_factory=dict)


class Post:
    """Takes the emails of the service, as long as nothing is wrong."""

    def __init__(self, *, rendered: int, troubles: Sequence[Trouble],
                 addresses: dict[str, int]) -> None:
        self.now: datetime | None = None
        self.inboxes: dict[int, Inbox] = defaultdict(Inbox)
        self.sent: Counter[str] = Counter()
        self.reports: list[tuple[datetime, str]] = []
        self._rendered: Counter[str] = Counter()
        self._limit = rendered
        self._outages = [each for each in troubles if each.kind == "email"]
        self._bounces = [each for each in troubles if each.kind == "bounce"]
        self._addresses = addresses

    def compose(self, email: OutgoingEmail) -> EmailMessage:
        """The email as a message that this post takes; raises Obsolete if it is no longer true."""
        if self._rendered[email.kind] < self._limit:
            message: EmailMessage = rendering.compose(email)
            self._rendered[email.kind] += 1
        else:
            check(email)
            message = EmailMessage(email.kind, "", to=[email.to])
        message.connection = _Transport(self, email)
        return message

    def take(self, email: OutgoingEmail) -> None:
        """What the mail server does with an email: raises what ``smtplib`` would raise."""
        now = self.now
        assert now is not None  # the season sets it before anything happens
        if any(each.covers(now) for each in self._outages):
            raise smtplib.SMTPServerDisconnected("the mail server does not answer")
        bounce = next((each for each in self._bounces if each.covers(now)
                       and each.person == self._addresses.get(email.to)), None)
        if bounce is not None and not bounce.later:
            raise smtplib.SMTPRecipientsRefused({email.to: (550, b"5.1.1 no such mailbox")})
        self.sent[email.kind] += 1
        if bounce is not None:
            self.reports.append((now + LATER, email.message_id))
        elif email.user_id is not None:
            self._arrive(email, now)

    def _arrive(self, email: OutgoingEmail, now: datetime) -> None:
        assert email.user_id is not None  # checked
        inbox = self.inboxes[email.user_id]
        if email.kind == "digest":
            for item in digest.digest_items(email):
                _note(inbox, item.email, now)
        else:
            _note(inbox, email, now)


def _note(inbox: Inbox, email: OutgoingEmail, now: datetime) -> None:
    if email.game_id is None:
        return
    if email.kind in email_kinds.ABOUT_TURNS:
        inbox.turns[email.game_id] = Notice(now, reminded=email.kind != "turn")
    elif email.kind in ("replaced", "deserted"):
        inbox.lost[email.game_id] = now


def check(email: OutgoingEmail) -> None:
    """Raises Obsolete if an email is no longer true, as composing it would."""
    if email.kind == "digest":
        if not digest.digest_items(email):
            raise Obsolete("none of its emails is true any more")
    elif email_kinds.kind_of(email.kind).is_chosen:
        if not digest.relevant_items([email]):
            raise Obsolete("it is no longer true")
        if email.kind in email_kinds.ABOUT_TURNS and _has_begun(email):
            raise Obsolete("its reader has begun the turn")


def _has_begun(email: OutgoingEmail) -> bool:
    game, seat = email.game, email.seat
    assert game is not None  # an email about a turn has both
    assert seat is not None
    return staleness.is_past(game, email.number, seat=seat.index)


class _Transport(BaseEmailBackend):
    """What Django's messages are sent with."""

    def __init__(self, post: Post, email: OutgoingEmail) -> None:
        super().__init__()
        self._post, self._email = post, email

    def send_messages(self, messages: Sequence[Any]) -> int:
        self._post.take(self._email)
        return len(messages)
