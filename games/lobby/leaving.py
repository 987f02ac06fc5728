"""Leaving a table, before or during the game.

The others can always go on: before the start the seat becomes open again; during the game a
bot takes it over, which the log records.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games import task_queue
from games.lobby import seating
from games.models import Game, LoggedMove, Seat, User
from games.outbox.queue import queue_for_seats
from games.play import bots, event_log, table_events, turn_clocks
from games.refusals import Closed, Foreign, TableRefusal


def leave(game: Game, *, user: User, now: datetime) -> None:
    """Gives up a person's seat.  Refuses if they have none, or if the game is over.

    The creator of a table that has not started must cancel it instead, because the others were
    invited in their name.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        seat = seating.find_seat(locked, user)
        if seat is None:
            raise Foreign("no-seat", _("You have no seat at this table, so you cannot leave it."))
        if locked.status == Game.Status.OPEN:
            _leave_open_table(locked, seat, user)
        elif locked.status == Game.Status.RUNNING:
            _leave_running_game(locked, seat, now=now)
        else:
            raise Closed("over", _("This game is over, so you do not need to leave it."))
    game.refresh_from_db()


def _leave_open_table(game: Game, seat: Seat, user: User) -> None:
    if game.created_by_id == user.pk:
        raise TableRefusal("creator", _("This is your table. Cancel it if you do not want to"
                                        " play."))
    seating.vacate(seat)


def _leave_running_game(game: Game, seat: Seat, *, now: datetime) -> None:
    """Hands the seat to a bot.  The log names the seat and the bot, never the person."""
    bot = bots.default_bot(event_log.ruleset_of(game))
    turn_clocks.stop(game, seat, now=now)
    seating.replace_by_bot(seat, bot)
    seats = list(game.seats.select_related("user"))
    status = table_events.append(game, table_events.BOT_TAKES_SEAT, seat=seat.index, bot=bot,
                                 actor=LoggedMove.Actor.TABLE, now=now)
    queue_for_seats("left", seats, game=game, now=now)
    if seat.index in status.to_move:
        task_queue.send_after_commit("play_bot", game.pk)
