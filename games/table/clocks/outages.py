"""Periods in which all clocks of the site stand still, because the service or its email was down.

Owns how outages are noticed: by a gap between two sweeps, or when emails that may leave have waited
for a while and none has been sent.  Emails with codes are left out, as they have workers of their
own and anybody can have one sent to any address.  An operator can stop the clocks, too.  After a
stop has ended, all deadlines must be computed again: ``to_refresh`` says how far that has come.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.db.models import Min, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, StrIndex, Substr

from games.base import heartbeats
from games.models import ClockStop, OutgoingEmail
from games.table.clocks.playing_time import Span

SEVERAL = 3  # domains; when that many refuse our emails, it is about us and not about readers

Status = OutgoingEmail.Status

_REFUSED = Q(error__startswith="SMTPRecipientsRefused:")
_ABOUT_IT_ALONE = _REFUSED | Q(error__startswith="Uncomposed:")
_GIVEN_UP_BY_SERVERS = Q(error__startswith="SMTP") | Q(error__startswith="Anymail")


def begun_at(now: datetime, *, patience: timedelta) -> datetime | None:
    """Return when the outage that the outbox shows began; None if it shows none.

    The caller decides whether the outage has lasted long enough.  An email that nobody has tried to
    send for ``patience``, though it was due, shows one; so does an email that fails, or several
    that are refused, if nothing was sent after they were due.
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
    """Return when the outage that began at this moment ended; None if it lasts.

    It ends with the next email that is sent, or when no email shows it any more.
    """
    sent = _sent().filter(sent_at__gt=begin, sent_at__lte=now).order_by("sent_at")
    first = sent.values_list("sent_at", flat=True).first()
    if first is not None:
        return first
    waits = _waiting().filter(~_ABOUT_IT_ALONE | Q(not_before__lte=now - patience)).exists()
    return None if waits or _refused_since(_last_sent(now)) else now


def _last_sent(now: datetime) -> datetime | None:
    """Return when the last email was sent.

    A moment in the future is from a clock that was wrong.
    """
    sent = _sent().filter(sent_at__lte=now).order_by("-sent_at")
    return sent.values_list("sent_at", flat=True).first()


def _sent() -> QuerySet[OutgoingEmail]:
    return OutgoingEmail.objects.exclude(kind__in=OutgoingEmail.CODE_KINDS)


def _waiting() -> QuerySet[OutgoingEmail]:
    """Return the emails that may leave, with the time ``since`` which they may."""
    waiting = OutgoingEmail.objects.filter(
        status__in=[Status.QUEUED, Status.SENDING, Status.RETRY])
    return waiting.exclude(kind__in=OutgoingEmail.CODE_KINDS).order_by().annotate(
        since=Coalesce("due_since", "created_at"))


def _due_after(moment: datetime | None) -> Q:
    return Q(since__isnull=False) if moment is None else Q(since__gt=moment)


