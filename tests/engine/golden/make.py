"""Makes the recorded games that every test run replays.

    .venv/bin/python -m tests.engine.golden.make          adds games for what no record shows yet
    .venv/bin/python -m tests.engine.golden.make --anew   begins with an empty folder

Plays games between bots, seed after seed, and keeps each that shows a special
case of the rules no kept game shows.  A released version's records stay for
ever: the engine must go on replaying them, so make anew only before a release.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from engine import codec, record, replay
from engine.chance import SeededChance, commitment
from engine.record import Record
from engine.ruleset import Setup
from tests.engine.random_games import BOTS, RULESET, seed, setup
from tests.engine.record_features import NAMES, features, summary

FOLDER = Path(__file__).parent
CAST = ("Alice", "Bob", "Carol", "Dave")
# Board, bots seat by seat, options: what kind of game each seed is tried with.
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
)
TRIES = 1500


def games() -> Iterator[tuple[Setup, tuple[str, ...], bytes]]:
    """Table after table, seed after seed."""
    for number in count():
        board, bots, options = TABLES[number % len(TABLES)]
        yield setup(board, players=len(bots), **options), bots, seed(number)


def play(table: Setup, bots: tuple[str, ...], secret: bytes) -> Record:
    """The record of one game between bots."""
    key, chance = codec.digest_key(secret), SeededChance(secret)
    row, state = replay.start(RULESET, table, chance, key)
    rows = [row]
    while not RULESET.status(state).over:
        (seat,) = RULESET.status(state).to_move
        move = BOTS[bots[seat]].choose(RULESET.view(state, seat), salt=secret + row.digest.encode())
        row, state = replay.play(RULESET, state, move, chance, key, previous=row, seat=seat)
        rows.append(row)
    return Record(RULESET.name, RULESET.version, "", CAST[: table.players], table,
                  commitment(secret), key, secret, tuple(rows))


def kept() -> dict[str, Record]:
    """The records in the folder by name."""
    return {path.stem: record.load(path.read_text("utf-8")) for path in FOLDER.glob("*.record")}


def make() -> set[str]:
    """Adds records until every feature is shown, or none of ``TRIES`` games helps; what lacks."""
    shown = set().union(*map(features, kept().values()))
    wanted = NAMES.keys() - shown
    for number, (table, bots, secret) in enumerate(games()):
        if not wanted or number == TRIES:
            break
        made = play(table, bots, secret)
        fresh = features(made) & wanted
        if fresh:
            print(f"game {number}: {', '.join(sorted(fresh))}", flush=True)
            keep(made, number)
            wanted -= fresh
    return wanted


def keep(made: Record, number: int) -> None:
    """Writes the record to a file named after its table and its end."""
    state = replay.rebuild(RULESET, made.rows, version=made.version)
    name = f"v{made.version}-{state.board.name}-{state.players}-{state.reason}-{number}"
    assert made.seed is not None
    (FOLDER / f"{name}.record").write_text(
        record.export(replace(made, game=name), seed=made.seed), "utf-8"
    )


def write_index() -> None:
    """One line a record: what the tests compare each replay with."""
    lines = [f"{json.dumps(name)}: {json.dumps(summary(one))}"
             for name, one in sorted(kept().items())]
    (FOLDER / "index.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    if "--anew" in sys.argv:
        for old in FOLDER.glob("*.record"):
            old.unlink()
    lacking = make()
    write_index()
    if lacking:
        sys.exit(f"No game shows: {', '.join(sorted(lacking))}.")
