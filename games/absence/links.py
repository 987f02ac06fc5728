"""Links in emails: one more day for a turn, and taking a seat back, without signing in (R12).

A link gives access to one thing for one person at one seat, an extension also to one turn only.
It is signed, so nothing is stored.  Opening it changes nothing; only its button does.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Missing
from games.models import Game, Seat, User

EXTENSION, RETURN = "extension", "return"

_NAMES = {EXTENSION: "extension-link", RETURN: "return-link"}


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """What a link is about: a game, one of its seats, and the person it was sent to."""

    game: Game
    seat: Seat
    user: User


def url(purpose: str, seat: Seat, user_id: int, *, turn: int = 0) -> str:
    """The absolute URL of a link; ``turn`` is the turn that an extension is for."""
    token = _signer(purpose).sign(f"{seat.pk}-{user_id}-{turn}")
    return f"{settings.BASE_URL}{reverse(_NAMES[purpose], kwargs={'token': token})}"


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