def _refused_since(last: datetime | None) -> datetime | None:
    """Return since when mail servers of several domains have refused all emails, or None.

    ``last`` is when the last email was sent.  A few domains may have reasons of their own, so the
    result is None for them.
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
    """Return the domains of their readers, each with the earliest of these moments."""
    domain = Lower(Substr("to", StrIndex("to", Value("@")) + 1))
    return emails.annotate(domain=domain).values_list("domain").annotate(first=Min(since))


GAP = timedelta(minutes=5)  # between two sweeps, before it counts as an outage
EMAIL_DOWN_AFTER = timedelta(minutes=15)  # without a single email that could be sent
NEVER = datetime(9999, 1, 1, tzinfo=UTC)

Cause = ClockStop.Cause


def spans(since: datetime) -> tuple[Span, ...]:
    """Return the periods after this moment in which no clock runs.

    A period that still lasts ends at ``NEVER``.
    """
    stops = ClockStop.objects.filter(Q(ends_at=None) | Q(ends_at__gt=since))
    return tuple(Span(stop.begins_at, stop.ends_at or NEVER)
                 for stop in stops.order_by("begins_at"))


def lasts(span: Span) -> bool:
    """Return whether one of these periods has not ended yet."""
    return span.end == NEVER


def current() -> ClockStop | None:
    """Return the stop that has not ended, or None while the clocks run."""
    return ClockStop.objects.filter(ends_at=None).first()


def notice(now: datetime) -> bool:
    """Record outages that a sweep can see; return whether a stop has begun or ended.

    Each sweep must call this function before anybody's time can run out.
    """
    changes = (_notice_gap(now), _notice_email(now))
    return any(changes)


def email_is_down() -> bool:
    """Return whether clocks stand still because no email can be sent."""
    return ClockStop.objects.filter(cause=Cause.EMAIL, ends_at=None).exists()


def stop(*, reason: str, now: datetime) -> bool:
    """Stop all clocks for an operator, and return whether they were running."""
    if ClockStop.objects.filter(cause=Cause.OPERATOR, ends_at=None).exists():
        return False
    ClockStop.objects.create(cause=Cause.OPERATOR, begins_at=now, reason=reason[:200])
    return True


def go_on(*, now: datetime) -> bool:
    """End the operators' stop, and return whether there was one."""
    lasting = ClockStop.objects.filter(cause=Cause.OPERATOR, ends_at=None)
    return bool(lasting.update(ends_at=now, refreshed_to=0))


def to_refresh() -> int | None:
    """Return the id of the last clock whose deadline was computed since a stop ended.

    Returns None if all deadlines have been computed.
    """
    found: int | None = ClockStop.objects.filter(refreshed_to__isnull=False).aggregate(
        first=Min("refreshed_to"))["first"]
    return found


def note_refreshed(up_to: int | None) -> None:
    """Note up to which clock deadlines have been computed; None for all."""
    ClockStop.objects.filter(refreshed_to__isnull=False).update(refreshed_to=up_to)


def _notice_gap(now: datetime) -> bool:
    """Record an outage of the service if there was no sweep for a while.

    The clocks of two machines differ a little.  If the system's clock went back by more, stops
    that were noted while it was ahead lie in the future.
    """
    last = heartbeats.last_seen(heartbeats.SWEEP)
    if last is None or now - GAP <= last <= now + GAP:
        return False
    if last > now:
        ClockStop.objects.filter(begins_at__gt=now, ends_at__isnull=False).delete()
        ClockStop.objects.filter(begins_at__gt=now).update(begins_at=now)
        ClockStop.objects.filter(ends_at__gt=now).update(ends_at=now)
        return True
    ClockStop.objects.create(cause=Cause.OUTAGE, begins_at=last, ends_at=now, refreshed_to=0)
    return True


def _notice_email(now: datetime) -> bool:
    """Record an outage of email if none was sent for a while although some may leave.

    After an outage of the service, the emails get this time once more.
    """
    lasting = ClockStop.objects.filter(cause=Cause.EMAIL, ends_at=None).first()
    if lasting is None:
        begin = begun_at(now, patience=EMAIL_DOWN_AFTER)
        if begin is None or _up_since(begin) > now - EMAIL_DOWN_AFTER:
            return False
        ClockStop.objects.create(cause=Cause.EMAIL, begins_at=begin, refreshed_to=0)
        return True
    lasting.ends_at = ended_at(lasting.begins_at, now, patience=EMAIL_DOWN_AFTER)
    if lasting.ends_at is None:
        return False
    lasting.refreshed_to = 0
    lasting.save(update_fields=["ends_at", "refreshed_to"])
    return True


def _up_since(moment: datetime) -> datetime:
    """Return the end of the last outage of the service after this moment, or the moment."""
    ends = ClockStop.objects.filter(cause=Cause.OUTAGE, ends_at__gt=moment).order_by("-ends_at")
    return ends.values_list("ends_at", flat=True).first() or moment
