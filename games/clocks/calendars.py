"""People's calendars as they are stored, for the computations of ``playing_time``.

Owns the playing hours of people who have never chosen any, and which parts of a calendar count
in a game with a certain pace.  Changing a calendar is up to ``calendar_settings``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from games.clocks.playing_time import ALWAYS, BEGINNING, Calendar, Hours, Span
from games.models import EmailPreferences, Game, Pace, PlayingHours, User, Vacation

DEFAULT_OPENS, DEFAULT_CLOSES = 8 * 60, 22 * 60  # minutes after midnight
DEFAULT_ZONE = "UTC"
WEEKEND = (5, 6)  # Saturday and Sunday


def calendar_of(user: User) -> Calendar:
    """One person's calendar."""
    return calendars_of([user.pk])[user.pk]


def calendars_of(user_ids: Iterable[int]) -> dict[int, Calendar]:
    """The calendars of these people by their ids, in at most three queries."""
    ids = set(user_ids)
    if not ids:
        return {}
    hours: dict[int, list[Hours]] = defaultdict(list)
    away: dict[int, list[Span]] = defaultdict(list)
    for row in PlayingHours.objects.filter(user__in=ids).order_by("user_id", "since"):
        hours[row.user_id].append(to_hours(row))
    for vacation in Vacation.objects.filter(user__in=ids).order_by("begins_at"):
        away[vacation.user_id].append(Span(vacation.begins_at, vacation.ends_at))
    zones = _zones(ids - set(hours))
    return {each: Calendar(tuple(hours[each]) or (default_hours(zones.get(each, DEFAULT_ZONE)),),
                           tuple(away[each])) for each in ids}


def _zones(ids: set[int]) -> dict[int, str]:
    if not ids:
        return {}
    return dict(EmailPreferences.objects.filter(user__in=ids).values_list("user_id", "time_zone"))


def to_hours(row: PlayingHours) -> Hours:
    """Stored playing hours as the value that ``playing_time`` computes with."""
    free = frozenset(day for day in range(7) if row.free_weekdays >> day & 1)
    return Hours(row.since, row.time_zone, row.opens, row.closes, free)


def default_hours(zone: str) -> Hours:
    """The playing hours of somebody who has never chosen any."""
    return Hours(BEGINNING, zone, DEFAULT_OPENS, DEFAULT_CLOSES)


def counted_in(game: Game, calendar: Calendar) -> Calendar:
    """What of a calendar counts in this game, depending on its pace."""
    if game.pace == Pace.LIVE:
        return ALWAYS
    return calendar.with_free(WEEKEND) if game.pace == Pace.WEEKDAYS else calendar
