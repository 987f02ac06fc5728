"""Replays or makes the golden games.

    python -m tests.golden            replays all games and reports each that differs
    python -m tests.golden make       makes the games that bots play, and the index, again
    python -m tests.golden index      computes the index again, for games written by hand

"make" and "index" are for a new version of the rules or new games; a difference that nobody
wanted is a bug.
"""

from __future__ import annotations

import sys

from engine import record
from tests.engine.random_games import RULESET
from tests.golden import game_files, making, replays

RECORDS = game_files.FOLDER.parent / "records"


def found() -> dict[str, replays.Entry]:
    """Replays all games and returns their index entries by name."""
    entries = {}
    for game in game_files.read_all():
        try:
            entries[game.name] = replays.facts_of(game)
        except ValueError as error:
            entries[game.name] = {"game": game.name, "error": str(error)}
    for path in sorted(RECORDS.glob("*.record")):
        one = record.load(path.read_text("utf-8"), {RULESET.name: RULESET})
        entries[path.stem] = replays.facts_of_record(path.stem, one)
    return entries


def verify() -> list[str]:
    """Returns a line for each game that is not as the index says."""
    stored, now = replays.read_index(), found()
    lines = [f"{name}: {replays.difference(stored.get(name, {}), now.get(name, {}))}"
             for name in sorted({**stored, **now})
             if stored.get(name) != now.get(name)]
    print(f"{len(now)} golden games replayed, {len(lines)} differ.")
    return lines


def main(command: str) -> int:
    if command == "make":
        making.make()
    if command in ("make", "index"):
        entries = found()
        wrong = [f"{name}: {entry['error']}" for name, entry in entries.items() if "error" in entry]
        replays.write_index({} if wrong else entries)
    else:
        wrong = verify()
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:] or ["verify"]))
