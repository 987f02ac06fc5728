"""Queries: when a reader's next turns will probably come, in games that wait for others.

Who plays when is up to each game's rules, which this does not know: whoever is to move plays
first, and then the others up to the reader in the order of their seats.  Bots and stand-ins take
no time.  Nothing is forecast in live games, which are over before anybody looks at a calendar, nor
in games without a clock, where nobody has promised to play, nor while clocks stand still.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.calendar_feed import forecast
from games.calendar_feed.forecast import ExpectedTurn
from games.models import Game, Pace, Seat, SeatClock, User
from games.table.clocks import outages, reliability, seat_clocks
from games.table.clocks.playing_time import Calendar, Span
from games.table.clocks.reliability import RecentTurn

# What somebody is assumed to take usually of what each turn adds, until they have played enough.
NEWCOMERS_SHARE = 1 / 4


@dataclass(frozen=True, slots=True)
class NextTurn:
    """When the reader's next turn in a game will probably come.

    ``assumed`` is whether the usual speed of somebody who plays first is not known yet.
    """

    window: Span
    assumed: bool


@dataclass(frozen=True, slots=True)
class _People:
    """What forecasts know about the people at the tables, by their ids."""

    calendars: Mapping[int, Calendar]
    turns: Mapping[int, list[RecentTurn]]


def next_turns(games: Iterable[Game], reader: User, *, now: datetime) -> dict[int, NextTurn]:
    """The forecasts for these games by their ids, in six queries at most, however many they are.

    The games must have been loaded by ``lobby.queries.with_seats``.
    """
    waiting = {game.pk: (game, own) for game in games
               if (own := _waiting_seat(game, reader)) is not None}
    if not waiting:
        return {}
    seats = [seat for game, _ in waiting.values() for seat in game.seats.all()]
    stopped = outages.spans(min((clock.since for seat in seats if (clock := _clock(seat))
                               and clock.since), default=now))
    if any(span.begin <= now < span.end for span in stopped):
        return {}
    ids = {seat.user_id for seat in seats if seat.user_id is not None}
    people = _People(seat_clocks.calendars_of(ids), reliability.recent_turns(ids, now=now))
    found = {pk: _next_turn(game, own, people, stopped=stopped, now=now)
             for pk, (game, own) in waiting.items()}
    return {pk: each for pk, each in found.items() if each is not None}


def _waiting_seat(game: Game, reader: User) -> Seat | None:
    """The reader's seat in a game whose clocks run and that waits for others; None otherwise."""
    running = game.status == Game.Status.RUNNING and game.paused_at is None
    if not running or not game.has_clock or game.pace == Pace.LIVE or game.deserted_at:
        return None
    own = next((seat for seat in game.seats.all() if seat.user_id == reader.pk), None)
    return None if own is None or own.to_move else own


def _next_turn(game: Game, own: Seat, people: _People, *, stopped: tuple[Span, ...],
               now: datetime) -> NextTurn | None:
    present, later = _before(game, own)
    reader = seat_clocks.counted_in(game, people.calendars[own.user_id or 0])
    window = forecast.window([_expected(seat, people) for seat in present],
                             [_expected(seat, people) for seat in later],
                             reader=reader, stopped=stopped, now=now)
    assumed = any(_speed(seat, people) is None for seat in (*present, *later))
    return NextTurn(window, assumed) if window else None


def _before(game: Game, own: Seat) -> tuple[list[Seat], list[Seat]]:
    """The people who are to move now, and those between the last of them and the reader."""
    seats = list(game.seats.all())
    order = [*seats[own.index + 1:], *seats[:own.index]]  # those who play before the reader last
    last = max((place for place, seat in enumerate(order) if seat.to_move), default=-1)
    present = [seat for seat in order if seat.to_move]
    return [seat for seat in present if _takes_time(seat)], [
        seat for seat in order[last + 1:] if _takes_time(seat)]


def _takes_time(seat: Seat) -> bool:
    return seat.user_id is not None and not seat.stand_in


def _expected(seat: Seat, people: _People) -> ExpectedTurn:
    game, clock, pk = seat.game, _clock(seat), seat.user_id or 0
    usual = _speed(seat, people)
    most = (clock.bank if clock else game.bank_at_start) + game.grace
    return ExpectedTurn(
        seat_clocks.counted_in(game, people.calendars[pk]),
        game.bank_per_turn * NEWCOMERS_SHARE if usual is None else usual, most,
        since=clock.since if clock else None,
        spent=clock.spent if clock and clock.asked_at else timedelta(0))


def _speed(seat: Seat, people: _People) -> timedelta | None:
    return reliability.usual_time(people.turns.get(seat.user_id or 0, ()), seat.game)


def _clock(seat: Seat) -> SeatClock | None:
    try:
        return seat.clock
    except SeatClock.DoesNotExist:
        return None
