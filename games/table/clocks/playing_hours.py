"""Changes of people's playing hours, time zones and vacations, so that nobody can stall a game.

Owns which hours may be chosen, from when they count, and how a calendar is put into words.  Each
function stores the change and the new deadlines of the person's clocks in one transaction.
Vacations are whole days in the person's time zone, and none ever begins by itself.
``playing_time`` decides what hours mean.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils import formats
from django.utils.dates import WEEKDAYS
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import locks
from games.base.refusals import BadCalendar, Closed, Missing
from games.models import EmailPreferences, PlayingHours, User, Vacation
from games.table.clocks import seat_clocks, time_wording
from games.table.clocks.playing_time import (
    DAY,
    HORIZON,
    Calendar,
    Hours,
    day_span,
    end_of_next_window,
    hours_of_week,
    local_day,
    next_open,
    next_rest,
    zone_names,
)

LEAST_A_DAY = timedelta(hours=3)
MOST_FREE_WEEKDAYS = 3
STEP = 15  # minutes
MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class HoursOf:
    """A person's playing hours: those that count now, and what they have chosen for later."""

    current: Hours
    pending: Hours | None = None

    @property
    def chosen(self) -> Hours:
        """The hours that the person chose last."""
        return self.pending or self.current


def hours_of(user: User, *, now: datetime) -> HoursOf:
    """Return the person's playing hours; the default ones if they have never chosen any."""
    return hours_in(seat_clocks.calendar_of(user), now=now)


def hours_in(calendar: Calendar, *, now: datetime) -> HoursOf:
    """Return the playing hours in this calendar."""
    known = calendar.hours
    begun = [each for each in known if each.since <= now] or [known[0]]
    later = [each for each in known if each.since > begun[-1].since]
    return HoursOf(begun[-1], later[-1] if later else None)


def weeks_of(user_ids: Iterable[int], *, now: datetime) -> dict[int, int]:
    """Return the hours of this week in which each of these people plays, as bits, in one query.

    Leaves out people who have never told us their hours or their time zone.
    """
    rows = PlayingHours.objects.filter(user__in=set(user_ids), since__lte=now)
    latest = {row.user_id: row for row in rows.order_by("since")}
    return {user: hours_of_week(seat_clocks.to_hours(row), now) for user, row in latest.items()}


def zone_of(user: User) -> str:
    """Return the name of the time zone in which the person sees times."""
    zones = EmailPreferences.objects.filter(user=user).values_list("time_zone", flat=True)
    return zones.first() or seat_clocks.DEFAULT_ZONE


def knows_zone(user: User) -> bool:
    """Return whether the person, or their browser, has ever told us their time zone."""
    return is_known(zone_of(user), user)


def is_known(zone: str, user: User) -> bool:
    """Return whether the time zone in which the person sees times is one that they have told us."""
    return (zone != seat_clocks.DEFAULT_ZONE
            or PlayingHours.objects.filter(user=user).exists())


def lock(user: User) -> None:
    """Make other changes of the person's calendar wait for this transaction.

    Emails to them can be queued meanwhile: a sweep that queues one may hold one of their clocks.
    """
    locks.lock_person(user)


@transaction.atomic
def change_hours(user: User, zone: str, *, opens: int, closes: int,
                 free_weekdays: Collection[int], now: datetime) -> datetime:
    """Change the person's playing hours, and return from when the new ones count.

    The first choice counts at once and leaves the past as it was.  Each later one counts when a
    whole window of the present hours has passed, and replaces a choice that still waits for that.
    Times are shown in the new time zone at once.  Refuses (BadCalendar) hours that leave too
    little time to play.
    """
    wanted = Hours(now, zone, opens, closes, frozenset(free_weekdays))
    _check(wanted)
    lock(user)
    known = hours_of(user, now=now)
    EmailPreferences.objects.update_or_create(user=user, defaults={"time_zone": zone})
    if PlayingHours.objects.filter(user=user).exists():
        counts_from = _choose_again(user, wanted, known)
    else:
        counts_from = _choose_first(user, wanted, known.current)
    seat_clocks.refresh_for([user.pk], now=now)
    return counts_from


def change_zone(user: User, zone: str, *, now: datetime) -> datetime:
    """Change only the time zone, and return from when the playing hours count in it."""
    chosen = hours_of(user, now=now).chosen
    return change_hours(user, zone, opens=chosen.opens, closes=chosen.closes,
                        free_weekdays=chosen.free, now=now)


@transaction.atomic
def note_browser_zone(user: User, zone: str, *, now: datetime) -> bool:
    """Store the time zone of the person's browser as their first choice of hours.

    Does nothing, and returns False, if we know a time zone already or ``zone`` is not one.
    """
    if zone not in zone_names() or knows_zone(user):
        return False
    change_zone(user, zone, now=now)
    return True


