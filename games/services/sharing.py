"""Links that show a finished game to anybody who has one.

Owns the key in such a link: a signature of the game's code, so that nothing is stored and
nobody can guess one.  While a game runs, no key opens it.
"""

from __future__ import annotations

from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from games.models import Game

SALT = "games.shared-replay"


def key(game: Game) -> str:
    """The key to the replay of this game; always the same, made of letters, digits, - and _."""
    return Signer(salt=SALT).signature(game.code)


def opens(token: str, game: Game) -> bool:
    """Whether this key shows this game now."""
    return game.status == Game.Status.OVER and constant_time_compare(token, key(game))
