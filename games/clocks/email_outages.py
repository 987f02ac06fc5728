"""What the outbox shows of outages of the service's email.

Email is down when emails that may leave have waited for a while and none has been sent.  Emails
with codes are left out, as they have workers of their own and anybody can have one sent to any
address.  Every search has an index of the outbox.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Coalesce

from games.models import OutgoingEmail

Status = OutgoingEmail.Status

_ABOUT_IT_ALONE = (Q(error__startswith="SMTPRecipientsRefused:")
                   | Q(error__startswith="Uncomposed:"))


def begun_at(now: datetime, *, patience: timedelta) -> datetime | None:
    """When the outage began that the outbox shows; None if it shows none.

    The caller decides whether that is long enough ago.  An email that nobody has tried to send
    for ``patience``, though it was due, shows one; so does an email that fails, if
    nothing was sent after it was due.
    """
    last = _last_sent(now)
    found = _waiting().aggregate(
        failing=Min("since", filter=_due_after(last) & ~_ABOUT_IT_ALONE),
        forgotten=Min("not_before", filter=Q(not_before__lte=now - patience)))
    failing, forgotten = found["failing"], found["forgotten"]
    if forgotten is not None and last is not None:
        forgotten = max(forgotten, last)
    return min((moment for moment in (failing, forgotten) if moment is not None), default=None)


def ended_at(begin: datetime, now: datetime, *, patience: timedelta) -> datetime | None:
    """When the outage that began at this moment ended; None if it lasts.

    It ends with the next email that is sent, or when no email shows it any more.
    """
    sent = _sent().filter(sent_at__gt=begin, sent_at__lte=now).order_by("sent_at")
    first = sent.values_list("sent_at", flat=True).first()
    if first is not None:
        return first
    waits = _waiting().filter(~_ABOUT_IT_ALONE | Q(not_before__lte=now - patience)).exists()
    return None if waits else now


def _last_sent(now: datetime) -> datetime | None:
    """When the last email was sent; a moment in the future is from a clock that was wrong."""
    sent = _sent().filter(sent_at__lte=now).order_by("-sent_at")
    return sent.values_list("sent_at", flat=True).first()


def _sent() -> QuerySet[OutgoingEmail]:
    return OutgoingEmail.objects.exclude(kind__in=OutgoingEmail.CODE_KINDS)


def _waiting() -> QuerySet[OutgoingEmail]:
    """The emails that may leave, with ``since`` when they may."""
    waiting = OutgoingEmail.objects.filter(
        status__in=[Status.QUEUED, Status.SENDING, Status.RETRY])
    return waiting.exclude(kind__in=OutgoingEmail.CODE_KINDS).order_by().annotate(
        since=Coalesce("due_since", "created_at"))


def _due_after(moment: datetime | None) -> Q:
    return Q(since__isnull=False) if moment is None else Q(since__gt=moment)
