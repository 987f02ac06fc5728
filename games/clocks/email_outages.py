"""What the outbox shows of outages of the service's email.

Email is down when emails that may leave have waited for a while and none has been sent.  Emails
with codes are left out, as they have workers of their own and anybody can have one sent to any
address.  Each query uses an index of the outbox.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Min, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, StrIndex, Substr

from games.models import OutgoingEmail

SEVERAL = 3  # domains; when that many refuse our emails, it is about us and not about readers

Status = OutgoingEmail.Status

_REFUSED = Q(error__startswith="SMTPRecipientsRefused:")
_ABOUT_IT_ALONE = _REFUSED | Q(error__startswith="Uncomposed:")
_GIVEN_UP_BY_SERVERS = Q(error__startswith="SMTP") | Q(error__startswith="Anymail")


def begun_at(now: datetime, *, patience: timedelta) -> datetime | None:
    """When the outage began that the outbox shows; None if it shows none.

    The caller decides whether that is long enough ago.  An email that nobody has tried to send
    for ``patience``, though it was due, shows one; so does an email that fails, or several that
    are refused, if nothing was sent after they were due.
    """
    last = _last_sent(now)
    found = _waiting().aggregate(
        failing=Min("since", filter=_due_after(last) & ~_ABOUT_IT_ALONE),
        forgotten=Min("not_before", filter=Q(not_before__lte=now - patience)))
    failing, forgotten = found["failing"], found["forgotten"]
    if forgotten is not None and last is not None:
        forgotten = max(forgotten, last)
    return min((moment for moment in (failing, forgotten, _refused_since(last))
                if moment is not None), default=None)


def ended_at(begin: datetime, now: datetime, *, patience: timedelta) -> datetime | None:
    """When the outage that began at this moment ended; None if it lasts.

    It ends with the next email that is sent, or when no email shows it any more.
    """
    sent = _sent().filter(sent_at__gt=begin, sent_at__lte=now).order_by("sent_at")
    first = sent.values_list("sent_at", flat=True).first()
    if first is not None:
        return first
    waits = _waiting().filter(~_ABOUT_IT_ALONE | Q(not_before__lte=now - patience)).exists()
    return None if waits or _refused_since(_last_sent(now)) else now


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


def _refused_since(last: datetime | None) -> datetime | None:
    """Since when mail servers have refused all emails, those of several domains.

    ``last`` is when the last email was sent.  None if there are fewer domains: they may have
    reasons of their own.
    """
    given_up = OutgoingEmail.objects.filter(_GIVEN_UP_BY_SERVERS, status=Status.FAILED)
    given_up = given_up.filter(due_since__isnull=False) if last is None else given_up.filter(
        due_since__gt=last)
    given_up = given_up.exclude(kind__in=OutgoingEmail.CODE_KINDS).order_by()
    domains = dict(_by_domain(given_up, "due_since"))
    for domain, since in _by_domain(_waiting().filter(_REFUSED, _due_after(last)), "since"):
        domains[domain] = min(since, domains.get(domain, since))
    return min(domains.values()) if len(domains) >= SEVERAL else None


def _by_domain(emails: QuerySet[OutgoingEmail], since: str) -> Iterable[tuple[str, datetime]]:
    """The domains of their readers, each with the earliest of these moments."""
    domain = Lower(Substr("to", StrIndex("to", Value("@")) + 1))
    return emails.annotate(domain=domain).values_list("domain").annotate(first=Min(since))
