"""How large a database to make, and the shares that its contents follow."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta

DAY = timedelta(days=1)
GAMES_PER_PERSON = 2
FEWEST_PEOPLE = 12
# So many people and games of each status have everything that is otherwise rare, so that a page
# that lists it is as full in a small database as in a large one.
FULL_PAGE = 30
# People who can be found in a database of any size, with the same number of games in each.
NAMES = ("Alice", "Bob", "Carol", "Dave")
OPERATOR = "operator@example.org"

SPAN = 730 * DAY  # how long the site has been used
RUNNING_SINCE = 40 * DAY  # at most; games take about that long
OPEN_SINCE = 10 * DAY  # at most; then open tables expire
FRESH = timedelta(hours=6)  # at most, since somebody was asked in a game that runs
LONGEST = 45 * DAY  # of a game


@dataclass(frozen=True, slots=True)
class Size:
    """How many games and people to make; the same ``seed`` makes the same ones."""

    games: int
    people: int
    seed: str = "1"

    def chance(self, *words: object) -> random.Random:
        """A source of chance for one purpose."""
        return random.Random("/".join(map(str, (self.seed, *words))))


def size_of(games: int, people: int | None = None, *, seed: str = "1") -> Size:
    """A size with a plausible number of people unless one is given."""
    usual = max(FEWEST_PEOPLE, games // GAMES_PER_PERSON)
    return Size(games, usual if people is None else people, seed)
