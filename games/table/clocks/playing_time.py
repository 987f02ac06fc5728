"""Playing time: the only module that computes how much of a player's time has passed.

Pure: it knows no database and reads no clock.  All moments are aware, and compared in UTC.  A
player's time passes during their playing hours: every day between two times of day in their time
zone, except on their free weekdays and vacations, and never while the clocks are stopped.  The
result is exact in hours that daylight saving skips or repeats, since every window is turned into
two moments first: those at which clocks in the time zone first show these times of day, or later
ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

DAY = timedelta(days=1)
HORIZON = timedelta(days=400)  # no deadline is computed beyond this
NOTHING = timedelta(0)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)

BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Span:
    """The time from ``begin`` to just before ``end``."""

    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Hours:
    """The times of day at which somebody plays, from ``since`` on.

    ``opens`` and ``closes`` are minutes after midnight in ``zone``.  If ``closes`` is not later,
    the hours end on the next day.  A day belongs to ``free`` (0 is Monday) by its beginning.
    """

    since: datetime
    zone: str
    opens: int
    closes: int
    free: frozenset[int] = frozenset()

    @property
    def length(self) -> timedelta:
        """The length of these hours on a day on which clocks do not change."""
        return timedelta(minutes=(self.closes - self.opens) % (24 * 60) or 24 * 60)


@dataclass(frozen=True, slots=True)
class Calendar:
    """One person's playing hours, the earliest first, and the spans in which they are away.

    The earliest hours also hold for all time before them.  Without any, all time counts.
    """

    hours: tuple[Hours, ...] = ()
    away: tuple[Span, ...] = ()

    def with_free(self, weekdays: Iterable[int]) -> Calendar:
        """Return this calendar with more free weekdays."""
        free = frozenset(weekdays)
        return replace(self, hours=tuple(replace(each, free=each.free | free)
                                         for each in self.hours))


ALWAYS = Calendar()


def playing_time(calendar: Calendar, begin: datetime, end: datetime, *,
                 stopped: Sequence[Span] = ()) -> timedelta:
    """Return how much of a person's time passes from ``begin`` to ``end``.

    The result is 0 if ``end`` is not later. ``stopped`` are the spans in which no clock ran. The
    result is never negative, grows with ``end``, and is the sum of the results for the parts of a
    split interval.
    """
    return sum((span.end - span.begin for span in _running(calendar, begin, end, stopped)),
               start=NOTHING)


def moment_after(calendar: Calendar, begin: datetime, amount: timedelta, *,
                 stopped: Sequence[Span] = ()) -> datetime:
    """Return the first moment at which this much of a person's time has passed since ``begin``.

    The moment is ``begin`` itself for an ``amount`` of 0 or less, and never more than ``HORIZON``
    later.
    """
    if amount <= NOTHING:
        return begin
    horizon = begin + HORIZON
    for span in _running(calendar, begin, horizon, stopped):
        length = span.end - span.begin
        if length >= amount:
            return span.begin + amount
        amount -= length
    return horizon


def hours_of_week(hours: Hours, moment: datetime) -> int:
    """Return the hours of the week of this moment in which somebody plays, rounded, as bits.

    The week begins on Monday in UTC, with bit 0, so the hours of two people can be compared.
    """
    today = local_day("UTC", moment)
    begin, found = _moment("UTC", today - today.weekday() * DAY, 0), 0
    for window in _windows((hours,), begin, begin + 7 * DAY):
        first, end = (round((moment - begin) / HOUR) for moment in (window.begin, window.end))
        if first < end:
            found |= (1 << end) - (1 << first)
    return found


def next_open(calendar: Calendar, moment: datetime) -> datetime:
    """Return the first moment from this one on that lies in the person's playing hours."""
    span = next(_running(calendar, moment, moment + HORIZON, ()), None)
    return span.begin if span else moment


def next_rest(calendar: Calendar, moment: datetime) -> datetime:
    """Return when the person's time, which is running at this moment, next stops.

    The result is ``moment`` itself if their time stands still already, and never more than
    ``HORIZON`` later.
    """
    reached = moment
    for span in _running(calendar, moment, moment + HORIZON, ()):
        if span.begin > reached:
            break
        reached = span.end
    return reached


