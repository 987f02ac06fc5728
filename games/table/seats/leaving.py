"""Leaving a table, before or during the game.

The others can always go on: before the start the seat becomes open again.  During a game of two,
leaving it ends the game; in a larger one a bot takes over, until the player comes back.  The log
records both.  A game in which nobody has begun their second turn can be cancelled instead.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import events, features
from games.base.refusals import Closed, Foreign, TableRefusal
from games.models import Game, LoggedMove, Seat, TurnTiming, User
from games.table.events import Ended, TableChange, TableChanged
from games.table.play import continued_games, event_log, outside_moves, turn_clocks
from games.table.seats import seating


def leave(game: Game, *, user: User, now: datetime) -> None:
    """Give up a person's seat before or during the game; refuse somebody without a seat.

    Also refuses if the game is over.  The creator of a table that has not started must cancel it
    instead, because the others were invited in their name.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        seat = seating.find_seat(locked, user)
        if seat is None:
            raise Foreign("no-seat", _("You have no seat at this table, so you cannot leave it."))
        if locked.status == Game.Status.OPEN:
            if locked.created_by_id == user.pk:
                raise TableRefusal("creator", _("This is your table. Cancel it if you do not want"
                                                " to play."))
            seating.vacate(seat)
            tell_creator(locked, cause=user.pk, now=now)
        elif locked.status == Game.Status.RUNNING and locked.seats.count() == 2:
            turn_clocks.stop(locked, seat, now=now)
            _end(locked, event_log.RESIGNED, by=seat, winners=[1 - seat.index], now=now)
        elif locked.status == Game.Status.RUNNING:
            seating.hand_to_bot(seat, resigned=True, now=now)
        else:
            raise Closed("over", _("This game is over, so you do not need to leave it."))
    game.refresh_from_db()


def tell_creator(game: Game, *, cause: int | None, now: datetime) -> None:
    """Tell the creator of an open table that somebody (their id) has given up a seat there."""
    seats = game.seats.filter(user=game.created_by_id).exclude(user=None)
    events.publish(TableChanged(game=game, change=TableChange.FREED, cause=cause, now=now,
                                seats=seats.select_related("user")))


def _end(game: Game, reason: str, *, by: Seat, winners: list[int], now: datetime,
         actor: LoggedMove.Actor = LoggedMove.Actor.TABLE) -> None:
    """End the game from outside the rules."""
    seats = list(game.seats.select_related("user"))
    clocks = turn_clocks.load(game, seats)
    outside_moves.end(game, seat=by.index, seats=seats, actor=actor, now=now,
                      reason=reason, winners=winners)
    turn_clocks.stop_all(clocks)
    # Whoever has ended it knows it, but nobody has who is called off.
    caused = by.index if actor == LoggedMove.Actor.TABLE else None
    events.publish(Ended(game=game, seats=seats, by=caused, left=True, now=now))


def consequence(game: Game) -> str:
    """Return sentences that say what happens if a player of this running game leaves it."""
    first = _("If you leave, the game ends, and the other player wins.") if (
        game.seats.count() == 2) else _("If you leave, a bot will take over your seat. You can come"
                                        " back as long as nobody else has taken it.")
    also = [each for say in features.hooks("after_leaving") for each in say(game)]
    return " ".join([first, *also])


def leave_if_seated(game: Game, *, user: User, now: datetime) -> None:
    """Hand a person's seat in a running game, which is locked, to a bot, if they still have it."""
    seat = seating.find_seat(game, user)
    if game.status == Game.Status.RUNNING and seat is not None:
        seating.hand_to_bot(seat, resigned=True, now=now)


def call_off(game: Game, *, now: datetime) -> None:
    """End a running game, which is locked, for the service: nobody wins, and it does not count."""
    seat = game.seats.order_by("index")[0]
    _end(game, event_log.CANCELLED, by=seat, winners=[], now=now, actor=LoggedMove.Actor.CLOCK)


def may_cancel(game: Game, *, seats: int) -> bool:
    """Return whether a game of this size can be cancelled: nobody has begun a second turn.

    A game that the service has arranged cannot: its other players count on it.
    """
    return game.status == Game.Status.RUNNING and not game.arranged and (
        game.turn <= seats or game.turn < continued_games.first_turn(game) + seats)


def cancel(game: Game, *, user: User, now: datetime) -> None:
    """Cancel a game that has only just begun, without consequences for anybody.

    Every player may cancel it.  Refuses (Foreign) everybody else, and (Closed) a game that has got
    further or is over.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        seat = seating.find_seat(locked, user)
        if seat is None:
            raise Foreign("no-seat", _("You have no seat at this table, so you cannot cancel the"
                                       " game."))
        if locked.status == Game.Status.CANCELLED:
            raise Closed("cancelled", _("This game has already been cancelled."))
        if locked.status == Game.Status.OVER:
            raise Closed("over", _("This game is over, so it can no longer be cancelled. You can"
                                   " watch its replay."))
        if locked.arranged:
            raise Closed("arranged", _("This game belongs to a competition, so it cannot be"
                                       " cancelled. You can leave it."))
        if not may_cancel(locked, seats=locked.seats.count()):
            raise Closed("too-late", _("Somebody has begun their second turn, so this game can no"
                                       " longer be cancelled. You can leave it."))
        _end(locked, event_log.CANCELLED, by=seat, winners=[], now=now)
        TurnTiming.objects.filter(game=locked).delete()
    game.refresh_from_db()
