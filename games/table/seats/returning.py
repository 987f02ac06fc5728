"""Coming back: a player takes over again from the bot that played for them.

Links in emails do this without signing in, and give one more day for a turn (R12).  A link gives
access to one thing for one person at one seat, an extension also to one turn only.  It is signed,
so nothing is stored.  Opening it changes nothing; only its button does.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Foreign, Missing
from games.models import Game, Seat, User
from games.table.seats import seating, successors


def former_seat(game: Game, user: User | None) -> Seat | None:
    """The seat that this person could take back now; None if there is none.

    Nobody plays two seats: whoever has one here has no other to take back.
    """
    if user is None or game.status != Game.Status.RUNNING:
        return None
    seats = list(game.seats.filter(Q(user=user) | Q(left_by=user)).select_related("user"))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is not None:
        return own if own.to_move and own.stand_in else None
    return next((seat for seat in seats if seat.bot), None)


def take_back(game: Game, *, user: User, now: datetime) -> Seat:
    """Gives a person their seat back, or the rest of a turn that a bot is about to play.

    Refuses (Closed) a game that is over, and (Foreign) somebody who has no seat to take back,
    for example because somebody else has taken it.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        successors.check_running(locked)
        seat = former_seat(locked, user)
        if seat is None:
            raise Foreign("no-seat", _("You have no seat here that you could take back. Somebody"
                                       " else may have taken it."))
        seating.take_back(seat, user, now=now)
    game.refresh_from_db()
    return seat


EXTENSION, RETURN = "extension", "return"


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """What a link is about: a game, one of its seats, and the person it was sent to."""

    game: Game
    seat: Seat
    user: User


def url(purpose: str, seat: Seat, user_id: int, *, turn: int = 0) -> str:
    """The absolute URL of a link; ``turn`` is the turn that an extension is for."""
    token = _signer(purpose).sign(f"{seat.pk}-{user_id}-{turn}")
    return f"{settings.BASE_URL}{reverse(f'{purpose}-link', kwargs={'token': token})}"


def open_link(purpose: str, token: str) -> OpenedLink:
    """What a link opens; refuses (Missing) one we did not sign, and (Closed) one that is over."""
    try:
        seat_id, user_id, turn = map(int, _signer(purpose).unsign(token).split("-"))
        seat = Seat.objects.select_related("game").get(pk=seat_id)
        user = User.objects.get(pk=user_id, is_active=True)
    except (BadSignature, ValueError, Seat.DoesNotExist, User.DoesNotExist):
        raise Missing("no-link", _("This link does not lead anywhere. It may have been cut short;"
                                   " please copy it from the email again.")) from None
    if seat.game.status != Game.Status.RUNNING:
        raise Closed("over", _("The game is over, so this link no longer works."))
    if purpose == EXTENSION and (seat.user_id != user.pk or seat.game.turn != turn):
        raise Closed("turn-over", _("This turn is over, so its links no longer work. The email"
                                    " about your next turn will contain new ones."))
    return OpenedLink(seat.game, seat, user)


def _signer(purpose: str) -> Signer:
    return Signer(salt=f"games.{purpose}-link")
