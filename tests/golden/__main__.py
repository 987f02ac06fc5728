"""Replays or makes the golden games.

    python -m tests.golden            replays all games and plays whatever is suggested in them
    python -m tests.golden replay     only replays all games and reports each that differs
    python -m tests.golden make       makes the games of the newest rules, and the index, again
    python -m tests.golden index      computes the index again, for games written by hand

"make" and "index" are for a new version of the rules or new games; a difference that nobody
wanted is a bug.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from alexandros_rules import replay
from tests.engine.random_games import RULESET
from tests.golden import coverage, game_files, making, replays, suggestions
from tests.golden.game_files import GoldenGame
from tests.golden.suggestions import Count

Golden = GoldenGame | Path


def all_games() -> Iterator[Golden]:
    """Yields the games of all files, and the files of the records."""
    yield from game_files.read_all()
    yield from sorted(game_files.RECORDS.glob("*.record"))


def entry_of(game: Golden) -> replays.Entry:
    """Replays a game and returns its index entry."""
    if isinstance(game, Path):
        return replays.facts_of_record(game.stem, game_files.read_record(game.stem))
    try:
        return replays.facts_of(game)
    except ValueError as error:
        return {"game": game.name, "error": str(error)}


def suggested_in(game: Golden) -> Count:
    """Counts the refusals and suggestions at every position of a game."""
    if isinstance(game, Path):
        one = game_files.read_record(game.stem)
        return suggestions.count(replay.states(RULESET, one.rows, version=one.version))
    return suggestions.count(state for row, state, _ in replays.play(game) if row is not None)


def found(pool: ProcessPoolExecutor) -> dict[str, replays.Entry]:
    """Replays all games and returns their index entries by name."""
    return {entry["game"]: entry for entry in pool.map(entry_of, all_games(), chunksize=8)}


def verify(pool: ProcessPoolExecutor) -> list[str]:
    """Returns a line for each game that is not as the index says, and for what none shows."""
    stored, now = replays.read_index(), found(pool)
    lines = [f"{name}: {replays.difference(stored.get(name, {}), now.get(name, {}))}"
             for name in sorted({**stored, **now})
             if stored.get(name) != now.get(name)]
    print(*coverage.lines(stored.values()), sep="\n")
    print(f"{len(now)} golden games replayed, {len(lines)} differ.", flush=True)
    return [*lines, *coverage.missing(stored.values())]


def verify_suggestions(pool: ProcessPoolExecutor) -> list[str]:
    """Returns lines about suggestions that cannot be played as they are written."""
    total, start = Count(), time.monotonic()
    for count in pool.map(suggested_in, all_games(), chunksize=2):
        total += count
    print(f"{total} {time.monotonic() - start:.0f} seconds.", flush=True)
    return total.faults


def main(command: str) -> int:
    if command == "make":
        making.make()
    with ProcessPoolExecutor() as pool:
        if command in ("make", "index"):
            wrong = _write_index(pool)
        else:
            wrong = verify(pool)
            wrong += verify_suggestions(pool) if command == "verify" else []
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


def _write_index(pool: ProcessPoolExecutor) -> list[str]:
    entries = found(pool)
    wrong = [f"{name}: {entry['error']}" for name, entry in entries.items() if "error" in entry]
    replays.write_index({} if wrong else entries)
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:] or ["verify"]))
