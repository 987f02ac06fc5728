"""Bots: the time that the strongest takes for a turn, in plain Python and compiled.

A turn's time is that of all its plans, since the bot looks anew after each card that it reveals.
Both versions play the same games, each in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from time import process_time

from alexandros_rules.alexandros.bots import search

COMPILED, PLAIN = "compiled", "plain Python"
GAMES = 4  # for each number of players

if __name__ == "__main__" and sys.argv[1] == PLAIN:
    search.__path__[:] = search.__path__[-1:]  # before the modules of the search are imported

from alexandros_rules.alexandros.bots.characters import STRATEGIST  # noqa: E402
from alexandros_rules.alexandros.bots.search import turns  # noqa: E402
from alexandros_rules.alexandros.rules import RULESET  # noqa: E402
from alexandros_rules.bot_games import play_out  # noqa: E402
from alexandros_rules.ruleset import Setup  # noqa: E402
from tests.bench.measurement import Figure, play_chess, timed  # noqa: E402


def run() -> Iterator[Figure]:
    """Yields the median and the longest turn of each version, for each number of players."""
    ply = median(timed(play_chess, process_time) for _ in range(9))
    for version in (PLAIN, COMPILED):
        if version == COMPILED and len(search.__path__) == 1:
            return  # there are none; "make compiled" makes them
        command = [sys.executable, "-m", __name__, version]
        played = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        for players, seconds in played.items():
            for name, value in (("median", median(seconds)), ("longest", max(seconds))):
                yield Figure(f"{STRATEGIST.name}, {players} players, {version}: {name} turn",
                             value, value / ply, note=f"of {len(seconds)} turns")


def seconds_of_turns(players: int) -> list[float]:
    """Returns the processor time of each turn of some games on the default board."""
    board, found = next(iter(RULESET.boards().values())), list[float]()
    for number in range(GAMES):
        of_turns = dict[int, float]()
        began = process_time()
        for state, move, _ in play_out(RULESET, Setup(board, players), seed=bytes([number] * 32),
                                       bots=[STRATEGIST] * players):
            if move is not None:
                took = process_time() - began
                of_turns[state.turn] = of_turns.get(state.turn, 0.0) + took
            began = process_time()
        found += of_turns.values()
    return found


if __name__ == "__main__":
    assert str(turns.__file__).endswith(".py") == (sys.argv[1] == PLAIN)
    print(json.dumps({players: seconds_of_turns(players) for players in RULESET.seats}))
