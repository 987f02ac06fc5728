"""Accepting an invitation with the link from its email, or with a reply to it.

Decides who gets the seat.  Only the invited address received the link, so somebody who opens it
without being signed in accepts for that address: its account gets the seat and the turn emails.
But links can be forwarded, so a link never signs anybody in to an account that has been used
before, and never takes over a guest's games.  A reply from the invited address does what the link
does for somebody who is not signed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.base.refusals import Closed
from games.models import Game, Seat, User
from games.people import accounts
from games.table.lobby import open_tables
from games.table.seats import seating


@dataclass(frozen=True, slots=True)
class Accepted:
    """A seat and the user who has it now.

    ``may_sign_in``: whether the link is proof enough to sign in the visitor as that user.
    """

    seat: Seat
    owner: User
    may_sign_in: bool


def is_open(seat: Seat, game: Game, *, address: str) -> bool:
    """Return whether this seat of an open table is still kept for this email address."""
    kept_for = seat.kept_for.email if seat.kept_for else seat.invited_email
    return (game.status == Game.Status.OPEN and seat.status == Seat.Status.INVITED
            and (kept_for or "").lower() == address)


@transaction.atomic
def accept(game: Game, *, visitor: User | None, token: str, name: str, now: datetime) -> Accepted:
    """Take the seat that the link with this token is for.

    Members get the seat themselves; if the visitor is a guest or not signed in, the account of
    the invited address gets it.  ``name`` is used if that account has no name yet, "" for none.
    """
    if visitor is not None and _accepts_themselves(game, visitor):
        accounts.take_name(visitor, name)
        return Accepted(
            open_tables.accept(game, user=visitor, token=token, now=now), visitor, False
        )
    locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    invited = open_tables.get_invited_seat(locked, user=None, token=token)
    owner = invited.kept_for or accounts.member(invited.invited_email, now=now)
    if not owner.is_active:
        raise Closed("closed-account", _("The invited account is closed, so it cannot take a"
                                       " seat. Ask the operators of this site why."))
    unused = accounts.is_unused(owner)
    name = name or (visitor.name if visitor else "")
    if unused:
        accounts.take_name(owner, name)
    else:
        accounts.end_invited_sessions(owner)
    seat = open_tables.accept(game, user=owner, token=token, now=now)
    return Accepted(seat, owner, may_sign_in=unused and visitor is None)


def _accepts_themselves(game: Game, visitor: User) -> bool:
    return not visitor.is_guest or seating.find_seat(game, visitor) is not None
