"""Games that all their people have left: they rest, then the bots finish them at once.

Everybody who left is warned, and can take their seat back until then.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.base import events
from games.models import Game, Seat
from games.table.events import SeatChange, SeatChanged
from games.table.play import bot_tasks

REST = timedelta(days=7)
BATCH = 200


def rest_if_deserted(game: Game, *, now: datetime, resigned: int | None = None) -> bool:
    """Lets a game rest in which only bots are left; returns whether it does.

    The caller holds the game's lock.  A game that nobody could come back to does not rest, nor
    one whose last player has ``resigned`` (their id) and had no company.
    """
    seats = list(game.seats.select_related("left_by"))
    people = [seat for seat in seats if seat.left_by is not None and seat.left_by.is_active]
    others = [seat for seat in people if seat.left_by_id != resigned]
    if any(seat.user_id for seat in seats) or not others:
        return False
    _set_rest(game, now)
    for seat in people:
        _warn(game, seat, now=now)
    return True


def _warn(game: Game, seat: Seat, *, now: datetime) -> None:
    events.publish(SeatChanged(game=game, seat=seat, change=SeatChange.DESERTED, now=now,
                               user=seat.left_by, until=now + REST))


def wake(game: Game) -> None:
    """Lets a game go on to which somebody has come back; the caller holds its lock."""
    if game.deserted_at is not None:
        _set_rest(game, None)
        bot_tasks.wake(game, game.seats.filter(to_move=True))


def _set_rest(game: Game, since: datetime | None) -> None:
    game.deserted_at = since
    game.save(update_fields=["deserted_at"])
    game.seats.update(rests=since is not None)  # which keeps sweeps from announcing its bots


def finish(now: datetime) -> int:
    """Lets the bots finish the games that have rested long enough; returns how many."""
    rested = Game.objects.filter(status=Game.Status.RUNNING, deserted_at__lte=now - REST)
    return sum(_finish(pk, now=now) for pk in list(rested.values_list("pk", flat=True)[:BATCH]))


@transaction.atomic
def _finish(pk: int, *, now: datetime) -> bool:
    game = Game.objects.select_for_update().get(pk=pk)
    if game.deserted_at is None or game.deserted_at > now - REST:
        return False
    wake(game)
    return True
