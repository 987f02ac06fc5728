"""Accepting an invitation with the link from its email, or with a reply to it.

Decides who gets the seat.  Only the invited address received the link, so somebody who opens it
without being signed in accepts for that address: its account gets the seat and the turn emails.
But links can be forwarded, so a link never signs anybody in to an account that has been used
before, and never takes over a guest's games.  A reply from the invited address does what the link
does for somebody who is not signed in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import blocks
from games.base.refusals import Closed, Foreign, TableRefusal
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
            and (kept_for or "").lower() == address
            and not shuts_out(game, visitor=None, seat=seat))


def shuts_out(game: Game, *, visitor: User | None, seat: Seat | None) -> bool:
    """Return whether a link of this table is not for its visitor, because its creator blocks them.

    ``seat`` is the one that the link is for, None if it is for any.
    """
    if seat is None or (visitor is not None and _accepts_themselves(game, visitor)):
        return blocks.shuts_out([game.created_by_id], visitor)
    owner = seat.kept_for or User.objects.filter(email=seat.invited_email or None).first()
    return owner is not None and blocks.shuts_out([game.created_by_id], owner)


@transaction.atomic
def accept(game: Game, *, visitor: User | None, token: str, name: str, now: datetime,
           beside: Collection[str] = (), tell: Callable[[User], None] | None = None) -> Accepted:
    """Take the seat that the link with this token is for.

    Members get the seat themselves; if the visitor is a guest or not signed in, the account of
    the invited address gets it.  ``name`` is used if that account has no name yet, "" for none.
    ``beside`` are the names of people whom the visitor blocks and knows to be at the table, and
    ``tell`` says from where the one who gets the seat acts, before they sit down.
    """
    tell = tell or (lambda user: None)
    if visitor is not None and _accepts_themselves(game, visitor):
        accounts.take_name(visitor, name)
        tell(visitor)
        return Accepted(
            open_tables.accept(game, user=visitor, token=token, beside=beside, now=now),
            visitor, False
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
    tell(owner)
    try:
        seat = open_tables.accept(game, user=owner, token=token, now=now)
    except TableRefusal as refusal:
        if refusal.code != blocks.BESIDE:
            raise
        # Whom the owner blocks is for nobody else who has the link.
        raise Foreign("sign-in", _("To take this seat, please sign in with the invited address and"
                                   " open the link of the invitation again.")) from None
    return Accepted(seat, owner, may_sign_in=unused and visitor is None)


def _accepts_themselves(game: Game, visitor: User) -> bool:
    return not visitor.is_guest or seating.find_seat(game, visitor) is not None
