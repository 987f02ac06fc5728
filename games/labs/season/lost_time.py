"""Faults of time in a season: turns lost while somebody did not play, and games that stall.

Finds out when somebody plays by asking what their local clock shows: walks through the season in
quarters of an hour, on which playing hours begin and end.  Must not use
``games.table.clocks.playing_time``, which this module checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from games.labs.season.scenario import Trouble
from games.models import (
    EmailPreferences,
    Game,
    LoggedMove,
    PlayingHours,
    Seat,
    SeatClock,
    TurnTiming,
    Vacation,
)
from games.table.clocks import paces
from games.table.clocks.seat_clocks import HELD_AFTER_BOUNCE
from games.table.play import outside_moves
from games.table.seats import seating

QUARTER = timedelta(minutes=15)
ORIGIN = datetime(2020, 1, 1, tzinfo=UTC)
WEEKEND = {5, 6}
DEFAULT_OPENS, DEFAULT_CLOSES = 8 * 60, 22 * 60  # as docs/time.md says
Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class LocalClock:
    """One person's local clock and diary; ``free`` are weekdays that the pace keeps free."""

    zone: str
    hours: Sequence[PlayingHours]
    vacations: Sequence[Vacation]
    free: frozenset[int] = frozenset()
    always: bool = False
    _known: dict[datetime, bool] = field(default_factory=dict)

    def plays_at(self, moment: datetime) -> bool:
        """Return whether this moment is within their playing hours and no vacation."""
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
        """Return the playing time between two moments, except that within the spans ``without``."""
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
        """The length of the longest day's playing hours that the player ever chose."""
        lengths = [(row.closes - row.opens) % 1440 or 1440 for row in self.hours]
        return timedelta(minutes=max([*lengths, DEFAULT_CLOSES - DEFAULT_OPENS]))


class LocalClocks:
    """The local clocks of everybody, as the database describes them now."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], LocalClock] = {}

    def of(self, user_id: int, pace: str) -> LocalClock:
        """Return a person's local clock for a game with this pace."""
        key = (user_id, pace if pace in ("live", "weekdays") else "")
        if key not in self._known:
            zone = EmailPreferences.objects.filter(user=user_id).values_list(
                "time_zone", flat=True).first()
            self._known[key] = LocalClock(
                zone or "UTC", list(PlayingHours.objects.filter(user=user_id).order_by("since")),
                list(Vacation.objects.filter(user=user_id)),
                frozenset(WEEKEND) if pace == "weekdays" else frozenset(), pace == "live")
        return self._known[key]


SWEEP = timedelta(seconds=61)  # a sweep finds what is due at most a minute later
TOLERANCE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class DueClock:
    """A clock that was due when a sweep began; ``allowed`` is its time for this turn."""

    user: int
    asked_at: datetime
    allowed: timedelta


class LostTurns:
    """The clocks that were due before each sweep, noted for the check at the end."""

    def __init__(self) -> None:
        self._due: dict[tuple[int, int, datetime], DueClock] = {}

    def note(self, now: datetime) -> None:
        """Note the clocks that a sweep at this moment will find."""
        rows = SeatClock.objects.filter(due_at__lte=now, asked_at__isnull=False)
        for clock in rows.select_related("seat__game"):
            if clock.seat.user_id is not None and clock.asked_at is not None:
                self._due[clock.seat.game_id, clock.seat.index, now] = DueClock(
                    clock.seat.user_id, clock.asked_at,
                    clock.bank + clock.spent + clock.seat.game.grace)

    def faults(self, clocks: LocalClocks, troubles: Sequence[Trouble]) -> list[str]:
        """Return a line for each turn lost or time counted while its player does not play."""
        stops = [(each.begin, each.end) for each in troubles if each.kind in ("service", "stop")]
        return [*self._lost(clocks, stops), *_counted(clocks, stops)]

    def _lost(self, clocks: LocalClocks, stops: Sequence[Span]) -> list[str]:
        faults = []
        rows = LoggedMove.objects.filter(actor=LoggedMove.Actor.CLOCK).select_related("game")
        for row in rows.order_by("game_id", "number"):
            reason = self._fault(row, clocks, stops)
            if reason:
                faults.append(f"{row.game.name}, row {row.number} ({row.move}) at"
                              f" {row.created_at:%Y-%m-%d %H:%M} UTC: {reason}")
        return faults

    def _fault(self, row: LoggedMove, clocks: LocalClocks, stops: Sequence[Span]) -> str:
        if row.move not in (outside_moves.STAND_IN, outside_moves.EXTENSION,
                            outside_moves.BOT_TAKES_SEAT):
            return ""
        due = self._due.get((row.game_id, row.seat if row.seat is not None else -1,
                             row.created_at))
        if due is None:
            return "the clock was not due"
        clock, before = clocks.of(due.user, row.game.pace), row.created_at - SWEEP
        if not clock.plays_at(before) or any(begin <= before < end for begin, end in stops):
            return "its player does not play then"
        passed = clock.time(due.asked_at, row.created_at, without=stops)
        if passed + TOLERANCE < due.allowed:
            return f"{due.allowed} were allowed, but by their local clock only {passed} had passed"
        return ""


