"""The clocks of the seats: starting, stopping and reading them, and their deadlines.

Owns which parts of a calendar count in a game with a certain pace, and the hours of people who have
never chosen any.  Functions change a ``SeatClock`` in memory or store it, as they say; the caller
holds the game's lock.  Nothing is logged here: ``games.table.seats.time_outs`` decides what happens
when time runs out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.models import (
    EmailPreferences,
    Game,
    OutgoingEmail,
    Pace,
    PlayingHours,
    SeatClock,
    TurnTiming,
    User,
    Vacation,
)
from games.models.fields import AT_ONCE
from games.table.clocks import outages, paces
from games.table.clocks.playing_time import (
    ALWAYS,
    BEGINNING,
    NOTHING,
    Calendar,
    Hours,
    Span,
    moment_after,
    playing_time,
)

DEFAULT_OPENS, DEFAULT_CLOSES = 8 * 60, 22 * 60  # minutes after midnight
DEFAULT_ZONE = "UTC"
WEEKEND = (5, 6)  # Saturday and Sunday


def calendar_of(user: User) -> Calendar:
    """Return one person's calendar."""
    return calendars_of([user.pk])[user.pk]


def calendars_of(user_ids: Iterable[int]) -> dict[int, Calendar]:
    """Return the calendars of these people by their ids, in at most three queries."""
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
    """Return stored playing hours as the value that ``playing_time`` computes with."""
    free = frozenset(day for day in range(7) if row.free_weekdays >> day & 1)
    return Hours(row.since, row.time_zone, row.opens, row.closes, free)


def default_hours(zone: str) -> Hours:
    """Return the playing hours of somebody who has never chosen any."""
    return Hours(BEGINNING, zone, DEFAULT_OPENS, DEFAULT_CLOSES)


def counted_in(game: Game, calendar: Calendar) -> Calendar:
    """Return the part of a calendar that counts in this game, depending on its pace."""
    if game.pace == Pace.LIVE:
        return ALWAYS
    return calendar.with_free(WEEKEND) if game.pace == Pace.WEEKDAYS else calendar


BATCH = 500
REFRESHED_AT_ONCE = 2000  # clocks, by one sweep
BOUNCE_WITHIN = timedelta(days=1)  # of its sending; after that an email must have arrived
HELD_AFTER_BOUNCE = timedelta(days=3)
_COLUMNS = ("bank", "asked_at", "since", "email", "held_from", "held_until", "due_at", "deadline",
            "look_at", "spent", "reminded", "extended", "extensions", "in_time", "missed",
            "wants_pause")


@dataclass(frozen=True, slots=True)
class Times:
    """The times with which a clock is read: its player's calendar in this game, and stops."""

    calendar: Calendar
    stopped: tuple[Span, ...] = ()

    @property
    def ended_stops(self) -> tuple[Span, ...]:
        """The stops that are over."""
        return tuple(span for span in self.stopped if not outages.lasts(span))


def times_of(clock: SeatClock, *, now: datetime) -> Times:
    """Return the times with which this clock is read."""
    return times_of_all([clock], now=now)[0]


def times_of_all(clocks: Sequence[SeatClock], *, now: datetime) -> list[Times]:
    """Return the times with which each clock is read, in a fixed number of queries."""
    if not clocks:
        return []
    known = calendars_of(clock.seat.user_id for clock in clocks if clock.seat.user_id)
    stopped = outages.spans(min(clock.asked_at or now for clock in clocks))
    return [Times(counted_in(clock.seat.game,
                             known.get(clock.seat.user_id or 0, Calendar())), stopped)
            for clock in clocks]


def used(clock: SeatClock, times: Times, now: datetime) -> timedelta:
    """Return the playing time since the clock was last started; 0 while it stands still."""
    if clock.since is None:
        return NOTHING
    return playing_time(times.calendar, clock.since, now, stopped=times.stopped)


def left(clock: SeatClock, times: Times, now: datetime) -> timedelta:
    """Return the playing time that is left in the bank; negative while the grace period runs."""
    return clock.bank - used(clock, times, now)


