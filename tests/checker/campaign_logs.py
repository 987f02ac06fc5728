"""Logs of finished games of The Campaign, as the replay offers them for download."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any

from engine import codec, replay
from engine.bot_plans import next_move
from engine.campaign.rules import RULESET
from engine.chance import SeededChance, commitment
from engine.replay import LogRow
from engine.ruleset import Setup
from games.play import log_file
from tests.campaign import random_games
from tests.campaign.positions import setup
from tests.checker.page_script import Log
from tests.sample_games import NAMES


@cache
def at_random(seed: int, players: int = 4, **options: bool) -> Log:
    """A game of random moves, now and then some for which the game does not wait."""
    secret = hashlib.sha256(str(seed).encode()).digest()
    table = setup(players, **options)
    key, chance = codec.digest_key(secret), SeededChance(secret)
    row, _state = replay.start(RULESET, table, chance, key)
    rows = [row]
    for step in random_games.game(seed, players, **options):
        row, _state = replay.play(RULESET, step.state, step.move, chance, key, previous=rows[-1],
                                  seat=step.seat)
        rows.append(row)
    return _log(table, secret, rows)


def by_bots(players: int, *, secret: bytes, **options: Any) -> Log:
    """A game that the strongest bots play now; a random draw decides who begins."""
    table = Setup(RULESET.boards()["campaign"], players, options)
    key, chance, bot = codec.digest_key(secret), SeededChance(secret), RULESET.bots["counselor"]
    row, state = replay.start(RULESET, table, chance, key)
    rows = [row]
    while seats := RULESET.status(state).to_move:
        move = next_move(bot, RULESET.view(state, seats[0]), seat=seats[0],
                         salt=bytes([len(rows) % 256]))
        row, state = replay.play(RULESET, state, move, chance, key, previous=rows[-1],
                                 seat=seats[0])
        rows.append(row)
    return _log(table, secret, rows)


def _log(table: Setup, secret: bytes, rows: Iterable[LogRow]) -> Log:
    return {
        "format": log_file.FORMAT, "game": "campaign00", "name": "Friends",
        "ruleset": RULESET.name, "version": RULESET.version, "players": [*NAMES[:table.players]],
        "board": table.board, "options": dict(table.options), "commitment": commitment(secret),
        "seed": secret.hex(),
        "rows": [{"number": row.number, "seat": row.seat, "move": row.move, "events": row.events,
                  "digest": row.digest, "hash": row.chain} for row in rows],
    }
