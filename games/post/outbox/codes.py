"""Emails that bring a code: to sign in, or to use another email address.

They are queued like all emails, so that no page waits for the mail server, and have a queue and
workers of their own, so that no other email holds them up.  They are the only rows of the outbox
with something secret, since the code itself cannot be looked up anywhere when the email is sent.
It is encrypted with a key that follows from the site's secret and the email's Message-ID, is
emptied as soon as the email has left or been given up, and the row is deleted after a day.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils.crypto import salted_hmac

from games.base import retention
from games.models import OutgoingEmail
from games.post.outbox.queue import new_message_id

SIGN_IN, NEW_ADDRESS = OutgoingEmail.CODE_KINDS
KINDS = frozenset(OutgoingEmail.CODE_KINDS)


class NotReadable(Exception):
    """The code has been emptied, or the site's secret has changed since."""


def queue_code(kind: str, code: str, *, to: str, now: datetime) -> OutgoingEmail:
    """Queues an email with this code; the caller notifies the worker.

    It is sent whatever the reader's email settings say, and belongs to no user: whether the
    address has an account makes no difference (R14).
    """
    message_id = new_message_id()
    sealed = _cipher(message_id).encrypt(code.encode()).decode("ascii")
    return OutgoingEmail.objects.create(
        kind=kind, to=to.lower(), message_id=message_id, sealed_code=sealed, not_before=now,
        due_since=now, created_at=now,
    )


def read_code(email: OutgoingEmail) -> str:
    """The code that this email brings; raises NotReadable if it cannot be read."""
    try:
        return _cipher(email.message_id).decrypt(email.sealed_code.encode("ascii")).decode()
    except InvalidToken:
        raise NotReadable from None


def has_expired(email: OutgoingEmail, *, now: datetime) -> bool:
    """Whether this email brings a code that does not work any more."""
    lifetime = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
    return email.kind in KINDS and now > email.created_at + lifetime


def forget_old(now: datetime) -> int:
    """Deletes yesterday's emails with codes, most of whose addresses nobody has proved."""
    old = OutgoingEmail.objects.filter(kind__in=OutgoingEmail.CODE_KINDS,
                                       created_at__lt=now - retention.CODES)
    return retention.delete_oldest(old, by="created_at")


def _cipher(message_id: str) -> Fernet:
    key = salted_hmac("games.outbox.codes", message_id, algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(key))