def deadline_from(clock: SeatClock, times: Times, begin: datetime) -> datetime:
    """Return when the bank would be empty if the clock were started at this moment."""
    return moment_after(times.calendar, begin, clock.bank, stopped=times.stopped)


def store(clock: SeatClock) -> None:
    """Store everything that changes in a clock; a sweep looks at one asked for a turn."""
    clock.look_at = AT_ONCE if clock.asked_at is not None else None
    clock.save(update_fields=_COLUMNS)


def look_again(clocks: QuerySet[SeatClock]) -> None:
    """Have the next sweep check whether these clocks are to be started or held."""
    clocks.filter(asked_at__isnull=False).update(look_at=AT_ONCE)


def ask(clock: SeatClock, *, email: OutgoingEmail | None, held_until: datetime | None,
        now: datetime) -> None:
    """Note that the seat's turn has begun, and the emails for which its clock has to wait."""
    clock.asked_at, clock.email, clock.held_until = now, email, held_until
    clock.held_from = now if held_until else None
    clock.reminded, clock.extended, clock.spent = False, 0, NOTHING
    clock.since = clock.due_at = clock.deadline = None


def start(clock: SeatClock, times: Times, *, at: datetime) -> None:
    """Start the clock."""
    clock.since, clock.email, clock.held_until = at, None, None
    refresh(clock, times)


def halt(clock: SeatClock, times: Times, *, now: datetime) -> None:
    """Stop the clock and take what it has used from the bank."""
    spent = used(clock, times, now)
    clock.bank, clock.spent = clock.bank - spent, clock.spent + spent
    clock.since = clock.due_at = clock.deadline = None


def settle(user_ids: Iterable[int], *, now: datetime) -> None:
    """Stop these people's running clocks and start them again at once, in a transaction.

    Whatever calendars they get from now on, the past counts by those that they had.  The caller
    computes the deadlines again (``refresh_for``).
    """
    running = SeatClock.objects.filter(since__isnull=False, seat__user__in=user_ids)
    games = Game.objects.select_for_update(no_key=True).order_by("pk").in_bulk(
        list(running.values_list("seat__game_id", flat=True)))
    clocks = list(running.select_related("seat__game").filter(seat__game__in=games).order_by("pk"))
    for clock, times in zip(clocks, times_of_all(clocks, now=now), strict=True):
        halt(clock, times, now=now)
        clock.since = now
        clock.save(update_fields=["bank", "spent", "since"])


def refresh(clock: SeatClock, times: Times) -> None:
    """Compute again when a sweep must look at this clock, and when its time runs out."""
    if clock.since is None:
        clock.due_at = clock.deadline = None
        return
    amount = clock.bank + clock.seat.game.grace
    if not clock.reminded and reminder_left(clock):
        amount = clock.bank - reminder_left(clock)
    # Without a stop that lasts: sweeps look at no clock until it has ended, and then in time.
    clock.due_at = moment_after(times.calendar, clock.since, amount, stopped=times.ended_stops)
    clock.deadline = deadline_from(clock, times, clock.since)


def reminder_left(clock: SeatClock) -> timedelta:
    """Return how much time is left when the clock's player is reminded; 0 for no reminder."""
    return max(NOTHING, min(paces.reminder_before(clock.seat.game), clock.bank / 2))


def give_time(clock: SeatClock) -> None:
    """Give somebody who comes back at least the time that one turn adds."""
    clock.bank = max(clock.bank, clock.seat.game.bank_per_turn)
    clock.missed = 0


def renew(clock: SeatClock) -> None:
    """Give the seat's new player a clock like everybody's at the start of the game."""
    clock.bank, clock.extensions = clock.seat.game.bank_at_start, paces.EXTENSIONS
    clock.in_time = clock.missed = 0
    clock.wants_pause = False


