"""Logs of games between bots, for tests of everything that reads a log."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from alexandros_rules import codec, replay
from alexandros_rules.alexandros.state import State
from alexandros_rules.bot_games import play_out
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.record import Record
from alexandros_rules.replay import LogRow
from alexandros_rules.ruleset import Setup
from tests.engine.positions import NAMES, RULESET, SEED, setup

KEY = codec.digest_key(SEED)


@cache
def game(*, board: str = "delta", players: int = 3, moves: int = 10_000) -> tuple[LogRow, ...]:
    """Returns the rows of a game between random bots, or of its first moves."""
    return rows_of(setup(board, players), moves=moves)


def rows_of(table: Setup, *, moves: int = 10_000) -> tuple[LogRow, ...]:
    """Returns the rows of a game with this setup."""
    bots = [RULESET.bots["random"]] * table.players
    row, state = replay.start(RULESET, table, SeededChance(SEED), KEY)
    rows = [row]
    for (before, move, _), _ in pairwise(play_out(RULESET, table, seed=SEED, bots=bots)):
        if len(rows) > moves:
            break
        row, state = replay.play(RULESET, state, move, SeededChance(SEED), KEY, previous=row,
                                 seat=before.seat)
        rows.append(row)
    return tuple(rows)


def states(rows: tuple[LogRow, ...]) -> list[State]:
    """Returns the state after each row."""
    return list(replay.states(RULESET, rows, version=RULESET.version))


def record(rows: tuple[LogRow, ...], *, players: int = 3, secret: bool = False) -> Record:
    """Makes a record of a game; without its seed if it is ``secret``."""
    return Record("alexandros", RULESET.version, "k3j2h1g0f9", NAMES[:players],
                  setup(players=players), commitment(SEED), KEY, None if secret else SEED, rows)
