"""Pauses: all clocks of a game stand still from when its players have agreed until one resumes it.

Playing is possible during a pause; nobody's time passes.  So that a game does not stand still for
ever whose players have all gone, a pause ends by itself after a while.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import events
from games.base.refusals import Closed
from games.models import Game, LoggedMove, OutgoingEmail, Seat, SeatClock
from games.table.clocks import seat_clocks
from games.table.events import TableChange, TableChanged
from games.table.play import outside_moves, turn_clocks

LONGEST = timedelta(days=30)  # the game then goes on by itself


def agree(game: Game, *, seat: int, now: datetime) -> bool:
    """Note that a player wants to pause, and return whether the game is paused now.

    It is paused as soon as all people at the table have agreed.  Refuses (Closed) a game without
    a clock, or one that is not running, already paused or arranged for a competition.
    """
    with transaction.atomic():
        locked, seats = _locked(game)
        if locked.arranged:
            raise Closed("arranged", _("Games of competitions cannot be paused, because others wait"
                                       " for their results. A vacation in your playing hours stops"
                                       " your clock."))
        if locked.paused_at is not None:
            raise Closed("paused", _("This game is already paused."))
        clocks = turn_clocks.load(locked, seats)
        own = next(each for each in seats if each.index == seat)
        clocks[own.pk].wants_pause = True
        clocks[own.pk].save(update_fields=["wants_pause"])
        people = [clocks[each.pk] for each in seats if each.user_id is not None]
        if all(clock.wants_pause for clock in people):
            _pause(locked, people, seats, by=seat, now=now)
    game.refresh_from_db()
    return game.paused_at is not None


def withdraw(game: Game, *, seat: int) -> None:
    """Take back a player's wish to pause."""
    SeatClock.objects.filter(seat__game=game, seat__index=seat).update(wants_pause=False)


def resume(game: Game, *, seat: int, now: datetime) -> None:
    """End the pause for everybody.

    Refuses (Closed) a game that is not paused.
    """
    with transaction.atomic():
        locked, seats = _locked(game)
        if locked.paused_at is None:
            raise Closed("not-paused", _("This game is not paused."))
        deadlines = _end(locked, seats, now=now)
        _log(locked, outside_moves.RESUME, seats, by=seat, deadlines=deadlines, now=now)
    game.refresh_from_db()


def end_longest(now: datetime) -> int:
    """End the pauses that have lasted too long, and return how many."""
    long = Game.objects.filter(status=Game.Status.RUNNING, paused_at__lte=now - LONGEST)
    return sum(_end_one(pk, now=now) for pk in long.values_list("pk", flat=True))


@transaction.atomic
def _end_one(game_id: int, *, now: datetime) -> bool:
    locked = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    if locked.paused_at is None or locked.paused_at > now - LONGEST:
        return False
    seats = list(locked.seats.select_related("user"))
    people = [seat for seat in seats if seat.user_id is not None]
    deadlines = _end(locked, seats, now=now)
    outside_moves.append(locked, outside_moves.RESUME, seat=(people or seats)[0].index,
                         actor=LoggedMove.Actor.CLOCK, now=now)
    events.publish(TableChanged(game=locked, change=TableChange.CLOCKS, seats=people, cause=None,
                                deadlines=deadlines, now=now))
    return True


def _end(game: Game, seats: Sequence[Seat], *, now: datetime) -> dict[int, datetime]:
    """End the pause, and return the new deadlines of the clocks that run again, by seats' ids."""
    game.paused_at = None
    game.save(update_fields=["paused_at"])
    clocks = list(turn_clocks.load(game, seats).values())
    _start_again(clocks, now=now)
    return {clock.seat_id: clock.deadline for clock in clocks if clock.deadline is not None}


def _locked(game: Game) -> tuple[Game, list[Seat]]:
    """Return the game, locked, and its seats; refuse a game in which no clock runs."""
    locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    if locked.status != Game.Status.RUNNING:
        raise Closed("not-running", _("This game is not running, so it cannot be paused."))
    if not locked.has_clock:
        raise Closed("no-clock", _("There is no clock in this game, so you do not need to pause"
                                   " it."))
    return locked, list(locked.seats.select_related("user"))


def _pause(game: Game, clocks: Sequence[SeatClock], seats: Sequence[Seat], *, by: int,
           now: datetime) -> None:
    game.paused_at = now
    game.save(update_fields=["paused_at"])
    for clock, times in zip(clocks, seat_clocks.times_of_all(clocks, now=now), strict=True):
        if clock.since is not None:
            seat_clocks.halt(clock, times, now=now)
        clock.wants_pause = False
        seat_clocks.store(clock)
    _log(game, outside_moves.PAUSE, seats, by=by, now=now)


def _start_again(clocks: Sequence[SeatClock], *, now: datetime) -> None:
    """Start the clocks of the seats to move, except those that wait for their turn email.

    An email that left during the pause starts its clock now.  A stand-in needs no clock.
    """
    waiting = [clock for clock in clocks if clock.asked_at is not None and not clock.seat.stand_in
               and clock.held_until is None and _has_left(clock.email)]
    for clock, times in zip(waiting, seat_clocks.times_of_all(waiting, now=now), strict=True):
        seat_clocks.start(clock, times, at=now)
        seat_clocks.store(clock)
    others = {clock.pk for clock in clocks if clock.asked_at is not None} - {
        clock.pk for clock in waiting}
    if others:
        seat_clocks.look_again(SeatClock.objects.filter(pk__in=others))


def _has_left(email: OutgoingEmail | None) -> bool:
    return email is None or (email.digest or email).sent_at is not None


def _log(game: Game, kind: str, seats: Sequence[Seat], *, by: int, now: datetime,
         deadlines: Mapping[int, datetime] | None = None) -> None:
    outside_moves.append(game, kind, seat=by, actor=LoggedMove.Actor.TABLE, now=now)
    others = [seat for seat in seats if seat.index != by]
    cause = next(seat.user_id for seat in seats if seat.index == by)
    events.publish(TableChanged(game=game, change=TableChange.CLOCKS, seats=others, cause=cause,
                                deadlines=deadlines or {}, now=now))
