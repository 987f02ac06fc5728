"""Changing people's playing hours and time zones, so that nobody can stall a game by it.

Owns what may be chosen and from when it counts.  Each function stores the change and the new
deadlines of the person's clocks in one transaction.  Vacations are in ``vacations``; what hours
mean is up to ``playing_time``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.base.refusals import BadCalendar
from games.clocks import calendars, seat_clocks
from games.clocks.playing_time import Calendar, Hours, end_of_next_window, zone_names
from games.models import EmailPreferences, PlayingHours, User

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
        """What they chose last."""
        return self.pending or self.current


def hours_of(user: User, *, now: datetime) -> HoursOf:
    """The person's playing hours; the default ones if they have never chosen any."""
    return hours_in(calendars.calendar_of(user), now=now)


def hours_in(calendar: Calendar, *, now: datetime) -> HoursOf:
    """The playing hours in this calendar."""
    known = calendar.hours
    begun = [each for each in known if each.since <= now] or [known[0]]
    later = [each for each in known if each.since > begun[-1].since]
    return HoursOf(begun[-1], later[-1] if later else None)


def zone_of(user: User) -> str:
    """The name of the time zone in which the person sees times."""
    zones = EmailPreferences.objects.filter(user=user).values_list("time_zone", flat=True)
    return zones.first() or calendars.DEFAULT_ZONE


def knows_zone(user: User) -> bool:
    """Whether the person, or their browser, has ever told us their time zone."""
    return is_known(zone_of(user), user)


def is_known(zone: str, user: User) -> bool:
    """Whether the time zone in which the person sees times is one that they have told us."""
    return (zone != calendars.DEFAULT_ZONE
            or PlayingHours.objects.filter(user=user).exists())


def lock(user: User) -> None:
    """Makes other changes of the person's calendar wait for this transaction.

    Emails to them can be queued meanwhile: a sweep that queues one may hold one of their clocks.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


@transaction.atomic
def change_hours(user: User, zone: str, *, opens: int, closes: int,
                 free_weekdays: Collection[int], now: datetime) -> datetime:
    """Changes the person's playing hours; returns from when the new ones count.

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
    """Changes the time zone alone; returns from when the playing hours count in it."""
    chosen = hours_of(user, now=now).chosen
    return change_hours(user, zone, opens=chosen.opens, closes=chosen.closes,
                        free_weekdays=chosen.free, now=now)


@transaction.atomic
def note_browser_zone(user: User, zone: str, *, now: datetime) -> bool:
    """Stores the time zone of the person's browser with the default hours as their first choice.

    Does nothing, and returns False, if we know a time zone already or this is none.
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
    """Stores the first choice, behind the default hours that counted until now."""
    if user.date_joined < wanted.since:
        _store(user, replace(default, since=user.date_joined))
    if not _same(default, wanted) or user.date_joined >= wanted.since:
        _store(user, wanted)
    return wanted.since


def _choose_again(user: User, wanted: Hours, known: HoursOf) -> datetime:
    """Stores a later choice; one that changes nothing takes back what still waits."""
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
