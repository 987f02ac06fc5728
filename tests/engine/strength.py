"""The strength of bots, stored as results against a bot that never changes.

`python -m tests.engine.strength greedy` stores the results of a bot as it plays now.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.ruleset import Bot, Setup
from games.labs.measuring.experiments import Gear
from games.labs.measuring.strength import Match
from tests.engine.steady_bot import SteadyBot

FOLDER = Path(__file__).parent
FIRST = 20  # deals that must give the same results
DEALS = 500  # that are played if they do not: the standard error is then 16 points at most
ALLOWED = 50  # points that a change may cost


@dataclass(frozen=True)
class Reference:
    """Stored results of a bot."""

    bot: str
    results: str

    @property
    def command(self) -> str:
        return f"python -m tests.engine.strength {self.bot}"


def match(bot: Bot, *, board: str = "persia") -> Match:
    """A match of two between this bot and the one that never changes."""
    opponent = SteadyBot()
    gear = Gear(RULESET, {bot.name: bot, opponent.name: opponent})
    return Match(gear, Setup(RULESET.boards()[board], 2), bot.name, opponent.name, "strength")


def reference(bot: str) -> Reference:
    """The stored results of a bot."""
    return Reference(**json.loads(_file(bot).read_text(encoding="utf-8")))


def store(bot: str) -> None:
    """Plays all deals and stores the results."""
    results = match(RULESET.bots[bot]).results(range(DEALS), processes=os.cpu_count() or 1)
    _file(bot).write_text(json.dumps({"bot": bot, "results": results}) + "\n", encoding="utf-8")


def _file(bot: str) -> Path:
    return FOLDER / f"strength_of_{bot}.json"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store(name)
