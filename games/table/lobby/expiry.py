"""Expiry of open tables that nobody joins: first we warn the creator, later we close the table.

Owns these times, and the link with which the creator keeps the table open.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.base import events
from games.base.refusals import Closed, Missing
from games.models import Game, Seat, User
from games.table.events import TableChange, TableChanged
from games.table.seats import seating

WARN_AFTER = timedelta(days=12)  # since somebody joined or the creator changed something
CLOSE_AFTER = timedelta(days=14)
GRACE = CLOSE_AFTER - WARN_AFTER  # after the warning, even when it was sent late
BATCH = 200

_signer = Signer(salt="games.keep-open")


def touch(game: Game, *, now: datetime) -> None:
    """Restart the table's time until expiry; the caller holds its lock."""
    game.active_at, game.warned_at = now, None
    game.save(update_fields=["active_at", "warned_at"])


def close(game: Game, *, by: User | None = None, warned_at: datetime | None = None,
          now: datetime) -> None:
    """Close an open table for everybody, and end its invitations; the caller holds its lock.

    ``warned_at`` is when its creator was warned; None if they close it themselves, as ``by``.
    """
    for seat in game.seats.filter(status=Seat.Status.INVITED).select_related("kept_for"):
        seat.game = game
        seating.uninvite(seat, cause=by.pk if by else None, now=now)
    game.status, game.listed, game.finished_at = Game.Status.CANCELLED, False, now
    game.warned_at, game.untidy_since = warned_at, now
    game.save(update_fields=["status", "listed", "finished_at", "warned_at", "untidy_since"])


def tell(game: Game, change: TableChange, *, by: User, now: datetime) -> None:
    """Tell everybody with a seat at an open table what its creator has changed."""
    others = game.seats.exclude(user=by).exclude(user=None).select_related("user")
    events.publish(TableChanged(game=game, change=change, seats=others, cause=by.pk, now=now))


def closes_at(game: Game) -> datetime | None:
    """Return when a table will be closed; None if its creator has not been warned yet."""
    return game.warned_at + GRACE if game.warned_at else None


def warn(now: datetime) -> int:
    """Warn, once each, the creators of tables that have waited long; return how many."""
    return sum(_warn(game, now=now) for game in _idle(now).order_by("since")[:BATCH])


def _idle(now: datetime) -> Any:
    return not_warned().filter(since__lte=now - WARN_AFTER)


def not_warned() -> Any:
    """Return the open tables where nobody has acted ``since``, with creators not yet warned."""
    return Game.objects.filter(status=Game.Status.OPEN, warned_at=None).annotate(
        since=Coalesce("active_at", "created_at"))


@transaction.atomic
def _warn(game: Game, *, now: datetime) -> bool:
    """Mark the table as warned and queue the email, unless somebody has just joined."""
    if not _idle(now).filter(pk=game.pk).update(warned_at=now):
        return False
    seats = game.seats.filter(user=game.created_by_id).exclude(user=None)
    events.publish(TableChanged(game=game, change=TableChange.EXPIRING, cause=None, now=now,
                                seats=seats.select_related("user")))
    return True


def expire(now: datetime) -> int:
    """Close the tables whose creators did not react to the warning, and return how many."""
    ids = _expired(now).order_by("warned_at").values_list("pk", flat=True)[:BATCH]
    return sum(_expire(pk, now=now) for pk in ids)


def _expired(now: datetime) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.OPEN, warned_at__lte=now - GRACE)


@transaction.atomic
def _expire(pk: int, *, now: datetime) -> bool:
    """Close the table and email its players, unless somebody has just joined."""
    game = _expired(now).select_for_update(no_key=True).filter(pk=pk).first()
    if game is None:
        return False
    close(game, warned_at=game.warned_at, now=now)
    events.publish(TableChanged(game=game, change=TableChange.EXPIRED, cause=None, now=now,
                                seats=game.seats.select_related("user")))
    return True


def keep_open(game: Game, *, now: datetime) -> None:
    """Keep an open table open; the caller has checked that its creator asks for it.

    Refuses (Closed) a table that has started or was closed.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        if locked.status == Game.Status.CANCELLED:
            raise Closed("cancelled", _("This table has already been closed. You can make a new"
                                      " one."))
        if locked.status != Game.Status.OPEN:
            raise Closed("started", _("This game has started, so there is nothing to keep open."))
        touch(locked, now=now)
    game.refresh_from_db()


def link_key(game: Game) -> str:
    """Return the key of the link that keeps this table open, always the same for one table."""
    return _signer.sign(game.code)


def table_of_key(key: str) -> Game:
    """Return the table that a link's key belongs to.

    Refuses (Missing) a key that we did not sign.
    """
    try:
        return Game.objects.select_related("created_by").get(code=_signer.unsign(key))
    except (BadSignature, Game.DoesNotExist):
        raise Missing("no-link", _("This link does not lead anywhere. It may have been cut short;"
                                   " please copy it from the email again.")) from None