def refresh_all(*, now: datetime) -> int:
    """Store new deadlines of all running clocks after a stop of all clocks; return how many.

    Must not be called in a transaction, which would keep moves from changing any clock.  If
    it is interrupted, sweeps do the rest (``refresh_next``).
    """
    total = _refresh(SeatClock.objects.filter(since__isnull=False), now=now)
    outages.note_refreshed(None)
    return total


def refresh_next(*, now: datetime) -> int:
    """Go on with computing deadlines after a stop, and return for how many clocks.

    Until it is a clock's turn, its stored deadline is too early.  A sweep that finds it due
    computes it again before anything happens.
    """
    begin = outages.to_refresh()
    if begin is None:
        return 0
    running = SeatClock.objects.filter(since__isnull=False, pk__gt=begin).order_by("pk")
    ids = list(running.values_list("pk", flat=True)[:REFRESHED_AT_ONCE])
    total = _refresh(running.filter(pk__lte=ids[-1]), now=now) if ids else 0
    outages.note_refreshed(ids[-1] if len(ids) == REFRESHED_AT_ONCE else None)
    return total


def refresh_for(user_ids: Iterable[int], *, now: datetime) -> int:
    """Store new deadlines of these people's running clocks, after their calendars changed."""
    running = SeatClock.objects.filter(since__isnull=False, seat__user__in=user_ids)
    return _refresh(running, now=now)


def _refresh(clocks: QuerySet[SeatClock], *, now: datetime) -> int:
    total, after = 0, 0
    while True:
        rest = clocks.filter(pk__gt=after).select_related("seat__game")
        batch = list(rest.order_by("pk")[:BATCH])
        if not batch:
            return total
        for clock, times in zip(batch, times_of_all(batch, now=now), strict=True):
            begun = clock.since
            if begun is not None and begun > now:  # while the system's clock was ahead
                clock.since = now
            refresh(clock, times)
            # Unless somebody has moved in the meantime
            SeatClock.objects.filter(pk=clock.pk, since=begun, bank=clock.bank).update(
                since=clock.since, due_at=clock.due_at, deadline=clock.deadline)
        total, after = total + len(batch), batch[-1].pk


def end_turn(clock: SeatClock, times: Times, *, missed: bool, now: datetime) -> TurnTiming | None:
    """Stop the clock at the end of its seat's turn, and credit the time per turn.

    Returns the timing of the turn, not stored yet; None if no turn of the seat had begun.
    """
    if clock.asked_at is None:
        return None
    halt(clock, times, now=now)
    game = clock.seat.game
    clock.bank = min(game.bank_limit, max(clock.bank, NOTHING) + game.bank_per_turn)
    timing = _timing(clock, times, missed=missed, now=now)
    _count(clock, missed=missed)
    clock.asked_at = clock.email = clock.held_until = None
    return timing


def _timing(clock: SeatClock, times: Times, *, missed: bool, now: datetime) -> TurnTiming | None:
    if clock.seat.user_id is None or clock.asked_at is None:
        return None
    outcome = TurnTiming.Outcome.IN_TIME
    if missed and not _was_stopped(clock, times, now=now):
        outcome = TurnTiming.Outcome.MISSED
    elif missed or clock.extended:
        outcome = TurnTiming.Outcome.EXCUSED
    return TurnTiming(user_id=clock.seat.user_id, game_id=clock.seat.game_id, ended_at=now,
                      outcome=outcome, used=clock.spent, took=now - clock.asked_at)


def _was_stopped(clock: SeatClock, times: Times, *, now: datetime) -> bool:
    """Return whether an outage fell into this turn."""
    asked_at = clock.asked_at or now
    return any(span.begin < now and span.end > asked_at for span in times.stopped)


def _count(clock: SeatClock, *, missed: bool) -> None:
    """Count the turn: extensions come back after turns in time."""
    if missed:
        clock.missed, clock.in_time = clock.missed + 1, 0
        return
    clock.missed = 0
    if clock.extended:
        return
    clock.in_time += 1
    if clock.in_time >= paces.IN_TIME_FOR_EXTENSION:
        clock.in_time = 0
        clock.extensions = min(paces.EXTENSIONS, clock.extensions + 1)
