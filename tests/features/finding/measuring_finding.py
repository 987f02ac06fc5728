"""Measures how soon and with whom people play who ask for a game: `python -m` this module.

Two hundred people with normally distributed ratings arrive at random within three days.  What they
want is drawn, too: most take any number of players, and one or several of four paces.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from statistics import mean, median

from games.features.finding.matching import Wish, match

PEOPLE, DAYS = 200, 3
MIDDLE, SPREAD = 1500.0, 200.0  # of ratings, in points
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STEP = timedelta(minutes=10)  # between two sweeps
PLAYERS = ([2], [2, 3], [2, 3, 4], [2, 3, 4], [3, 4], [4])
PACES = (["relaxed"], ["day", "relaxed"], ["day"], ["relaxed", "weekdays"], ["none", "relaxed"])


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured: shares of all people, hours until they play, and points between them."""

    at_once: float
    within_a_day: float
    median_hours: float
    mean_distance: float
    at_random: float  # the distance between any two people

    def __str__(self) -> str:
        return (f"{self.at_once:.0%} | {self.within_a_day:.0%} | {self.median_hours:.1f} h"
                f" | {self.mean_distance:.0f} | {self.at_random:.0f}").replace("%", " %")


def measure(*, people: int = PEOPLE, seed: int = 1) -> Measured:
    """Return what was measured with so many people."""
    rng = random.Random(seed)
    arriving = sorted((_wish(person, rng) for person in range(people)),
                      key=lambda wish: wish.since)
    # A rating is the same for all numbers of players.
    points = {wish.person: next(iter(wish.points.values())) for wish in arriving}
    waiting: list[Wish] = []
    waited: dict[int, timedelta] = {}
    distances: list[float] = []
    now = BEGIN
    while now <= BEGIN + (DAYS + 1) * DAY:
        while arriving and arriving[0].since <= now:
            waiting.append(arriving.pop(0))
        for group in match(waiting, now=now):
            waited |= {wish.person: now - wish.since for wish in waiting
                       if wish.person in group.people}
            distances += [abs(points[one] - points[other])
                          for one, other in combinations(group.people, 2)]
        waiting = [wish for wish in waiting if wish.person not in waited]
        now += STEP
    return Measured(
        sum(each < STEP for each in waited.values()) / people,
        sum(each <= DAY for each in waited.values()) / people,
        median(each / HOUR for each in waited.values()), mean(distances),
        mean(abs(one - other) for one, other in combinations(points.values(), 2)))


def _wish(person: int, rng: random.Random) -> Wish:
    rating, numbers = rng.gauss(MIDDLE, SPREAD), rng.choice(PLAYERS)
    return Wish(person, BEGIN + rng.random() * DAYS * DAY, frozenset(numbers),
                frozenset(rng.choice(PACES)), True, dict.fromkeys(numbers, rating), _week(rng))


def _week(rng: random.Random) -> int:
    """Return fourteen hours of each day, in a time zone of Europe, America or Asia."""
    begin = rng.choice([6, 7, 8, 13, 16, 23])
    return sum(1 << 24 * day + (begin + hour) % 24 for day in range(7) for hour in range(14))


if __name__ == "__main__":
    print("people | at once | within a day | median wait | mean distance | by lot")
    for size in (50, PEOPLE, 1000):
        print(f"{size} | {measure(people=size)}")
