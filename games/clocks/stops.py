"""Periods in which all clocks of the site stand still, because the service or its email was down.

Owns how outages are noticed: by a gap between two sweeps, or when emails cannot be sent.  An
operator can stop the clocks, too.  After a stop has ended, all deadlines must be computed again:
``to_refresh`` says how far that has come.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db.models import Min, Q

from games.base import heartbeats
from games.clocks import email_outages
from games.clocks.playing_time import Span
from games.models import ClockStop

GAP = timedelta(minutes=5)  # between two sweeps, before it counts as an outage
EMAIL_DOWN_AFTER = timedelta(minutes=15)  # without a single email that could be sent
NEVER = datetime(9999, 1, 1, tzinfo=UTC)

Cause = ClockStop.Cause


def spans(since: datetime) -> tuple[Span, ...]:
    """The periods after this moment in which no clock runs; one that lasts ends ``NEVER``."""
    stops = ClockStop.objects.filter(Q(ends_at=None) | Q(ends_at__gt=since))
    return tuple(Span(stop.begins_at, stop.ends_at or NEVER)
                 for stop in stops.order_by("begins_at"))


def lasts(span: Span) -> bool:
    """Whether one of these periods has no end yet."""
    return span.end == NEVER


def current() -> ClockStop | None:
    """The stop that lasts; None while the clocks run."""
    return ClockStop.objects.filter(ends_at=None).first()


def notice(now: datetime) -> bool:
    """Records outages that a sweep can see; returns whether a stop has begun or ended.

    To be called by each sweep, before anybody's time can run out.
    """
    changes = (_notice_gap(now), _notice_email(now))
    return any(changes)


def email_is_down() -> bool:
    """Whether clocks stand still because no email can be sent."""
    return ClockStop.objects.filter(cause=Cause.EMAIL, ends_at=None).exists()


def stop(*, reason: str, now: datetime) -> bool:
    """Stops all clocks for an operator; returns False if one has done so already."""
    if ClockStop.objects.filter(cause=Cause.OPERATOR, ends_at=None).exists():
        return False
    ClockStop.objects.create(cause=Cause.OPERATOR, begins_at=now, reason=reason[:200])
    return True


def go_on(*, now: datetime) -> bool:
    """Ends the operators' stop; returns False if there is none."""
    lasting = ClockStop.objects.filter(cause=Cause.OPERATOR, ends_at=None)
    return bool(lasting.update(ends_at=now, refreshed_to=0))


def to_refresh() -> int | None:
    """Up to which clock (its id) deadlines were computed since a stop ended; None if all were."""
    found: int | None = ClockStop.objects.filter(refreshed_to__isnull=False).aggregate(
        first=Min("refreshed_to"))["first"]
    return found


def note_refreshed(up_to: int | None) -> None:
    """Notes up to which clock deadlines have been computed; None for all."""
    ClockStop.objects.filter(refreshed_to__isnull=False).update(refreshed_to=up_to)


def _notice_gap(now: datetime) -> bool:
    """The time without a sweep was an outage.

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
    """Email is down if none was sent for a while although some may leave.

    After an outage of the service, emails get that while once more.
    """
    lasting = ClockStop.objects.filter(cause=Cause.EMAIL, ends_at=None).first()
    if lasting is None:
        begin = email_outages.begun_at(now, patience=EMAIL_DOWN_AFTER)
        if begin is None or _up_since(begin) > now - EMAIL_DOWN_AFTER:
            return False
        ClockStop.objects.create(cause=Cause.EMAIL, begins_at=begin, refreshed_to=0)
        return True
    lasting.ends_at = email_outages.ended_at(lasting.begins_at, now, patience=EMAIL_DOWN_AFTER)
    if lasting.ends_at is None:
        return False
    lasting.refreshed_to = 0
    lasting.save(update_fields=["ends_at", "refreshed_to"])
    return True


def _up_since(moment: datetime) -> datetime:
    """The end of the last outage of the service that ended after this moment, or the moment."""
    ends = ClockStop.objects.filter(cause=Cause.OUTAGE, ends_at__gt=moment).order_by("-ends_at")
    return ends.values_list("ends_at", flat=True).first() or moment
