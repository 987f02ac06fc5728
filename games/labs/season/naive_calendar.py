"""When somebody plays, found out naively: by asking what their local clock shows.

Independent of ``games.table.clocks.playing_time``, to check it: it walks through the season in
quarters of an hour, on which playing hours begin and end, and looks at each one's local time of
day, weekday and date.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from games.models import EmailPreferences, PlayingHours, Vacation

QUARTER = timedelta(minutes=15)
ORIGIN = datetime(2020, 1, 1, tzinfo=UTC)
WEEKEND = {5, 6}
DEFAULT_OPENS, DEFAULT_CLOSES = 8 * 60, 22 * 60  # as docs/time.md says
Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class LocalClock:
    """One person's local clock and diary; ``free`` are weekdays that are free besides theirs."""

    zone: str
    hours: Sequence[PlayingHours]
    vacations: Sequence[Vacation]
    free: frozenset[int] = frozenset()
    always: bool = False
    _known: dict[datetime, bool] = field(default_factory=dict)

    def plays_at(self, moment: datetime) -> bool:
        """Whether this moment is within their playing hours and no vacation."""
        if self.always:
            return True
        row = self._row(moment)
        zone, opens, closes = self.zone, DEFAULT_OPENS, DEFAULT_CLOSES
        if row is not None:
            zone, opens, closes = row.time_zone, row.opens, row.closes
        local = moment.astimezone(ZoneInfo(zone))
        minute, today = local.hour * 60 + local.minute, local.date()
        if any(each.first_day <= today <= each.last_day for each in self.vacations):
            return False
        if opens < closes:
            return opens <= minute < closes and self._is_working(today, row)
        if minute >= opens:
            return self._is_working(today, row)
        return minute < closes and self._is_working(today - timedelta(days=1), row)

    def _row(self, moment: datetime) -> PlayingHours | None:
        begun = [row for row in self.hours if row.since <= moment]
        return begun[-1] if begun else next(iter(self.hours), None)

    def _is_working(self, day: date, row: PlayingHours | None) -> bool:
        kept_free = row is not None and bool(row.free_weekdays & 1 << day.weekday())
        return not kept_free and day.weekday() not in self.free

    def time(self, begin: datetime, end: datetime, *, without: Sequence[Span] = ()) -> timedelta:
        """The playing time between two moments, except that within the spans ``without``."""
        total = self._time(begin, end)
        for first, last in without:
            total -= self._time(max(first, begin), min(last, end))
        return total

    def _time(self, begin: datetime, end: datetime) -> timedelta:
        total, reached = timedelta(0), begin
        while reached < end:
            quarter = ORIGIN + (reached - ORIGIN) // QUARTER * QUARTER
            following = min(quarter + QUARTER, end)
            if quarter not in self._known:
                self._known[quarter] = self.plays_at(quarter)
            if self._known[quarter]:
                total += following - reached
            reached = following
        return total

    @property
    def longest_day(self) -> timedelta:
        """The length of the longest day's playing hours that they ever chose."""
        lengths = [(row.closes - row.opens) % 1440 or 1440 for row in self.hours]
        return timedelta(minutes=max([*lengths, DEFAULT_CLOSES - DEFAULT_OPENS]))


class LocalClocks:
    """The local clocks of everybody, as the database describes them now."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], LocalClock] = {}

    def of(self, user_id: int, pace: str) -> LocalClock:
        """A person's local clock for a game with this pace."""
        key = (user_id, pace if pace in ("live", "weekdays") else "")
        if key not in self._known:
            zone = EmailPreferences.objects.filter(user=user_id).values_list(
                "time_zone", flat=True).first()
            self._known[key] = LocalClock(
                zone or "UTC", list(PlayingHours.objects.filter(user=user_id).order_by("since")),
                list(Vacation.objects.filter(user=user_id)),
                frozenset(WEEKEND) if pace == "weekdays" else frozenset(), pace == "live")
        return self._known[key]