def _check(hours: Hours) -> None:
    if hours.zone not in zone_names():
        raise BadCalendar("zone", _(
            "There is no such time zone. Please choose one from the list, such as %(zone)s."
        ) % {"zone": "Europe/Berlin"})
    times = (hours.opens, hours.closes)
    if any(time % STEP or not 0 <= time < MINUTES_A_DAY for time in times):
        raise BadCalendar("step", _(
            "Playing hours begin and end on a quarter of an hour. Please choose times such as"
            " 8:00 or 21:45."))
    if hours.length < LEAST_A_DAY:
        raise BadCalendar("short", _(
            "Playing hours last at least %(hours)s hours a day, so that the others do not wait"
            " too long. Please choose an earlier beginning or a later end."
        ) % {"hours": LEAST_A_DAY // timedelta(hours=1)})
    if len(hours.free) > MOST_FREE_WEEKDAYS or not hours.free <= frozenset(range(7)):
        raise BadCalendar("free", _(
            "At most %(count)s weekdays can be free. Please choose fewer."
        ) % {"count": MOST_FREE_WEEKDAYS})


def _choose_first(user: User, wanted: Hours, default: Hours) -> datetime:
    """Store the first choice, behind the default hours that counted until now."""
    if user.date_joined < wanted.since:
        _store(user, replace(default, since=user.date_joined))
    if not _same(default, wanted) or user.date_joined >= wanted.since:
        _store(user, wanted)
    return wanted.since


def _choose_again(user: User, wanted: Hours, known: HoursOf) -> datetime:
    """Store a later choice; one that changes nothing takes back what still waits."""
    if known.pending and _same(known.pending, wanted):
        return known.pending.since
    PlayingHours.objects.filter(user=user, since__gt=known.current.since).delete()
    if _same(known.current, wanted):
        return wanted.since
    counts_from = end_of_next_window(known.current, wanted.since)
    _store(user, replace(wanted, since=counts_from))
    return counts_from


def _same(one: Hours, other: Hours) -> bool:
    return replace(one, since=other.since) == other


def _store(user: User, hours: Hours) -> None:
    PlayingHours.objects.create(
        user=user, since=hours.since, time_zone=hours.zone, opens=hours.opens,
        closes=hours.closes, free_weekdays=sum(1 << day for day in hours.free))


def now_for(calendar: Calendar, *, zone: str, now: datetime) -> str:
    """Return a sentence such as "It is 14:05 for you, and your time is running until 22:00."."""
    words = {"time": time_wording.local_time(now, zone=zone)}
    rests = next_rest(calendar, now)
    if rests >= now + HORIZON:
        return _("It is %(time)s for you, and your time is always running.") % words
    if rests > now:
        words["moment"] = time_wording.at(rests, zone=zone, now=now)
        return _("It is %(time)s for you, and your time is running until %(moment)s.") % words
    words["moment"] = time_wording.at(next_open(calendar, now), zone=zone, now=now)
    return _("It is %(time)s for you, and your time is resting until %(moment)s.") % words


def hours_in_words(hours: Hours) -> str:
    """Return words such as "8:00 to 22:00 (Europe/Berlin), not on Saturday and Sunday"."""
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


DAYS = 28  # in any YEAR
YEAR = timedelta(days=365)
AHEAD = YEAR  # how early a vacation can be entered


def of(user: User) -> list[Vacation]:
    """Return the person's vacations, past and future, in their order."""
    return list(Vacation.objects.filter(user=user).order_by("begins_at"))


def days_left(own: Iterable[Vacation], *, today: date) -> int:
    """Return how many more days somebody with these vacations can take around today."""
    used = _days(own)
    begins = [day for day in (today, *used) if today - YEAR < day <= today]
    return max(0, DAYS - max(_within_a_year(used, begin) for begin in begins))


@transaction.atomic
def add(user: User, first: date, *, last: date, now: datetime) -> Vacation:
    """Enter a vacation from the first to the last day.

    If it begins today, the clocks stand still from now on and today counts as a whole day.
    Refuses (BadCalendar) days that are past, too far ahead, too many, or entered already.
    """
    lock(user)
    zone = zone_of(user)
    _check_dates(first, last, today=local_day(zone, now))
    _check_days(_days(of(user)), set(_from_to(first, last)))
    span = day_span(zone, first, last)
    vacation = Vacation.objects.create(user=user, first_day=first, last_day=last,
                                       begins_at=max(span.begin, now), ends_at=span.end)
    seat_clocks.refresh_for([user.pk], now=now)
    return vacation


@transaction.atomic
def cancel(user: User, pk: int, *, now: datetime) -> None:
    """Delete a vacation that has not begun; end one that has, and today remains used.

    Refuses with Missing if the person has no such vacation, with Closed if it is over.
    """
    lock(user)
    vacation = Vacation.objects.filter(user=user, pk=pk).first()
    if vacation is None:
        raise Missing("no-vacation", _("There is no such vacation."))
    if vacation.ends_at <= now:
        raise Closed("vacation-over", _("This vacation is over, so there is nothing to cancel."))
    if vacation.begins_at > now:
        vacation.delete()
    else:
        today = local_day(zone_of(user), now)
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
    """Return how many of these days lie in the year from this day on."""
    return sum(begin <= day < begin + YEAR for day in days)


def _days(own: Iterable[Vacation]) -> set[date]:
    return {day for each in own for day in _from_to(each.first_day, each.last_day)}


def _from_to(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += DAY
