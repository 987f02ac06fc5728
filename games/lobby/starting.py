"""Starting a game: the secret seed, its published commitment and the first row of the log.

The caller holds the table's lock.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from engine import replay
from engine.chance import commitment
from games.clocks import paces
from games.models import Game, LoggedMove, Seat
from games.play import event_log, turns


def start_if_full(game: Game, *, now: datetime) -> bool:
    """Starts the game if every seat is taken; returns whether it did."""
    if game.seats.exclude(status=Seat.Status.TAKEN).exists():
        return False
    start(game, seed=secrets.token_bytes(32), now=now)
    return True


def start(game: Game, *, seed: bytes, now: datetime, version: int | None = None) -> None:
    """Deals the game from its seed, publishes the commitment (R24) and notifies the players.

    It is played by this version of the rules, or else by the newest, even if its table is older
    than that.
    """
    paces.clear_if_alone(game)
    ruleset = event_log.ruleset_of(game)
    game.seed, game.commitment, game.started_at = seed, commitment(seed), now
    game.rules_version = ruleset.version if version is None else version
    game.save(update_fields=["seed", "commitment", "started_at", "rules_version"])
    row, state = replay.start(ruleset, event_log.setup_of(game),
                              event_log.chance_of(game), event_log.key_of(game),
                              version=game.rules_version)
    seats = list(game.seats.select_related("user"))
    status = event_log.append(game, [row], state, seats=seats, actor=LoggedMove.Actor.TABLE,
                              key="", now=now)
    turns.notify(game, None, status, seats=seats, now=now)
