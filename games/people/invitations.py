"""Accepting an invitation with the link that was emailed.

Owns whom the link seats.  Only the address that was invited got the link, so whoever opens it
without being signed in accepts for that address: its account gets the seat and the turn
emails.  But links are forwarded: one never opens an account that has been used before, and
never takes a guest's games away.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.lobby import seating, tables
from games.models import Game, Seat, User
from games.people import accounts
from games.refusals import Closed


@dataclass(frozen=True, slots=True)
class Accepted:
    """A seat and the person who has it now.

    ``may_sign_in`` when the link proves enough to sign in the visitor as that person.
    """

    seat: Seat
    owner: User
    may_sign_in: bool


@transaction.atomic
def accept(game: Game, *, visitor: User | None, token: str, name: str, now: datetime) -> Accepted:
    """Takes the seat that the link with this token is for.

    Members take it themselves; for visitors and guests the account of the invited address
    does.  ``name`` is what a person without a name wants to be called, "" for nothing yet.
    """
    if visitor is not None and _sits_themselves(game, visitor):
        if name and not visitor.name:
            accounts.rename(visitor, name)
        return Accepted(tables.accept(game, user=visitor, token=token, now=now), visitor, False)
    locked = Game.objects.select_for_update().get(pk=game.pk)
    invited = seating.get_invited_seat(locked, user=None, token=token)
    owner = invited.kept_for or accounts.member(invited.invited_email, now=now)
    if not owner.is_active:
        raise Closed("closed-account", "The invited account is closed, so it cannot take a seat."
                     " Ask the operators of this site why.")
    unused = accounts.is_unused(owner)
    name = name or (visitor.name if visitor else "")
    if unused and name and not owner.name:
        accounts.rename(owner, name)
    if not unused:
        accounts.end_invited_sessions(owner)
    seat = tables.accept(game, user=owner, token=token, now=now)
    return Accepted(seat, owner, may_sign_in=unused and visitor is None)


def _sits_themselves(game: Game, visitor: User) -> bool:
    return not visitor.is_guest or seating.find_seat(game, visitor) is not None
