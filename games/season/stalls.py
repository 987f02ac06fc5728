"""Finds games in which nothing happens for longer than the rules about time allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Game, LoggedMove, Seat
from games.season.incidents import Trouble
from games.season.naive_calendar import LocalClocks, Span
from games.table.clocks import paces
from games.table.clocks.seat_clocks import HELD_AFTER_BOUNCE
from games.table.seats import deserted

BOTS_NEED = timedelta(hours=1)
EMAIL_MAY_WAIT = timedelta(days=1)  # for quiet hours and daily digests
RETRIES_WAIT = timedelta(hours=6)  # for the next attempt after an outage of the email


@dataclass(frozen=True, slots=True)
class Stall:
    """A game that does not go on: since when, and what it seems to wait for."""

    game: str
    since: datetime
    why: str

    def __str__(self) -> str:
        return f"{self.game}: nothing since {self.since:%Y-%m-%d %H:%M} UTC, {self.why}"


def find(clocks: LocalClocks, troubles: Sequence[Trouble], people: dict[int, int],
         now: datetime) -> list[Stall]:
    """The games that have stalled; ``people`` are the numbers of persons by users' ids."""
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
        limit = deserted.REST + BOTS_NEED + _lasted(troubles, "service", game.deserted_at, now)
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
    """Whether more has passed than the slowest turn that this player's calendar allows."""
    assert seat.user_id is not None  # checked
    clock = clocks.of(seat.user_id, game.pace)
    held = any(each.kind == "bounce" and each.person == person
               and each.begin < now and each.end > last - HELD_AFTER_BOUNCE for each in troubles)
    first = last + EMAIL_MAY_WAIT + held * HELD_AFTER_BOUNCE
    slowest = game.bank_limit + game.grace + paces.EXTENSIONS * clock.longest_day
    return first < now and clock.time(first, now, without=_stops(troubles)) > slowest


def _stops(troubles: Sequence[Trouble]) -> list[Span]:
    """When all clocks stood still, and a bit longer after email did not leave."""
    return [(each.begin, each.end + RETRIES_WAIT * (each.kind == "email"))
            for each in troubles if each.kind != "bounce"]


def _lasted(troubles: Sequence[Trouble], kind: str, begin: datetime, end: datetime) -> timedelta:
    spans = [(max(each.begin, begin), min(each.end, end))
             for each in troubles if each.kind == kind]
    return sum((last - first for first, last in spans if first < last), start=timedelta(0))
