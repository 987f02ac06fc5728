"""Periods of time as people enter them ("36h", "90m", "2d") and as sentences name them.

Pure.  A day that somebody enters is 24 hours of playing time.
"""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_CHARACTERS = 40
_SECOND, _MINUTE = timedelta(seconds=1), timedelta(minutes=1)
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_UNITS = {
    _SECOND: ("s", "sec", "secs", "second", "seconds"),
    _MINUTE: ("m", "min", "mins", "minute", "minutes"),
    _HOUR: ("h", "hr", "hrs", "hour", "hours"),
    _DAY: ("d", "day", "days"),
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words}
_PART = re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?)\s*([a-z]+)")
_BETWEEN = re.compile(r"(\s|,|and)*")


def read(text: str) -> timedelta | None:
    """The period somebody entered, such as "1d 12h"; None if it is not one with units."""
    clean, total, reached = text.strip().lower(), timedelta(0), 0
    if not clean or len(clean) > MOST_CHARACTERS:
        return None
    for part in _PART.finditer(clean):
        unit = _UNIT_OF.get(part[2])
        if unit is None or not _BETWEEN.fullmatch(clean, reached, part.start()):
            return None
        total += float(part[1].replace(",", ".")) * unit
        reached = part.end()
    return total if reached == len(clean) else None


def amount(period: timedelta) -> str:
    """A period exactly, in hours, minutes and seconds: "48 hours", "1 hour 30 minutes"."""
    seconds = max(0, int(period / _SECOND))
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = [_hours(hours)] if hours else []
    if minutes or not (hours or seconds):
        parts.append(_minutes(minutes))
    if seconds:
        parts.append(_seconds(seconds))
    return " ".join(parts)


def bound(period: timedelta) -> str:
    """A limit of what may be entered, in whole days if it has several: "30 days"."""
    if period >= 2 * _DAY and not period % _DAY:
        return ngettext("%(count)s day", "%(count)s days", period // _DAY) % {
            "count": period // _DAY}
    return amount(period)


def examples() -> str:
    """What to enter, for help texts and refusals."""
    return _("Enter hours, minutes or days, such as 36h, 90m or 2d.")


def _hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}


def _seconds(count: int) -> str:
    return ngettext("%(count)s second", "%(count)s seconds", count) % {"count": count}