def end_of_next_window(hours: Hours, moment: datetime) -> datetime:
    """Return the end of the first window of playing hours that begins from this moment on.

    A change of the hours counts from then on, so even for a person who changes them again and
    again, one whole window passes before each change.
    """
    day = moment.astimezone(zone_named(hours.zone)).date() - DAY
    while day.weekday() in hours.free or not _is_ahead(_window(hours, day), moment):
        day += DAY
    return _window(hours, day).end


def _is_ahead(window: Span, moment: datetime) -> bool:
    """Return whether the whole window is still to come; False for an empty one.

    The window on a skipped day is empty.
    """
    return moment <= window.begin < window.end


def day_span(zone: str, first: date, last: date) -> Span:
    """Return the whole days from ``first`` to ``last`` in this time zone."""
    return Span(_moment(zone, first, 0), _moment(zone, last + DAY, 0))


def local_day(zone: str, moment: datetime) -> date:
    """Return the date at this moment in this time zone."""
    return moment.astimezone(zone_named(zone)).date()


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones that people can choose, sorted."""
    # These two are no places: the time of this machine, and none at all.
    return tuple(sorted(available_timezones() - {"localtime", "Factory"}))


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone of this name; UTC if this machine does not know it."""
    return _zone_or_none(name) or ZoneInfo("UTC")


@lru_cache(maxsize=1000)
def _zone_or_none(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _running(calendar: Calendar, begin: datetime, end: datetime,
             stopped: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans between these moments in which the person's clock runs, in order."""
    begin, end = begin.astimezone(UTC), end.astimezone(UTC)
    windows = _windows(calendar.hours, begin, end) if calendar.hours else [Span(begin, end)]
    breaks = sorted((*calendar.away, *stopped), key=lambda span: span.begin)
    for window in windows:
        yield from _without(window, breaks)


def _windows(hours: Sequence[Hours], begin: datetime, end: datetime) -> Iterator[Span]:
    """Yield the windows of playing hours within this span, of which some may be empty.

    Each window counts while its hours hold.
    """
    starts = [BEGINNING, *(each.since.astimezone(UTC) for each in hours[1:])]
    for each, (since, until) in zip(hours, pairwise([*starts, end]), strict=True):
        yield from _windows_of(each, max(since, begin), min(until, end))


def _windows_of(hours: Hours, begin: datetime, end: datetime) -> Iterator[Span]:
    # One day more on each side: a window can last beyond midnight, and where clocks go back at
    # midnight, the next day can begin and be over again.
    day, last_day = local_day(hours.zone, begin) - DAY, local_day(hours.zone, end) + DAY
    while day <= last_day:
        if day.weekday() not in hours.free:
            window = _window(hours, day)
            yield Span(max(window.begin, begin), min(window.end, end))
        day += DAY


@lru_cache(maxsize=20_000)
def _window(hours: Hours, day: date) -> Span:
    """Return the playing hours that begin on this day."""
    closing_day = day if hours.opens < hours.closes else day + DAY
    return Span(_moment(hours.zone, day, hours.opens),
                _moment(hours.zone, closing_day, hours.closes))


def _moment(zone: str, day: date, minutes: int) -> datetime:
    """Return the first moment at which clocks there show this time of day, or a later one."""
    place = zone_named(zone)
    midnight = datetime(day.year, day.month, day.day)  # noqa: DTZ001 - the zone follows
    local = (midnight + timedelta(minutes=minutes)).replace(tzinfo=place)
    moment = local.astimezone(UTC)
    if moment.astimezone(place).replace(tzinfo=None) == local.replace(tzinfo=None):
        return moment
    return _end_of_gap(place, local.replace(fold=1).astimezone(UTC), moment)


def _end_of_gap(place: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return when clocks in the time zone were put forward between these moments."""
    offset = before.astimezone(place).utcoffset()
    while after - before > SECOND:
        middle = before + (after - before) // 2 // SECOND * SECOND
        if middle.astimezone(place).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def _without(span: Span, breaks: Sequence[Span]) -> Iterator[Span]:
    """Yield the parts of a span outside the sorted, perhaps overlapping ``breaks``.

    An empty span, which may end before its beginning, has none.
    """
    begin = span.begin
    for each in breaks:
        if each.begin >= span.end:
            break
        if each.end <= begin:
            continue
        if each.begin > begin:
            yield Span(begin, each.begin)
        begin = max(begin, each.end)
    if begin < span.end:
        yield Span(begin, span.end)
