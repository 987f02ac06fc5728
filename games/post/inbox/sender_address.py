"""Email to the address we send from: bounces are processed, and nothing is stored.

People who write there learn, at most once a day, where to write instead.  Programs learn nothing
(R16).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from games.models import OutgoingEmail
from games.post.inbox import quotas
from games.post.inbox.parsing import size_limits
from games.post.inbox.parsing.message_reader import Envelope
from games.post.inbox.parsing.sandbox import read_in_sandbox
from games.post.inbox.recognition import owner_of
from games.post.outbox import bounces
from games.post.outbox.queue import queue_email

UNREAD = "unread"  # the kind of the answer
DAY = timedelta(days=1)
MAX_ADDRESS_LENGTH = 254

_PROGRAM = re.compile(r"(?:mailer-?daemon|mail-daemon|postmaster|bounces?)(?:[-+.=].*)?(?:@|$)")


class Unread(Exception):
    """A person wrote to the address that nobody reads."""


def may_be_bounce(sender: str) -> bool:
    """Return whether an email with this sender may be a bounce; they have none, or a program's."""
    return not sender or bool(_PROGRAM.match(sender.strip().lower()))


def sources(sender: str, *, network: str) -> list[quotas.Source]:
    """What an email from this sender counts for."""
    own = [("network", network)] if network else []
    if may_be_bounce(sender):
        return [("bounces", ""), *own]
    return [("writer", sender), ("writers", ""), *own]


def receive(raw: bytes, *, envelope: Envelope, counted: Sequence[quotas.Source],
            now: datetime) -> None:
    """Process a bounce and forget it.

    Raises Unread for the email of a person, so that the gateway can reject or answer it, and
    OverQuota.
    """
    quotas.check(counted, now=now)
    header = size_limits.header(raw)  # by which a bounce can be recognised
    reading = read_in_sandbox(header, envelope=envelope, own_domain=settings.MAIL_DOMAIN)
    quotas.count(counted, size=len(raw), now=now)
    if reading.reason == "bounce":
        bounces.process_report(raw, now=now)
    if not reading.is_automatic:
        raise Unread(reading.sender)


def answer(sender: str, *, now: datetime) -> OutgoingEmail | None:
    """Tell this address that nobody has read its email, unless we have told it today."""
    if not _may_be_answered(sender):
        return None
    with transaction.atomic():
        quotas.count([("answered writer", sender)], size=0, now=now)  # others have to wait here
        told = OutgoingEmail.objects.filter(kind=UNREAD, to=sender, created_at__gt=now - DAY)
        return None if told.exists() else queue_email(UNREAD, to=sender, now=now)


def _may_be_answered(sender: str) -> bool:
    try:
        validate_email(sender)
    except ValidationError:
        return False
    ours = sender.lower() == bounces.bounce_address() or owner_of(sender)
    return len(sender) <= MAX_ADDRESS_LENGTH and not ours
