"""Offering vacant seats to others: in the lobby, or by a link that players pass on.

A seat is vacant while a bot keeps it for somebody who has left.  Its player can take it back
whether or not it is offered, which ends the offer (``games.absence.returning``).  Taking one over
is ``games.lobby.successors``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.base.refusals import Closed, Foreign
from games.lobby import seating
from games.models import Game, Pace, Seat, User
from games.models.game import new_token

PATIENCE = timedelta(days=3)  # for somebody whose time has run out to come back
NOT_FREE = gettext_noop("This seat is not free, or there is no such table. Its player may be back,"
                        " or somebody else may have taken it. Please look for another seat in the"
                        " lobby.")


def automatic_from(game: Game, seat: Seat, *, resigned: bool, now: datetime) -> datetime | None:
    """From when on the lobby offers a seat that is being vacated; None if nobody is to be asked.

    Only tables that were listed are offered, and only if somebody else plays or has played there.
    """
    others = game.seats.exclude(pk=seat.pk).filter(Q(user__isnull=False) | Q(left_at__isnull=False))
    if not game.listed or not others.exists():
        return None
    return now if resigned or game.pace == Pace.LIVE else now + PATIENCE


def is_in_lobby(seat: Seat, *, now: datetime) -> bool:
    """Whether the lobby offers this seat."""
    return seat.is_vacant and seat.offered_at is not None and seat.offered_at <= now


def find(seats: Iterable[Seat], index: int, *, token: str, now: datetime) -> Seat | None:
    """The seat with this index if it is offered to somebody with this token ("": none)."""
    return next((seat for seat in seats if seat.index == index and seat.is_vacant and (
        is_in_lobby(seat, now=now) or seating.tokens_match(token, seat.takeover_token))), None)


def show_in_lobby(game: Game, *, by: User, seat: int, now: datetime) -> None:
    """Offers a vacant seat in the lobby from now on.

    Like the functions below, for the players of the table: refuses (Foreign) everybody else, and
    (Closed) a seat that is no longer vacant.
    """
    _change(game, by=by, seat=seat, offered_at=now)


def withdraw(game: Game, *, by: User, seat: int) -> None:
    """Takes a vacant seat out of the lobby; its link stays as it is."""
    _change(game, by=by, seat=seat, offered_at=None)


def make_link(game: Game, *, by: User, seat: int) -> None:
    """Makes a link to a vacant seat; one that was made before stops working."""
    _change(game, by=by, seat=seat, takeover_token=new_token())


def revoke_link(game: Game, *, by: User, seat: int) -> None:
    """Makes the link to a vacant seat stop working."""
    _change(game, by=by, seat=seat, takeover_token="")


@transaction.atomic
def _change(game: Game, *, by: User, seat: int, **columns: Any) -> None:
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if seating.find_seat(locked, by) is None:
        raise Foreign("no-seat", _("Only the players at this table can offer its seats to others."))
    vacant = locked.seats.filter(index=seat).first()
    if locked.status != Game.Status.RUNNING or vacant is None or not vacant.is_vacant:
        raise Closed("not-vacant", _("No bot keeps this seat for somebody who has left, so it"
                                     " cannot be offered to others."))
    for name, value in columns.items():
        setattr(vacant, name, value)
    vacant.save(update_fields=list(columns))
