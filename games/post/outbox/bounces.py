"""Bounces, and email addresses to which we send nothing.

We stop sending to an address when an email to it bounces or its reader unsubscribes from
everything.  We believe the mail server that we deliver to, and a bounce message that names an email
we sent: Message-IDs are random, so nobody can silence somebody else.

Sweeps look at a seat or a clock only when it is time (``Seat.remind_at``, ``SeatClock.look_at``).
When somebody changes their email settings, or something happens to their address, a reminder may be
due or a clock may start or stop before that, so sweeps are made to look again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.db.models import Q

from games.base import retention
from games.models import AddressStatus, Game, OutgoingEmail, Seat, SeatClock
from games.models.fields import AT_ONCE
from games.post.outbox import delivery_errors
from games.table.clocks import seat_clocks

MAX_REPORT = 200_000  # bytes of a bounce message that we search

_STATUS = re.compile(rb"^(?:Status|Diagnostic-Code):[^\n]*\b5(?:\.\d{1,3}\.\d{1,3}|\d\d)\b",
                     re.IGNORECASE | re.MULTILINE)
_REPLY_CODE = re.compile(rb"\b55\d[ -]|\b5\.[0-7]\.\d{1,3}\b")
_DELAYED = re.compile(rb"^Action:\s*(?:delayed|relayed|delivered|expanded)",
                      re.IGNORECASE | re.MULTILINE)


def look_at_reminders(user_ids: Iterable[int]) -> None:
    """Make the next sweep check whether to remind these people of their turns."""
    _remind(Q(user__in=user_ids))


def look_at_turns(user_ids: Iterable[int]) -> None:
    """Make the next sweep check the reminders and the clocks of these people."""
    ids = list(user_ids)
    _remind(Q(user__in=ids))
    seat_clocks.look_again(SeatClock.objects.filter(seat__user__in=ids))


def look_at_turns_of(address: str) -> None:
    """Make the next sweep check the reminders and clocks of this address's owner.

    ``address`` must be in lower case.
    """
    _remind(Q(user__email=address))
    seat_clocks.look_again(SeatClock.objects.filter(seat__user__email=address))


def _remind(theirs: Q) -> None:
    # Seats with a ``remind_at`` are looked at anyway, when their turn has waited long enough.
    Seat.objects.filter(
        theirs, to_move=True, remind_at=None, game__status=Game.Status.RUNNING,
        game__bank_per_turn=timedelta(0),
    ).update(remind_at=AT_ONCE)


def bounce_address() -> str:
    """Return the address that receives bounces, which is the one we send from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def address_status(address: str) -> AddressStatus | None:
    """Return the status of an address; None if it neither bounced nor asked for no email."""
    return AddressStatus.objects.filter(address=AddressStatus.normalize(address)).first()


def reason_not_to_send(address: str) -> str:
    """Return why we send nothing to this address, for operators; "" if we do send to it."""
    return reasons_not_to_send([address]).get(address, "")


def reasons_not_to_send(addresses: Iterable[str]) -> dict[str, str]:
    """Return why we send nothing to some of these addresses, for operators, in one query."""
    asked = {address: AddressStatus.normalize(address) for address in addresses}
    if not asked:
        return {}
    statuses = AddressStatus.objects.filter(address__in=set(asked.values()))
    known = {status.address: status for status in statuses}
    return {address: "the address bounced" if status.bounced_at else "its reader wants no email"
            for address, name in asked.items()
            if (status := known.get(name)) and (status.bounced_at or status.refused_at)}


def record_bounce(address: str, *, error: str, now: datetime) -> None:
    """Record a permanent bounce; until it is cleared, we send nothing to the address."""
    AddressStatus.objects.update_or_create(
        address=AddressStatus.normalize(address), defaults={"bounced_at": now, "error": error[:500]}
    )
    look_at_turns_of(AddressStatus.normalize(address))


def clear_bounce(address: str) -> datetime | None:
    """Send to this address again, until it bounces again; return when it bounced, if it did."""
    known = AddressStatus.objects.filter(address=AddressStatus.normalize(address))
    bounced_at = known.values_list("bounced_at", flat=True).first()
    known.update(bounced_at=None, error="")
    if bounced_at is not None:
        look_at_turns_of(AddressStatus.normalize(address))
    return bounced_at


def forget_old(now: datetime) -> int:
    """Delete old bounces, so that we try these addresses once more; return how many."""
    old = AddressStatus.objects.filter(refused_at=None, bounced_at__lt=now - retention.BOUNCES)
    return retention.delete_oldest(old, by="bounced_at")


def stop_all(address: str, *, now: datetime) -> None:
    """Stop all email to this address, as its reader asked."""
    AddressStatus.objects.update_or_create(
        address=AddressStatus.normalize(address), defaults={"refused_at": now}
    )


def resume_all(address: str) -> None:
    """Send to this address again, as its reader asked."""
    refused = AddressStatus.objects.filter(
        address=AddressStatus.normalize(address), refused_at__isnull=False
    )
    if refused.update(refused_at=None):
        look_at_turns_of(AddressStatus.normalize(address))


def rejection_text(error: Exception) -> str:
    """Return the mail server's answer if it permanently rejected the recipient, else ""."""
    return delivery_errors.one_line(error) if delivery_errors.rejects_recipient(error) else ""


def process_report(raw: bytes, *, now: datetime) -> bool:
    """Record the bounce that an incoming email reports; return whether it reports one.

    The message must name an email we sent and say that this email failed permanently.  A warning
    about a delay, or a bounce that names no email of ours, changes nothing.
    """
    text = raw[:MAX_REPORT]
    if _DELAYED.search(text) or not (_STATUS.search(text) or _REPLY_CODE.search(text)):
        return False
    email = _bounced_email(text)
    if email is None:
        return False
    record_bounce(email.to, error=_reason(text), now=now)
    return True


def _bounced_email(text: bytes) -> OutgoingEmail | None:
    """Return the email of ours that a bounce message names; None if it names none."""
    domain = re.escape(settings.MAIL_DOMAIN.encode())
    ids = {match.decode() for match in re.findall(rb"<[0-9a-f]{32}@" + domain + rb">", text)}
    return (
        OutgoingEmail.objects.filter(message_id__in=ids, sent_at__isnull=False).first()
        if ids
        else None
    )


def _reason(text: bytes) -> str:
    """Return the line of a bounce message that states the reason."""
    match = _STATUS.search(text) or _REPLY_CODE.search(text)
    assert match is not None  # the caller has checked
    end = text.find(b"\n", match.start())
    line = text[match.start():end if end > 0 else None].decode("ascii", "replace")
    return delivery_errors.without_addresses(" ".join(line.split()))
