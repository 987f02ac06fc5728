"""Tidying up after games that ended long ago: what only a game in progress needs is deleted.

The log, the seats and what people have said stay, so the game can be replayed, checked and
exported as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.base import retention
from games.models import (
    Game,
    OutgoingEmail,
    Plan,
    PushNotice,
    Seat,
    SeatClock,
    Snapshot,
    TurnAdvice,
    TurnToken,
    Webhook,
)

BATCH = 10  # games that one sweep tidies up


def tidy_up(now: datetime) -> int:
    """Tidy up after games whose time has come, and return how many."""
    ids = _due(now).order_by("untidy_since").values_list("pk", flat=True)[:BATCH]
    return sum(_tidy_up(pk, now=now) for pk in list(ids))


def _due(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(untidy_since__lt=now - retention.ENDED_GAMES)


@transaction.atomic
def _tidy_up(pk: int, *, now: datetime) -> bool:
    """Tidy up after one game, unless another email about it has just been queued."""
    game = _due(now).select_for_update(no_key=True).filter(pk=pk).first()
    if game is None:
        return False
    for rows in _unneeded(game):
        rows.delete()
    _forget_invitations(game)
    game.untidy_since = None
    game.save(update_fields=["untidy_since"])
    return True


def _unneeded(game: Game) -> Iterator[QuerySet[Any]]:
    """Yield the rows about the game that nobody needs any more."""
    yield Snapshot.objects.filter(game=game)
    yield SeatClock.objects.filter(seat__game=game)
    yield TurnToken.objects.filter(seat__game=game)
    yield PushNotice.objects.filter(game=game)
    yield Plan.objects.filter(seat__game=game)
    yield OutgoingEmail.objects.filter(game=game)
    yield TurnAdvice.objects.filter(game=game)
    yield Webhook.objects.filter(game=game)


def _forget_invitations(game: Game) -> None:
    """Forget for whom seats were reserved at a table that was closed before the start."""
    Seat.objects.filter(game=game, status=Seat.Status.INVITED).update(
        status=Seat.Status.OPEN, invited_email="", invite_token="", kept_for=None, name="")