def _counted(clocks: LocalClocks, stops: Sequence[Span]) -> list[str]:
    """Return a line for each turn for which more time was counted than its player had."""
    faults = []
    for timing in TurnTiming.objects.select_related("game").order_by("pk"):
        clock = clocks.of(timing.user_id, timing.game.pace)
        asked_at = timing.ended_at - timing.took
        passed = clock.time(asked_at, timing.ended_at, without=stops)
        if timing.used > passed + TOLERANCE:
            faults.append(f"{timing.game.name}, turn that ended at"
                          f" {timing.ended_at:%Y-%m-%d %H:%M} UTC: {timing.used} were counted, but"
                          f" by their player's local clock only {passed} had passed")
    return faults


BOTS_NEED = timedelta(hours=1)
EMAIL_MAY_WAIT = timedelta(days=1)  # for quiet hours and daily digests
RETRIES_WAIT = timedelta(hours=6)  # for the next attempt after an outage of the email


@dataclass(frozen=True, slots=True)
class Stall:
    """A game that does not go on: since when, and for which players it seems to wait."""

    game: str
    since: datetime
    why: str

    def __str__(self) -> str:
        return f"{self.game}: nothing since {self.since:%Y-%m-%d %H:%M} UTC, {self.why}"


def find_stalls(clocks: LocalClocks, troubles: Sequence[Trouble], people: dict[int, int],
                now: datetime) -> list[Stall]:
    """Return the games that have stalled; ``people`` has the numbers of persons by users' ids."""
    found = []
    for game in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"):
        row = LoggedMove.objects.get(game=game, number=game.number)
        why = _why(game, row.created_at, clocks, troubles, people, now)
        if why:
            found.append(Stall(game.name, row.created_at, why))
    return found


def _why(game: Game, last: datetime, clocks: LocalClocks, troubles: Sequence[Trouble],
         people: dict[int, int], now: datetime) -> str:
    if game.deserted_at is not None:
        limit = seating.REST + BOTS_NEED + _lasted(troubles, "service", game.deserted_at, now)
        return "it should have been finished by bots" if now - game.deserted_at > limit else ""
    for seat in game.seats.filter(to_move=True):
        if seat.user_id is None or seat.stand_in:
            if now - last > BOTS_NEED + _lasted(troubles, "service", last, now):
                return f"a bot should have played for seat {seat.index}"
        elif (game.has_clock and game.paused_at is None
              and _is_late(game, seat, last, clocks, troubles, people[seat.user_id], now)):
            return f"the time of {seat.name} should have run out"
    return ""


def _is_late(game: Game, seat: Seat, last: datetime, clocks: LocalClocks,
             troubles: Sequence[Trouble], person: int, now: datetime) -> bool:
    """Return whether more time has passed than this player's slowest turn can take."""
    assert seat.user_id is not None  # checked
    clock = clocks.of(seat.user_id, game.pace)
    held = any(each.kind == "bounce" and each.person == person
               and each.begin < now and each.end > last - HELD_AFTER_BOUNCE for each in troubles)
    first = last + EMAIL_MAY_WAIT + held * HELD_AFTER_BOUNCE
    slowest = game.bank_limit + game.grace + paces.EXTENSIONS * clock.longest_day
    return first < now and clock.time(first, now, without=_stops(troubles)) > slowest


def _stops(troubles: Sequence[Trouble]) -> list[Span]:
    """Return the periods in which all clocks stood still, extended after email outages."""
    return [(each.begin, each.end + RETRIES_WAIT * (each.kind == "email"))
            for each in troubles if each.kind != "bounce"]


def _lasted(troubles: Sequence[Trouble], kind: str, begin: datetime, end: datetime) -> timedelta:
    spans = [(max(each.begin, begin), min(each.end, end))
             for each in troubles if each.kind == kind]
    return sum((last - first for first, last in spans if first < last), start=timedelta(0))
