"""Finds turns that were lost, or time that was counted, while somebody did not play.

It knows what a person's local clock shows (``naive_calendar``) and nothing of how the service
computes with time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import LoggedMove, SeatClock, TurnTiming
from games.season.incidents import Trouble
from games.season.naive_calendar import LocalClocks, Span
from games.table.play import outside_moves

SWEEP = timedelta(seconds=61)  # a sweep finds what is due at most a minute later
TOLERANCE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class DueClock:
    """A clock that was due when a sweep began; ``allowed`` is the time it gave for this turn."""

    user: int
    asked_at: datetime
    allowed: timedelta


class LostTurns:
    """Remembers the clocks that were due before each sweep, for the check at the end."""

    def __init__(self) -> None:
        self._due: dict[tuple[int, int, datetime], DueClock] = {}

    def note(self, now: datetime) -> None:
        """Notes the clocks that a sweep at this moment will find."""
        rows = SeatClock.objects.filter(due_at__lte=now, asked_at__isnull=False)
        for clock in rows.select_related("seat__game"):
            if clock.seat.user_id is not None and clock.asked_at is not None:
                self._due[clock.seat.game_id, clock.seat.index, now] = DueClock(
                    clock.seat.user_id, clock.asked_at,
                    clock.bank + clock.spent + clock.seat.game.grace)

    def faults(self, clocks: LocalClocks, troubles: Sequence[Trouble]) -> list[str]:
        """A line for each turn that was lost, or time counted, while somebody did not play."""
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
    """Turns for which more time was counted than has passed while their players play."""
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
