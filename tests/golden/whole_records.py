"""Makes the golden records that every test run replays.

    .venv/bin/python -m tests.golden.whole_records          adds records for features not shown yet
    .venv/bin/python -m tests.golden.whole_records --anew   deletes those of the newest rules first

It plays games between bots by the newest version of the rules, seed by seed, and stores each game
that shows a feature no stored record of that version shows (see ``record_features``).  Use
``--anew`` only before a release: the engine must be able to replay the records of a released
version forever.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from alexandros_rules import codec, record, replay
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup
from tests.engine.random_games import RULESET, seed, setup
from tests.engine.record_features import features, names_of, summary
from tests.golden.game_files import RECORDS, read_record
from tests.golden.players import PLAYERS

CAST = ("Alice", "Bob", "Carol", "Dave")
# Board, bots seat by seat, and options of the games to try.
TABLES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("persia", ("greedy", "greedy", "greedy"), {}),
    ("persia", ("greedy", "restless"), {}),
    ("delta", ("greedy", "random", "restless"), {}),
    ("persia", ("random", "greedy", "restless", "greedy"), {"first": 2}),
    ("persia", ("hoarder", "hoarder"), {}),
    ("delta", ("restless", "greedy"), {}),
    ("persia", ("greedy", "restless", "greedy"), {"half_of_occupying": True}),
    ("delta", ("restless", "restless", "random", "random"), {"half_of_occupying": True}),
    ("delta", ("hoarder", "hoarder"), {}),
    ("persia", ("greedy", "greedy", "random", "greedy"), {}),
    ("delta", ("greedy", "hoarder", "restless"), {}),
    ("delta", ("idler", "idler"), {}),
    ("persia", ("greedy", "greedy"), {"balanced_start": True, "finish_round": True}),
    ("delta", ("restless", "greedy", "greedy"), {"balanced_start": True}),
    ("delta", ("greedy", "greedy", "greedy"), {"finish_round": True}),
    ("delta", ("restless", "greedy"), {"balanced_start": True, "deal": seed(0).hex()}),
)
TRIES = 1500


def games() -> Iterator[tuple[Setup, tuple[str, ...], bytes]]:
    """Yields the (setup, bots, seed) of the games to try."""
    for number in count():
        board, bots, options = TABLES[number % len(TABLES)]
        yield setup(board, players=len(bots), **options), bots, seed(number)


def play(table: Setup, bots: tuple[str, ...], secret: bytes) -> Record:
    """Plays a game between bots and returns its record."""
    key, chance = codec.digest_key(secret), SeededChance(secret)
    row, state = replay.start(RULESET, table, chance, key)
    rows = [row]
    while not RULESET.status(state).over:
        (seat,) = RULESET.status(state).to_move
        move = next_move(PLAYERS[bots[seat]], RULESET.view(state, seat), seat=seat,
                         salt=secret + row.digest.encode())
        row, state = replay.play(RULESET, state, move, chance, key, previous=row, seat=seat)
        rows.append(row)
    return Record(RULESET.name, RULESET.version, "", CAST[: table.players], table,
                  commitment(secret), key, secret, tuple(rows))


def stored_records() -> dict[str, Record]:
    """Returns the records in this folder by name."""
    return {path.stem: read_record(path.stem) for path in RECORDS.glob("*.record")}


def make() -> set[str]:
    """Adds records until every feature is shown, or ``TRIES`` games were played.

    Returns the features that are still missing.
    """
    stored = [one for one in stored_records().values() if one.version == RULESET.version]
    wanted = names_of(RULESET.version).keys() - set().union(*map(features, stored))
    for number, (table, bots, secret) in enumerate(games()):
        if not wanted or number == TRIES:
            break
        game_record = play(table, bots, secret)
        new = features(game_record) & wanted
        if new:
            print(f"game {number}: {', '.join(sorted(new))}", flush=True)
            store(game_record, number)
            wanted -= new
    return wanted


def store(game_record: Record, number: int) -> None:
    """Writes the record to a file named after its board, players and end."""
    state = replay.rebuild(RULESET, game_record.rows, version=game_record.version)
    name = f"v{game_record.version}-{state.board.name}-{state.players}-{state.reason}-{number}"
    assert game_record.seed is not None
    (RECORDS / f"{name}.record").write_text(
        record.export(replace(game_record, game=name), RULESET, seed=game_record.seed), "utf-8"
    )


def write_index() -> None:
    """Writes one line per record, with which the tests compare each replay."""
    lines = [f"{json.dumps(name)}: {json.dumps(summary(one))}"
             for name, one in sorted(stored_records().items())]
    (RECORDS / "index.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    if "--anew" in sys.argv:
        for old in RECORDS.glob(f"v{RULESET.version}-*.record"):
            old.unlink()
    missing = make()
    write_index()
    if missing:
        sys.exit(f"No game shows: {', '.join(sorted(missing))}.")
