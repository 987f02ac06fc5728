"""Leaving a table, before or during the game.

Owns that nobody's leaving stops the others: before the start the seat is open again, later
a bot plays on in it, and the log says so.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engine import replay
from games import task_queue
from games.lobby import seating
from games.models import Game, LoggedMove, Seat, User
from games.outbox.queue import queue_for_seats
from games.play import bots, event_log
from games.refusals import Closed, Foreign, TableRefusal


def leave(game: Game, *, user: User, now: datetime) -> None:
    """Gives up a person's seat.  Refuses when he has none, or when the game is over.

    Who made a table that has not started cancels it instead: others were asked in his name.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        seat = seating.held_by(locked, user)
        if seat is None:
            raise Foreign("no-seat", "You have no seat at this table, so there is none to leave.")
        if locked.status == Game.Status.OPEN:
            _before_start(locked, seat, user)
        elif locked.status == Game.Status.RUNNING:
            _during_game(locked, seat, now=now)
        else:
            raise Closed("over", "This game has ended; there is nothing to leave any more.")
    game.refresh_from_db()


def _before_start(game: Game, seat: Seat, user: User) -> None:
    if game.created_by_id == user.pk:
        raise TableRefusal("creator", "This is your table; cancel it if you do not want to play.")
    seating.vacate(seat)


def _during_game(game: Game, seat: Seat, *, now: datetime) -> None:
    """A bot takes the seat over.  The log keeps the seat and the bot, never the person's name."""
    ruleset = event_log.ruleset_of(game)
    bot = bots.default_bot(ruleset)
    state, last = event_log.latest_state(game)
    data = {"type": event_log.BOT_TAKES_SEAT, "seat": seat.index, "bot": bot}
    row = replay.note_row(
        ruleset,
        state,
        data,
        event_log.key_of(game),
        previous=event_log.engine_row(last),
        seat=seat.index,
    )
    seating.stand_in(seat, bot)
    status = event_log.append(game, [row], state, actor=LoggedMove.Actor.TABLE, key="", now=now)
    queue_for_seats("left", game.seats.select_related("user"), game=game, now=now)
    if seat.index in status.to_move:
        task_queue.send_after_commit("play_bot", game.pk)
