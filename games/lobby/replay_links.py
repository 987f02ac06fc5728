"""Links that show a finished game to anybody who has one.

Owns the key in such a link: a signature of the game's code and of the secret of its table, so
that nobody can guess one and that a new secret ends every link given away.  While a game runs,
no key opens it.
"""

from __future__ import annotations

from django.core.signing import Signer
from django.db import transaction
from django.utils.crypto import constant_time_compare

from games.lobby import seating
from games.models import Game, User
from games.models.game import new_token
from games.refusals import Closed, Foreign

SALT = "games.shared-replay"


def sharing_key(game: Game) -> str:
    """The key to the replay of this game, made of letters, digits, - and _."""
    return Signer(salt=SALT).signature(f"{game.code}.{game.invite_token}")


def key_opens(token: str, game: Game) -> bool:
    """Whether this key shows this game now."""
    return game.status == Game.Status.OVER and constant_time_compare(token, sharing_key(game))


def revoke_links(game: Game, *, by: User) -> None:
    """Makes every link given away so far useless; from now on there is another key.

    Refuses (Foreign) who had no seat, and (Closed) as long as no key opens anything.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        if seating.held_by(locked, by) is None:
            raise Foreign("no-seat", "Only its players can end the links to a game.")
        if locked.status != Game.Status.OVER:
            raise Closed("not-over", "This game is not over; until then no link shows it.")
        # Nobody can sit down any more, so the secret serves these links alone.
        locked.invite_token = new_token()
        locked.save(update_fields=["invite_token"])
    game.refresh_from_db()
