"""What a game's page shows about time: each player's bank, their deadline and time of day.

It changes nothing; ``games.views.clock_forms`` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Seat, SeatClock
from games.post.outbox import preferences
from games.table.clocks import outages, playing_time, seat_clocks, time_wording
from games.table.clocks.playing_time import NOTHING
from games.table.clocks.seat_clocks import Times
from games.table.play import extra_time
from games.views.access import TableAccess

RESTING, RUNNING, WAITING, STOPPED = "resting", "running", "waiting", "stopped"


@dataclass(frozen=True, slots=True)
class PlayerTime:
    """One player's time, for one reader.

    ``left`` and ``until`` are in words.  ``state`` says what the clock does: "" while it is not
    their turn, "running", "resting" (outside their playing hours, until ``opens``), "waiting"
    (for their turn email to leave) or "stopped".  ``local`` is their time of day.
    """

    seat: Seat
    left: str
    state: str = ""
    until: str = ""
    opens: str = ""
    local: str = ""
    wants_pause: bool = False
    is_reader: bool = False


@dataclass(frozen=True, slots=True)
class ClockPanel:
    """The times of all people at the table, and what the reader may do about them.

    ``extensions`` is how many the reader has left, ``given`` how many they have had in this turn.
    ``unset`` is whether the reader's clock follows UTC because we do not know their time zone.
    """

    players: tuple[PlayerTime, ...]
    paused: bool
    stopped_for: str
    may_extend: bool
    extensions: int
    given: int
    may_pause: bool
    asked_to_pause: bool
    unset: bool

    @property
    def own_until(self) -> str:
        """Until when the reader has time, if their clock runs."""
        return next((each.until for each in self.players if each.is_reader), "")


def reader_zone(access: TableAccess) -> str:
    """The time zone of whoever looks at the page."""
    if access.user is None:
        return seat_clocks.DEFAULT_ZONE
    return preferences.preferences_of(access.user).time_zone


def clock_panel(access: TableAccess, *, now: datetime) -> ClockPanel | None:
    """The panel for this reader; None if no time runs out in this game."""
    game = access.game
    if not game.has_clock or game.status != Game.Status.RUNNING:
        return None
    clocks = _clocks(access)
    times = dict(zip(clocks, seat_clocks.times_of_all(list(clocks.values()), now=now), strict=True))
    own = next((clocks[each.pk] for each in access.seats
                if each.index == access.seat and each.pk in clocks), None)
    stop, zone = outages.current(), reader_zone(access)
    return ClockPanel(
        players=tuple(_player(clocks[seat.pk], times[seat.pk], zone=zone, stopped=bool(stop),
                              is_reader=seat.index == access.seat, now=now)
                      for seat in access.seats if seat.pk in clocks),
        paused=game.paused_at is not None,
        stopped_for=stop.get_cause_display() if stop else "",
        may_extend=extra_time.is_possible(game, own),
        extensions=own.extensions if own else 0, given=own.extended if own else 0,
        may_pause=own is not None, asked_to_pause=own is not None and own.wants_pause,
        unset=own is not None and _is_unset(times[own.seat_id]),
    )


def _is_unset(times: Times) -> bool:
    hours = times.calendar.hours
    return bool(hours) and (hours[-1].since, hours[-1].zone) == (
        playing_time.BEGINNING, seat_clocks.DEFAULT_ZONE)


def _clocks(access: TableAccess) -> dict[int, SeatClock]:
    """The clocks of the seats that people have, by the seats' ids."""
    seats = {seat.pk: seat for seat in access.seats if seat.user_id is not None}
    clocks = {}
    for clock in SeatClock.objects.filter(seat__in=seats).select_related("email__digest"):
        clock.seat = seats[clock.seat_id]
        clock.seat.game = access.game
        clocks[clock.seat_id] = clock
    return clocks


def _player(clock: SeatClock, times: Times, *, zone: str, stopped: bool,
            is_reader: bool, now: datetime) -> PlayerTime:
    left = max(NOTHING, seat_clocks.left(clock, times, now))
    hours = times.calendar.hours
    state, until, opens = _state(clock, stopped=stopped), "", ""
    if state == RUNNING and clock.deadline is not None:
        until = time_wording.until(clock.deadline, zone=zone, now=now)
        resumes = playing_time.next_open(times.calendar, now)
        if resumes > now:
            state, opens = RESTING, time_wording.fixed(resumes, zone=zone)
    return PlayerTime(
        clock.seat, time_wording.exactly(left), state, until, opens,
        time_wording.local_time(now, zone=hours[-1].zone) if hours else "", clock.wants_pause,
        is_reader,
    )


def _state(clock: SeatClock, *, stopped: bool) -> str:
    if clock.asked_at is None:
        return ""
    if stopped or clock.seat.game.paused_at is not None or clock.seat.stand_in:
        return STOPPED
    return WAITING if clock.since is None else RUNNING

