"""Extensions: one more day for a turn, because its player asks for it or their time has run out.

Each player has a few in a game; they come back after turns played in time (``clocks.paces``).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Foreign
from games.models import Game, SeatClock
from games.table.clocks import paces, seat_clocks
from games.table.clocks.playing_time import NOTHING
from games.table.clocks.seat_clocks import Times
from games.table.play import outside_moves


def ask(game: Game, *, seat: int, actor: str, now: datetime,
        given: int | None = None) -> SeatClock:
    """Gives a player the extension they ask for; returns their clock.

    ``given`` is how many they know of that they have had in this turn (None: not known).  If they
    have had more, they have asked twice, and get no further one.  Refuses (Closed) if it is not
    their turn, or if no time runs out in this game, and (Foreign) if they have no extension left.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        clock = SeatClock.objects.select_related("seat").filter(
            seat__game=locked, seat__index=seat).first()
        if clock is not None:
            clock.seat.game = locked
            if given is not None and clock.asked_at is not None and clock.extended > given:
                return clock
        _check(locked, clock)
        assert clock is not None  # checked
        grant(clock, seat_clocks.times_of(clock, now=now), automatic=False, actor=actor, now=now)
    game.refresh_from_db()
    return clock


def is_possible(game: Game, clock: SeatClock | None) -> bool:
    """Whether the player of this clock can ask for an extension now."""
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
    """Logs and gives one extension; the caller holds the game's lock and has checked.

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
    """The playing time that an extension adds for the player of this clock."""
    hours = times.calendar.hours
    return paces.extension(clock.seat.game, hours[-1] if hours else None)

