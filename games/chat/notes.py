"""Private notes of players on a game and its positions; nobody else ever sees them."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.base.refusals import Foreign, Missing
from games.chat import message_text
from games.models import Game, Note, Seat, User

WHOLE_GAME = 0  # the position of a note on the whole game


def write(game: Game, *, user: User | None, number: int, text: str, now: datetime) -> None:
    """Saves a player's note on a position, or on the whole game; an empty one is deleted."""
    if user is None or not Seat.objects.filter(game=game, user=user).exists():
        raise Foreign("no-seat", _("Only the players can keep notes on this game."))
    if not 0 <= number <= game.number:
        raise Missing("no-position", _("There is no such position in this game."))
    cleaned = message_text.clean_note(text)
    if not cleaned:
        Note.objects.filter(user=user, game=game, number=number).delete()
        return
    Note.objects.update_or_create(user=user, game=game, number=number,
                                  defaults={"text": cleaned, "changed_at": now})


def of_player(game: Game, user: User) -> dict[int, str]:
    """A player's notes on a game by position."""
    return dict(Note.objects.filter(game=game, user=user).values_list("number", "text"))
