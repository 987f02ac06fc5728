"""The change of a bot's strength, measured by games against a bot that never changes.

The results before the change are stored.  A bot that plays as before gives the same results for
the same deals, so that the first few games show it.  Only if they differ are all games played,
and the difference of the results, deal by deal, is turned into points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

from alexandros_rules.ruleset import Setup
from games.labs.measuring.experiments import Gear, Pairing, play_all
from games.labs.measuring.ratings import POINTS, points, seed_of

SYMBOLS = {"0": 0.0, "=": 0.5, "1": 1.0}  # a game that was lost, shared or won
ONE_SIDED = NormalDist().inv_cdf(0.95)


@dataclass(frozen=True, slots=True)
class Match:
    """A bot against an opponent: a game in each turn order for each deal."""

    gear: Gear
    setup: Setup
    bot: str
    opponent: str
    seed: str

    def results(self, deals: range, *, processes: int = 1) -> str:
        """Return the bot's results, one symbol for each game, two for each deal."""
        pairings = [
            Pairing(self.setup, bots, seed_of(self.seed, players=2, deal=deal))
            for deal in deals
            for bots in ((self.bot, self.opponent), (self.opponent, self.bot))
        ]
        return "".join(
            "=" if len(game.winners) > 1 else "1" if game.winners == (number % 2,) else "0"
            for number, game in enumerate(play_all(self.gear, pairings, processes=processes))
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A bot's loss in points with its standard error; negative if the bot is stronger."""

    games: int
    lost: float
    error: float

    @property
    def at_most(self) -> float:
        """The loss is not larger than this with a certainty of 95 %."""
        return self.lost + ONE_SIDED * self.error

    def __str__(self) -> str:
        word = "weaker" if self.lost >= 0 else "stronger"
        return f"{abs(self.lost):.0f} ± {self.error:.0f} points {word}, in {self.games} games"


def change(before: str, after: str) -> Change:
    """Return the change between the results of the same deals.

    A bot that has won or lost all games is counted as if half a game had gone the other way.
    """
    differences = [new - old for old, new in zip(_deals(before), _deals(after), strict=True)]
    was, now = (_share(results) for results in (before, after))
    middle = (was + now) / 2
    error = stdev(differences) / math.sqrt(len(differences))
    return Change(len(after), points(was) - points(now), POINTS * error / (middle * (1 - middle)))


def measured_change(match: Match, before: str, *, first: int, processes: int = 1) -> Change | None:
    """Play the match again, and return its difference from the results ``before`` of all its deals.

    Returns None if the results of the ``first`` deals are the same.  Otherwise all other deals are
    played too, in this number of processes.
    """
    start = match.results(range(first))
    if start == before[:len(start)]:
        return None
    rest = match.results(range(first, len(before) // 2), processes=processes)
    return change(before, start + rest)


def _deals(results: str) -> Iterator[float]:
    """Yield the share of wins in each deal."""
    for number in range(0, len(results), 2):
        yield fmean(SYMBOLS[symbol] for symbol in results[number:number + 2])


def _share(results: Sequence[str]) -> float:
    """Return the share of wins in all games."""
    won, games = sum(SYMBOLS[symbol] for symbol in results), len(results)
    return min(max(won, 0.5), games - 0.5) / games
