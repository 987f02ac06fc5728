"""Games between bots that are stored, to be verified and exported like those of people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import bot_games, codec, replay
from engine.bot_games import Outcome
from engine.chance import SeededChance, commitment
from engine.record import Record
from engine.ruleset import Bot, Ruleset, Setup
from games.table.play import records


def play_and_store(ruleset: Ruleset, setup: Setup, *, seed: bytes, bots: Sequence[Bot],
                   name: str, now: datetime) -> Outcome:
    """Plays a game with a log, stores it under a name and returns its outcome.

    The same seed gives the game that ``bot_games.outcome`` plays without a log.
    """
    key, chance = codec.digest_key(seed), SeededChance(seed)
    row, state = replay.start(ruleset, setup, chance, key)
    rows = [row]
    for _, move, _ in bot_games.play_out(ruleset, setup, seed=seed, bots=bots):
        if move is not None:
            seat = ruleset.status(state).to_move[0]
            row, state = replay.play(ruleset, state, move, chance, key, previous=row, seat=seat)
            rows.append(row)
    names = tuple(bot.seat_names[seat] for seat, bot in enumerate(bots))
    records.create_game(
        Record(ruleset.name, ruleset.version, name, names, setup, commitment(seed), key, seed,
               tuple(rows)), name=name, now=now)
    return Outcome(ruleset.status(state), len(rows) - 1)
