"""Vacations: whole days on which a person's clocks stand still.

Owns how many days there are and when they can be entered.  The days are those of the person's
time zone.  No vacation ever begins by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.refusals import BadCalendar, Closed, Missing
from games.clocks import calendar_settings, seat_clocks
from games.clocks.playing_time import DAY, day_span, local_day
from games.models import User, Vacation

DAYS = 28  # in any YEAR
YEAR = timedelta(days=365)
AHEAD = YEAR  # how early a vacation can be entered


def of(user: User) -> list[Vacation]:
    """The person's vacations, past and future, in their order."""
    return list(Vacation.objects.filter(user=user).order_by("begins_at"))


def days_left(own: Iterable[Vacation], *, today: date) -> int:
    """How many more days somebody with these vacations can take around today."""
    used = _days(own)
    begins = [day for day in (today, *used) if today - YEAR < day <= today]
    return max(0, DAYS - max(_within_a_year(used, begin) for begin in begins))


@transaction.atomic
def add(user: User, first: date, *, last: date, now: datetime) -> Vacation:
    """Enters a vacation from the first to the last day.

    If it begins today, the clocks stand still from now on and today counts as a whole day.
    Refuses (BadCalendar) days that are past, too far ahead, too many, or entered already.
    """
    calendar_settings.lock(user)
    zone = calendar_settings.zone_of(user)
    _check_dates(first, last, today=local_day(zone, now))
    _check_days(_days(of(user)), set(_from_to(first, last)))
    span = day_span(zone, first, last)
    vacation = Vacation.objects.create(user=user, first_day=first, last_day=last,
                                       begins_at=max(span.begin, now), ends_at=span.end)
    seat_clocks.refresh_for([user.pk], now=now)
    return vacation


@transaction.atomic
def cancel(user: User, pk: int, *, now: datetime) -> None:
    """Deletes a vacation that has not begun; ends one that has, and today remains used.

    Refuses with Missing if the person has no such vacation, with Closed if it is over.
    """
    calendar_settings.lock(user)
    vacation = Vacation.objects.filter(user=user, pk=pk).first()
    if vacation is None:
        raise Missing("no-vacation", _("There is no such vacation."))
    if vacation.ends_at <= now:
        raise Closed("vacation-over", _("This vacation is over, so there is nothing to cancel."))
    if vacation.begins_at > now:
        vacation.delete()
    else:
        today = local_day(calendar_settings.zone_of(user), now)
        vacation.ends_at = now
        vacation.last_day = max(vacation.first_day, min(vacation.last_day, today))
        vacation.save(update_fields=["ends_at", "last_day"])
    seat_clocks.refresh_for([user.pk], now=now)


def _check_dates(first: date, last: date, *, today: date) -> None:
    if first < today:
        raise BadCalendar("past", _(
            "A vacation must be entered before it begins. Please choose today or a later day."))
    if last < first:
        raise BadCalendar("order", _(
            "The last day of a vacation cannot be before its first day. Please check both."))
    if last > today + AHEAD:
        raise BadCalendar("ahead", _(
            "A vacation can be entered up to a year ahead. Please choose earlier days."))


def _check_days(used: set[date], wanted: set[date]) -> None:
    if used & wanted:
        raise BadCalendar("overlap", _(
            "Some of these days are in another vacation of yours. Please choose other days, or"
            " cancel that vacation first."))
    days = used | wanted
    most = max(_within_a_year(days, begin) for begin in days)
    if most > DAYS:
        raise BadCalendar("too-many", ngettext(
            "There are %(days)s days of vacation in any %(year)s days, and this would be"
            " %(count)s day too many. Please choose fewer days.",
            "There are %(days)s days of vacation in any %(year)s days, and this would be"
            " %(count)s days too many. Please choose fewer days.", most - DAYS,
        ) % {"days": DAYS, "year": YEAR.days, "count": most - DAYS})


def _within_a_year(days: set[date], begin: date) -> int:
    """How many of these days lie in the year from this day on."""
    return sum(begin <= day < begin + YEAR for day in days)


def _days(own: Iterable[Vacation]) -> set[date]:
    return {day for each in own for day in _from_to(each.first_day, each.last_day)}


def _from_to(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += DAY
