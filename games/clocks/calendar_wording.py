"""A person's calendar in words: their hours, and whether their time runs now."""

from __future__ import annotations

from datetime import datetime, time

from django.utils import formats
from django.utils.dates import WEEKDAYS
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.clocks import wording
from games.clocks.playing_time import HORIZON, Calendar, Hours, next_open, next_rest


def now_for(calendar: Calendar, *, zone: str, now: datetime) -> str:
    """Such as "It is 14:05 for you, and your time is running until today 22:00."."""
    words = {"time": wording.local_time(now, zone=zone)}
    rests = next_rest(calendar, now)
    if rests >= now + HORIZON:
        return _("It is %(time)s for you, and your time is always running.") % words
    if rests > now:
        words["moment"] = wording.at(rests, zone=zone, now=now)
        return _("It is %(time)s for you, and your time is running until %(moment)s.") % words
    words["moment"] = wording.at(next_open(calendar, now), zone=zone, now=now)
    return _("It is %(time)s for you, and your time is resting until %(moment)s.") % words


def hours_in_words(hours: Hours) -> str:
    """Such as "8:00 to 22:00 (Europe/Berlin), not on Saturday and Sunday"."""
    words = {"opens": _time(hours.opens), "closes": _time(hours.closes), "zone": hours.zone,
             "days": get_text_list([str(WEEKDAYS[day]) for day in sorted(hours.free)], _("and"))}
    if hours.opens == hours.closes:
        if hours.free:
            return _("the whole day (%(zone)s), not on %(days)s") % words
        return _("the whole day (%(zone)s)") % words
    if hours.free:
        return _("%(opens)s to %(closes)s (%(zone)s), not on %(days)s") % words
    return _("%(opens)s to %(closes)s (%(zone)s)") % words


def _time(minutes: int) -> str:
    return formats.time_format(time(*divmod(minutes, 60)), "G:i")
