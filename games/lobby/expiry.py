"""Open tables that nobody joins: their creator is warned, and later they are closed.

Owns when a table has waited too long, and the link by which its creator keeps it open.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Game
from games.outbox.queue import queue_for_seats
from games.refusals import Closed, Missing

WARN_AFTER = timedelta(days=12)  # since somebody joined or its creator did something for it
CLOSE_AFTER = timedelta(days=14)
GRACE = CLOSE_AFTER - WARN_AFTER  # between the warning and the end, even after an outage
BATCH = 200

_signer = Signer(salt="games.keep-open")


def touch(game: Game, *, now: datetime) -> None:
    """Lets the table's time begin anew; the caller holds its lock."""
    game.active_at, game.warned_at = now, None
    game.save(update_fields=["active_at", "warned_at"])


def close(game: Game, *, warned_at: datetime | None = None, now: datetime) -> None:
    """Closes an open table for everybody; the caller holds its lock.

    ``warned_at`` is when its creator was warned, None when they close it themselves.
    """
    game.status, game.listed, game.finished_at = Game.Status.CANCELLED, False, now
    game.warned_at = warned_at
    game.save(update_fields=["status", "listed", "finished_at", "warned_at"])


def closes_at(game: Game) -> datetime | None:
    """When a table will be closed; None as long as its creator has not been warned."""
    return game.warned_at + GRACE if game.warned_at else None


def warn(now: datetime) -> int:
    """Warns each creator whose table has waited long, once; returns how many tables."""
    return sum(_warn(game, now=now) for game in _idle(now).order_by("pk")[:BATCH])


def _idle(now: datetime) -> QuerySet[Game]:
    long_ago = now - WARN_AFTER
    idle = Q(active_at__lte=long_ago) | Q(active_at=None, created_at__lte=long_ago)
    return Game.objects.filter(idle, status=Game.Status.OPEN, warned_at=None)


@transaction.atomic
def _warn(game: Game, *, now: datetime) -> bool:
    """Marks the table, unless somebody has joined since it was found, and writes the email."""
    if not _idle(now).filter(pk=game.pk).update(warned_at=now):
        return False
    own = game.seats.filter(user=game.created_by_id).exclude(user=None)
    queue_for_seats("expiring", own.select_related("user"), game=game, now=now)
    return True


def expire(now: datetime) -> int:
    """Closes the tables whose creators did nothing after the warning; returns how many."""
    late = _late(now).order_by("pk").values_list("pk", flat=True)[:BATCH]
    return sum(_expire(pk, now=now) for pk in late)


def _late(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.OPEN, warned_at__lte=now - GRACE)


@transaction.atomic
def _expire(pk: int, *, now: datetime) -> bool:
    """Closes the table, unless somebody has joined since it was found; tells who sits there."""
    game = _late(now).select_for_update().filter(pk=pk).first()
    if game is None:
        return False
    close(game, warned_at=game.warned_at, now=now)
    queue_for_seats("expired", game.seats.select_related("user"), game=game, now=now)
    return True


def keep(game: Game, *, now: datetime) -> None:
    """Keeps an open table open; the caller knows that its creator wants it.

    Refuses (Closed) a table that has started or was closed.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        if locked.status == Game.Status.CANCELLED:
            raise Closed("cancelled", "This table is closed already; make a new one instead.")
        if locked.status != Game.Status.OPEN:
            raise Closed("started", "This game has started, so there is nothing to keep open.")
        touch(locked, now=now)
    game.refresh_from_db()


def key(game: Game) -> str:
    """The key of the link that keeps this table open; the same whenever an email is rendered."""
    return _signer.sign(game.code)


def find(token: str) -> Game:
    """The table a key belongs to; refuses (Missing) a key that was not made here."""
    try:
        return Game.objects.get(code=_signer.unsign(token))
    except (BadSignature, Game.DoesNotExist):
        raise Missing("no-link", "This link does not lead anywhere. It may have been cut short;"
                      " please copy it from the email again.") from None
