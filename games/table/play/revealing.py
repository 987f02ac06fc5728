"""Sealed games: what is hidden in them stays hidden after their end, until they are unsealed.

The same cards are played at other tables, which must be over before anybody sees them.  A sealed
game is never listed.  Its players see their own game as while it runs, and the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.base import events
from games.base.refusals import Closed
from games.models import Game
from games.table.events import Unsealed


def check_revealed(game: Game, not_over: Closed) -> None:
    """Refuse a game that is over and sealed, and with ``not_over`` one that is not over."""
    if not game.is_revealed:
        raise sealed() if game.status == Game.Status.OVER else not_over


def sealed() -> Closed:
    """Return the refusal of what needs all cards of a sealed game that is over."""
    return Closed("sealed", _("The same cards are played at other tables of this competition, so"
                              " nobody sees all of them before those tables are over. Please come"
                              " back then."))


@transaction.atomic
def unseal(games: Iterable[Game], *, now: datetime) -> None:
    """Show these games to everybody, also those that still run, and both games of their matches."""
    wanted = {game.match_of_id or game.pk for game in games}
    locked = Game.objects.select_for_update(no_key=True).order_by("pk")
    # A second game begins while its first one is locked, and has the same seal.
    found = [*locked.filter(pk__in=wanted)]
    found += locked.filter(match_of__in=wanted)
    for game in found:
        if game.sealed:
            game.sealed, game.listed, game.unsealed_at = False, True, now
            game.save(update_fields=["sealed", "listed", "unsealed_at"])
            events.publish(Unsealed(game=game, now=now))
