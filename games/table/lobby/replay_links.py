"""Links that show the replay of a finished game to anybody who has one.

Owns the key in such a link: a signature of the game's code and its table's secret.  Nobody can
guess a key, and a new secret revokes all links.  While a game is in progress or
sealed, no key opens it.
"""

from __future__ import annotations

from django.core.signing import Signer
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.base.refusals import Closed, Foreign
from games.models import Game, User
from games.models.game import new_token
from games.table.play.revealing import check_revealed
from games.table.seats import seating

SALT = "games.shared-replay"


def sharing_key(game: Game) -> str:
    """Return the key to this game's replay, made of letters, digits, "-" and "_"."""
    return Signer(salt=SALT).signature(f"{game.code}.{game.invite_token}")


def key_opens(token: str, game: Game) -> bool:
    """Return whether this key opens the replay of this game now."""
    return game.is_revealed and constant_time_compare(token, sharing_key(game))


def revoke_links(game: Game, *, by: User) -> None:
    """Revoke all links shared so far; new links get a new key.

    Refuses (Foreign) anybody without a seat who has not imported the game, and (Closed) a game that
    is not over or sealed.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        is_theirs = locked.imported and locked.created_by_id == by.pk
        if not is_theirs and seating.find_seat(locked, by) is None:
            raise Foreign("no-seat", _("You have no seat at this table, so you cannot revoke its"
                                       " links."))
        check_revealed(locked, Closed("not-over", _("This game is not over, so it has no shared"
                                                    " links to revoke.")))
        # Nobody can join a finished game, so this secret is used for these links only.
        locked.invite_token = new_token()
        locked.save(update_fields=["invite_token"])
    game.refresh_from_db()
