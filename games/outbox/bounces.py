"""Addresses to which mail is not sent: those it came back from, and those that refused it.

Owns what stops all mail to an address and what lets it go on.  A bounce is believed from
the mail server we talk to, and from a message that names a mail we sent: its Message-ID is
random, so nobody else can silence an address.
"""

from __future__ import annotations

import re
from datetime import datetime
from email.utils import parseaddr

from django.conf import settings

from games.models import AddressStatus, OutgoingEmail
from games.outbox import delivery_errors

MAX_REPORT = 200_000  # bytes of a report that are looked at

_STATUS = re.compile(rb"^(?:Status|Diagnostic-Code):[^\n]*\b5(?:\.\d{1,3}\.\d{1,3}|\d\d)\b",
                     re.IGNORECASE | re.MULTILINE)
_SPOKEN = re.compile(rb"\b55\d[ -]|\b5\.[0-7]\.\d{1,3}\b")
_DELAYED = re.compile(rb"^Action:\s*(?:delayed|relayed|delivered|expanded)",
                      re.IGNORECASE | re.MULTILINE)


def bounce_address() -> str:
    """Where bounces come to: our own sender."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def address_status(address: str) -> AddressStatus | None:
    """What is known of an address; None when nothing is."""
    return AddressStatus.objects.filter(address=_plain(address)).first()


def reason_not_to_send(address: str) -> str:
    """Why no mail goes to this address, for operators; "" when it may."""
    found = address_status(address)
    if found is None or not (found.bounced_at or found.refused_at):
        return ""
    return "the address bounced" if found.bounced_at else "its reader wants no mail"


def record_bounce(address: str, *, error: str, now: datetime) -> None:
    """Mail to this address came back for good: none is sent there until somebody tests it."""
    AddressStatus.objects.update_or_create(
        address=_plain(address), defaults={"bounced_at": now, "error": error[:500]}
    )


def clear_bounce(address: str) -> None:
    """Mail goes to this address again, until it bounces again."""
    AddressStatus.objects.filter(address=_plain(address)).update(bounced_at=None, error="")


def stop_all(address: str, *, now: datetime) -> None:
    """The reader of this address wants no mail from here at all."""
    AddressStatus.objects.update_or_create(address=_plain(address), defaults={"refused_at": now})


def resume_all(address: str) -> None:
    """The reader of this address wants mail again."""
    AddressStatus.objects.filter(address=_plain(address)).update(refused_at=None)


def rejection_text(error: Exception) -> str:
    """What a mail server said when it refused the person for good, in one line; else ""."""
    return delivery_errors.one_line(error) if delivery_errors.rejects_recipient(error) else ""


def process_report(raw: bytes, *, now: datetime) -> bool:
    """Reads a bounce that came in as a mail; whether it stopped the mail to an address.

    It must name a mail that was sent from here and say that it failed for good: a warning
    about a delay, or a bounce without such a name, changes nothing.
    """
    text = raw[:MAX_REPORT]
    if _DELAYED.search(text) or not (_STATUS.search(text) or _SPOKEN.search(text)):
        return False
    mail = _named(text)
    if mail is None:
        return False
    record_bounce(mail.to, error=_reason(text), now=now)
    return True


def _named(text: bytes) -> OutgoingEmail | None:
    domain = re.escape(settings.MAIL_DOMAIN.encode())
    ids = {found.decode() for found in re.findall(rb"<[0-9a-f]{32}@" + domain + rb">", text)}
    return (
        OutgoingEmail.objects.filter(message_id__in=ids, sent_at__isnull=False).first()
        if ids
        else None
    )


def _reason(text: bytes) -> str:
    found = _STATUS.search(text) or _SPOKEN.search(text)
    assert found is not None  # the caller has looked
    end = text.find(b"\n", found.start())
    said = text[found.start():end if end > 0 else None].decode("ascii", "replace")
    return delivery_errors.without_addresses(" ".join(said.split()))


def _plain(address: str) -> str:
    return address.strip().lower()[:254]
