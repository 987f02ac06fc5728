"""Clocks of the seats at turns: started and stopped in the transaction of the move.

Clocks exist only in games with a clock, for seats that people play.  A clock starts when the turn
email has left (``time_outs`` sees to that), or at once if there is none and in live games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Foreign
from games.models import AddressStatus, Game, OutgoingEmail, Pace, Seat, SeatClock, TurnTiming
from games.table.clocks import paces, seat_clocks
from games.table.clocks.playing_time import NOTHING
from games.table.clocks.seat_clocks import HELD_AFTER_BOUNCE, Times
from games.table.play import outside_moves

Clocks = dict[int, SeatClock]  # by the ids of their seats


def load(game: Game, seats: Sequence[Seat]) -> Clocks:
    """Return the clocks of the people at this table; none in a game without a clock.

    A seat that somebody has only just taken gets its clock here.
    """
    if not game.has_clock:
        return {}
    clocks = {clock.seat_id: clock for clock in SeatClock.objects.filter(seat__game=game)}
    for seat in seats:
        seat.game = game
        if seat.pk in clocks:
            clocks[seat.pk].seat = seat
        elif seat.user_id is not None:
            clocks[seat.pk] = SeatClock.objects.create(
                seat=seat, bank=game.bank_at_start, extensions=paces.EXTENSIONS, look_at=None)
    return clocks


def end_turns(clocks: Clocks, seats: Iterable[Seat], *, now: datetime) -> None:
    """Stop the clocks of seats whose turns have ended, and dismiss their stand-ins."""
    ended = [clocks[seat.pk] for seat in seats if seat.pk in clocks]
    timings = []
    for clock, times in zip(ended, seat_clocks.times_of_all(ended, now=now), strict=True):
        timings.append(seat_clocks.end_turn(clock, times, missed=bool(clock.seat.stand_in),
                                            now=now))
        seat_clocks.store(clock)
    TurnTiming.objects.bulk_create(timing for timing in timings if timing is not None)
    for clock in ended:
        if clock.seat.stand_in:
            clock.seat.stand_in = ""
            clock.seat.save(update_fields=["stand_in"])


def deadlines(clocks: Clocks, seats: Iterable[Seat], *, now: datetime) -> dict[int, datetime]:
    """Return until when these seats would have time if their clocks started now, by id."""
    asked = [clocks[seat.pk] for seat in seats if seat.pk in clocks and seat.user_id is not None]
    times = seat_clocks.times_of_all(asked, now=now)
    return {clock.seat_id: seat_clocks.deadline_from(clock, each, now)
            for clock, each in zip(asked, times, strict=True)}


def begin_turns(clocks: Clocks, seats: Iterable[Seat], *,
                emails: Mapping[int, OutgoingEmail | None], now: datetime) -> None:
    """Ask these seats for their turns, and start the clocks that wait for no email."""
    asked = [clocks[seat.pk] for seat in seats if seat.pk in clocks and seat.user_id is not None]
    held = _held([clock for clock in asked if emails.get(clock.seat_id) is None], now=now)
    for clock, times in zip(asked, seat_clocks.times_of_all(asked, now=now), strict=True):
        game, email = clock.seat.game, emails.get(clock.seat_id)
        held_until = held.get(clock.seat_id)
        seat_clocks.ask(clock, email=email, held_until=held_until, now=now)
        waits = (email or held_until) and game.pace != Pace.LIVE
        if game.paused_at is None and not waits:
            seat_clocks.start(clock, times, at=now)
        seat_clocks.store(clock)


def _held(clocks: Iterable[SeatClock], *, now: datetime) -> dict[int, datetime]:
    """Return until when clocks wait whose players' email has come back, by seat."""
    addresses = {clock.seat_id: clock.seat.user.email for clock in clocks
                 if clock.seat.user and clock.seat.user.email}
    bounced = AddressStatus.bounced_since(addresses.values(), now - HELD_AFTER_BOUNCE)
    return {seat: bounced[address] + HELD_AFTER_BOUNCE
            for seat, address in addresses.items() if address in bounced}


def stop_all(clocks: Clocks) -> None:
    """End all clocks of a game that is over."""
    for clock in clocks.values():
        if clock.asked_at is not None:
            clock.asked_at = clock.since = clock.due_at = clock.deadline = None
            seat_clocks.store(clock)


def stop(game: Game, seat: Seat, *, now: datetime) -> None:
    """Stop the clock of a seat that its player leaves, and count a turn that they have begun.

    Must be called while the seat still has its player.
    """
    clocks = load(game, [seat])
    end_turns(clocks, [seat], now=now)


def ask(game: Game, *, seat: int, actor: str, now: datetime,
        given: int | None = None) -> tuple[SeatClock, bool]:
    """Give a player the extension they ask for; return their clock, and whether they got it now.

    ``given`` is how many they know of that they have had in this turn (None: not known).  If they
    have had more, they have asked twice, and get no further one.  Refuses (Closed) if it is not
    their turn, or if no time runs out in this game, and (Foreign) if they have no extension left.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        clock = SeatClock.objects.select_related("seat").filter(
            seat__game=locked, seat__index=seat).first()
        if clock is not None:
            clock.seat.game = locked
            if given is not None and clock.asked_at is not None and clock.extended > given:
                return clock, False
        _check(locked, clock)
        assert clock is not None  # checked
        grant(clock, seat_clocks.times_of(clock, now=now), automatic=False, actor=actor, now=now)
    game.refresh_from_db()
    return clock, True


def is_possible(game: Game, clock: SeatClock | None) -> bool:
    """Return whether the player of this clock can ask for an extension now."""
    return (game.status == Game.Status.RUNNING and clock is not None
            and clock.asked_at is not None and not clock.seat.stand_in and clock.extensions > 0)


def _check(game: Game, clock: SeatClock | None) -> None:
    if not game.has_clock or clock is None:
        raise Closed("no-clock", _("There is no clock in this game, so you can take all the time"
                                   " you need."))
    if game.status != Game.Status.RUNNING or clock.asked_at is None:
        raise Closed("turn-over", _("It is not your turn now, so you do not need more time."))
    if clock.seat.stand_in:
        raise Closed("stand-in", _("Your time for this turn has run out, and a bot is playing it"
                                   " for you. The next turn is yours again."))
    if clock.extensions < 1:
        raise Foreign("no-extension", _("You have no extension left in this game. One comes back"
                                        " after every %(count)s turns that you play in time.")
                      % {"count": paces.IN_TIME_FOR_EXTENSION})


def grant(clock: SeatClock, times: Times, *, automatic: bool, actor: str, now: datetime) -> None:
    """Log and give one extension; the caller holds the game's lock and has checked the request.

    After an automatic one the whole extension is left, whatever the grace period has used.
    """
    game = clock.seat.game
    amount = amount_for(clock, times)
    lacking = max(NOTHING, -seat_clocks.left(clock, times, now)) if automatic else NOTHING
    clock.bank += amount + lacking
    clock.extensions, clock.extended = clock.extensions - 1, clock.extended + 1
    clock.reminded = False
    seat_clocks.refresh(clock, times)
    seat_clocks.store(clock)
    outside_moves.append(game, outside_moves.EXTENSION, seat=clock.seat.index, actor=actor,
                         now=now, seconds=int(amount.total_seconds()), automatic=automatic)


def amount_for(clock: SeatClock, times: Times) -> timedelta:
    """Return the playing time that an extension adds for the player of this clock."""
    hours = times.calendar.hours
    return paces.extension(clock.seat.game, hours[-1] if hours else None)
