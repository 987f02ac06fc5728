"""The start of a game: the secret seed, its published commitment, the first row.

Owns the moment in which a table becomes a game.  The caller holds the table's lock.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from engine import replay
from engine.chance import commitment
from games.models import Game, Row, Seat
from games.services import journal, turns


def start_if_full(game: Game, *, now: datetime) -> bool:
    """Starts the game when every seat is taken; tells everybody and wakes the first bot."""
    if game.seats.exclude(status=Seat.Status.TAKEN).exists():
        return False
    start(game, seed=secrets.token_bytes(32), now=now)
    return True


def start(game: Game, *, seed: bytes, now: datetime) -> None:
    """Deals the game from its seed and publishes the seed's commitment (R24)."""
    game.seed, game.commitment, game.started_at = seed, commitment(seed), now
    game.save(update_fields=["seed", "commitment", "started_at"])
    row, state = replay.start(journal.ruleset_of(game), journal.setup_of(game),
                              journal.chance_of(game), journal.key_of(game))
    status = journal.append(game, [row], state, actor=Row.Actor.TABLE, key="", now=now)
    turns.announce(game, None, status, now=now)
