"""Deadlines and periods in words, in the reader's time zone."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.table.clocks.playing_time import zone_named

# For the catalogues, which come before Django's own: those begin some days with a capital letter,
# as if they always stood at the beginning of a sentence.
WEEKDAYS = (
    gettext_noop("Monday"), gettext_noop("Tuesday"), gettext_noop("Wednesday"),
    gettext_noop("Thursday"), gettext_noop("Friday"), gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)
_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def until(deadline: datetime, *, zone: str, now: datetime) -> str:
    """Return a deadline such as "until Tuesday 18:00, in 2 days".

    A deadline a week away or more comes with its date.
    """
    moment = at(deadline, zone=zone, now=now)
    if deadline <= now:
        return _("until %(moment)s, which is over") % {"moment": moment}
    return _("until %(moment)s, in %(period)s") % {
        "moment": moment, "period": roughly(deadline - now)}


def time_left(deadline: datetime, *, now: datetime) -> str:
    """Return time such as "2 days left", for readers whose time zone we do not know."""
    return _("%(period)s left") % {"period": roughly(max(deadline - now, timedelta(0)))}


def at(moment: datetime, *, zone: str, now: datetime) -> str:
    """Return a moment such as "today 18:00" or "Tuesday 18:00".

    A moment a week away or more comes with its date.  UTC, in which also those read times whose
    zone we do not know, is named.
    """
    local, today = moment.astimezone(zone_named(zone)), now.astimezone(zone_named(zone)).date()
    time = formats.time_format(local.time(), "H:i") + (" UTC" if zone == "UTC" else "")
    days = (local.date() - today).days
    if days == 0:
        return _("today %(time)s") % {"time": time}
    if days == 1:
        return _("tomorrow %(time)s") % {"time": time}
    day = formats.date_format(local.date(), "l" if 0 < days < 7 else _("l j F"))
    return _("%(day)s %(time)s") % {"day": day, "time": time}


def fixed(deadline: datetime, *, zone: str) -> str:
    """Return a moment that stays true wherever and whenever it is read.

    It is such as "Tuesday 24 November, 18:00 Europe/Berlin".
    """
    local = deadline.astimezone(zone_named(zone))
    return _("%(day)s, %(time)s %(zone)s") % {
        "day": formats.date_format(local.date(), _("l j F")),
        "time": formats.time_format(local.time(), "H:i"), "zone": zone}


def roughly(period: timedelta) -> str:
    """Return a period in its largest unit, rounded: "2 days", "5 hours", "1 minute"."""
    period = max(period, _MINUTE)
    if period >= 2 * _DAY - 6 * _HOUR:
        return _days(round(period / _DAY))
    minutes = round(period / _MINUTE)
    return _minutes(minutes) if minutes < 90 and minutes != 60 else _hours(round(period / _HOUR))


def exactly(period: timedelta) -> str:
    """Return a period to the minute in hours and minutes: "26 hours 30 minutes", "0 minutes"."""
    minutes = max(0, int(period / _MINUTE))
    if minutes < 60:
        return _minutes(minutes)
    parts = [_hours(minutes // 60)]
    if minutes % 60:
        parts.append(_minutes(minutes % 60))
    return " ".join(parts)


def local_time(moment: datetime, *, zone: str) -> str:
    """Return the time of day in this time zone, such as "18:05"."""
    return formats.time_format(moment.astimezone(zone_named(zone)).time(), "H:i")


def _days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


def _hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}
