"""Coming back: a player takes over again from the bot that played for them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Foreign
from games.clocks import seat_clocks
from games.lobby import deserted, seating
from games.models import Game, LoggedMove, Seat, User
from games.outbox.queue import queue_for_seats
from games.play import table_events, turn_clocks


def former_seat(game: Game, user: User | None) -> Seat | None:
    """The seat that this person could take back now; None if there is none.

    Nobody plays two seats: whoever has one here has no other to take back.
    """
    if user is None or game.status != Game.Status.RUNNING:
        return None
    seats = list(game.seats.filter(Q(user=user) | Q(left_by=user)))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is not None:
        return own if own.to_move and own.stand_in else None
    return next((seat for seat in seats if seat.bot), None)


def take_back(game: Game, *, user: User, now: datetime) -> Seat:
    """Gives a person their seat back, or the rest of a turn that a bot is about to play.

    Refuses (Closed) a game that is over, and (Foreign) somebody who has no seat to take back,
    for example because somebody else has taken it.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        if locked.status != Game.Status.RUNNING:
            raise Closed("over", _("This game is over, so nobody can take a seat any more. You can"
                                   " watch its replay."))
        seat = former_seat(locked, user)
        if seat is None:
            raise Foreign("no-seat", _("You have no seat here that you could take back. Somebody"
                                       " else may have taken it."))
        _take_back(locked, seat, user, now=now)
    game.refresh_from_db()
    return seat


def _take_back(game: Game, seat: Seat, user: User, *, now: datetime) -> None:
    if seat.bot:
        seating.take_back(seat, user)
        deserted.wake(game)
    else:
        seat.stand_in = ""
        seat.save(update_fields=["stand_in"])
    seats = list(game.seats.select_related("user"))
    clocks = turn_clocks.load(game, seats)
    if seat.pk in clocks:
        seat_clocks.give_time(clocks[seat.pk])
        seat_clocks.store(clocks[seat.pk])
    table_events.append(game, table_events.RETURN, seat=seat.index,
                        actor=LoggedMove.Actor.TABLE, now=now)
    turn_clocks.begin_turns(clocks, [each for each in seats if each.pk == seat.pk and each.to_move],
                            emails={}, now=now)
    queue_for_seats("table", [each for each in seats if each.pk != seat.pk], game=game, now=now)

