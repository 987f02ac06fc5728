"""Logs of finished games of The Campaign, as the replay offers them for download."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from engine import codec, replay
from engine.bot_plans import next_move
from engine.campaign.events import CLASSES
from engine.campaign.moves import End, Move, Otherwise
from engine.campaign.rules import RULESET
from engine.campaign.state import BUILD, OVER, State
from engine.chance import SeededChance, commitment
from engine.ruleset import Setup
from games.table.play import records
from tests.campaign.random_games import Habits, random_move
from tests.checker.page_script import Log
from tests.sample_games import NAMES

MOST = 200  # games to look at until every kind of event has occurred
ANY_CASE = 8  # games to keep anyway: they have all numbers of players and all options

Chooser = Callable[[State, Random], tuple[int, Move]]


@cache
def with_every_event() -> tuple[Log, ...]:
    """Games of random moves with all options, in which every kind of event occurs."""
    kept: list[Log] = []
    missing = {*CLASSES}
    for seed in range(MOST):
        log = at_random(seed, players=2 + seed % 3, open_bidding=seed % 2 == 1,
                        bluff=seed % 4 > 1, balanced_start=seed % 8 > 3,
                        **({"first": 1} if seed == ANY_CASE else {}))
        if missing & event_types(log) or seed <= ANY_CASE:
            kept.append(log)
        missing -= event_types(log)
        if not missing and seed >= ANY_CASE:
            return tuple(kept)
    raise AssertionError(f"these events are rare: {missing}")


def event_types(log: Log) -> set[str]:
    """The types of all events in a log."""
    return {event["type"] for row in log["rows"] for event in json.loads(row["events"])}


def at_random(seed: int, players: int, **options: Any) -> Log:
    """A game of random moves, now and then some for which the game does not wait."""
    return _played(seed, players, options, _at_random)


def by_bots(seed: int, players: int, **options: Any) -> Log:
    """A game that quick bots play now."""
    return _played(seed, players, options, _as_bots_do)


def _at_random(state: State, rng: Random) -> tuple[int, Move]:
    if state.last_offer and state.phase == BUILD and rng.random() < 0.5:
        return state.seat, Otherwise(End())
    return random_move(state, rng, Habits(highest_bid=12, build=False))


def _as_bots_do(state: State, rng: Random) -> tuple[int, Move]:
    seat = RULESET.status(state).to_move[0]
    move: Move = next_move(RULESET.bots["random"], RULESET.view(state, seat), seat=seat,
                           salt=rng.randbytes(4))
    return seat, move


def _played(seed: int, players: int, options: dict[str, Any], chosen: Chooser) -> Log:
    secret, rng = hashlib.sha256(str(seed).encode()).digest(), Random(seed)
    table = Setup(RULESET.boards()["campaign"], players, options)
    key, chance = codec.digest_key(secret), SeededChance(secret)
    row, state = replay.start(RULESET, table, chance, key)
    rows = [row]
    while state.phase != OVER:
        seat, move = chosen(state, rng)
        row, state = replay.play(RULESET, state, move, chance, key, previous=row, seat=seat)
        rows.append(row)
    return {
        "format": records.FORMAT, "game": "campaign00", "name": "Friends",
        "ruleset": RULESET.name, "version": RULESET.version, "players": [*NAMES[:players]],
        "board": table.board, "options": options, "commitment": commitment(secret),
        "seed": secret.hex(),
        "rows": [{"number": row.number, "seat": row.seat, "move": row.move, "events": row.events,
                  "digest": row.digest, "hash": row.chain} for row in rows],
    }
