"""Reviews: the processor time for a whole game, that of Alexandros in plain Python and compiled.

Both versions look at the same games, each in a process of its own.  One core is busy for so long
in the background after each game of people.
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
GAMES = 3  # for each number of players
NOTABLE = 0.02  # ``review_findings.NOTABLE``, without Django

if __name__ == "__main__" and sys.argv[1] == PLAIN:
    search.__path__[:] = search.__path__[-1:]  # before the modules of the search are imported

from alexandros_rules.alexandros.bots.search import turns  # noqa: E402
from alexandros_rules.alexandros.rules import RULESET  # noqa: E402
from alexandros_rules.campaign import rules as campaign  # noqa: E402
from alexandros_rules.campaign.analysis.analyst import CampaignAnalyst  # noqa: E402
from tests.bench.measurement import Figure, play_chess, timed  # noqa: E402
from tests.engine.analysis.judged_games import ANALYST, examine, played  # noqa: E402


def run() -> Iterator[Figure]:
    """Yields the median and the longest game of each version, for each number of players.

    Of The Campaign, one game of each.
    """
    ply = median(timed(play_chess, process_time) for _ in range(9))
    for version in (PLAIN, COMPILED):
        if version == COMPILED and len(search.__path__) == 1:
            return  # there are none; "make compiled" makes them
        command = [sys.executable, "-m", __name__, version]
        output = subprocess.run(command, check=True, capture_output=True).stdout
        for players, seconds in json.loads(output).items():
            for name, value in (("median", median(seconds)), ("longest", max(seconds))):
                yield Figure(f"{players} players, {version}: {name} game", value, value / ply,
                             note=f"of {len(seconds)} games")
    for players in campaign.RULESET.seats:
        value = seconds_of_the_campaign(players)
        yield Figure(f"{players} players, The Campaign: a game", value, value / ply)


def seconds_of_games(players: int) -> list[float]:
    """Returns the processor time of the review of some games on the default board."""
    found = []
    for number in range(GAMES):
        rows = played(["planner", "greedy", "friend", "greedy"][:players], number)
        began = process_time()
        examine(rows, ruleset=RULESET, analyst=ANALYST, notable=NOTABLE)
        found.append(process_time() - began)
    return found


def seconds_of_the_campaign(players: int) -> float:
    """Returns the processor time of the review of a game of The Campaign."""
    bots = ["regent", "treasurer", "satrap", "treasurer"][:players]
    rows = played(bots, 1, "campaign", ruleset=campaign.RULESET)
    began = process_time()
    examine(rows, ruleset=campaign.RULESET, analyst=CampaignAnalyst(), notable=NOTABLE)
    return process_time() - began


if __name__ == "__main__":
    assert str(turns.__file__).endswith(".py") == (sys.argv[1] == PLAIN)
    print(json.dumps({players: seconds_of_games(players) for players in RULESET.seats}))
