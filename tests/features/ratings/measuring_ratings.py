"""Measures how quickly ratings find out how strong people are: `python -m` this module.

Two hundred people of known strength meet at random tables.  Their results are drawn from the odds
on which ratings are built: 400 points are 10 to 1 between any two of them.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import correlation, mean, median

from games.base import plackett_luce
from games.features.ratings import ledger
from games.features.ratings.ledger import DOUBT, MIDDLE, ODDS, Ledger, Part, Played, Skill

PEOPLE = 200
SPREAD = 200.0  # the standard deviation of their strengths, in points
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
CHECKED = (5, 10, 20, 30, 60)  # games of each person


@dataclass(frozen=True, slots=True)
class Measured:
    """What the ratings are worth after this many games of each person.

    ``error`` is the root mean square of rating minus strength, in units of the uncertainty: 1 if
    the uncertainty is right.  ``new`` is the share of people whose rating is not shown yet.
    """

    games: int
    correlation: float
    uncertainty: float
    error: float
    new: float


def measure(players: int, *, games: int, seed: int = 1, people: int = PEOPLE) -> list[Measured]:
    """Return what was measured with this many players at a table, up to ``games`` of each."""
    rng = random.Random(seed)
    strengths = [rng.gauss(MIDDLE, SPREAD) for _ in range(people)]
    book, found = Ledger(), []
    for number, at in enumerate(_ends(people * games // players), 1):
        table = rng.sample(range(people), players)
        luck = {person: -math.log(-math.log(rng.random())) for person in table}
        best = sorted(table, key=lambda person: -strengths[person] / ODDS - luck[person])
        book.enter(Played(number, ("", players), at, at, [
            Part(person, None, best.index(person) + 1) for person in table]))
        if number in {people * count // players for count in CHECKED}:
            found.append(_measured(book, strengths, players, round(number * players / people), at))
    return found


def _ends(count: int) -> Iterator[datetime]:
    return (BEGIN + number * timedelta(minutes=5) for number in range(count))


def _measured(book: Ledger, strengths: list[float], players: int, games: int,
              at: datetime) -> Measured:
    skills = [book.skills.get((("", players), person), Skill())
              for person in range(len(strengths))]
    # Only differences mean anything.
    shift = mean(skill.mu for skill in skills) - mean(strengths)
    errors = [(skill.mu - shift - strength) / skill.sigma
              for skill, strength in zip(skills, strengths, strict=True)]
    return Measured(games, correlation(strengths, [skill.mu for skill in skills]),
                    median(skill.sigma for skill in skills),
                    math.sqrt(mean(error * error for error in errors)),
                    mean(skill.is_new(at) for skill in skills))


def main() -> None:
    """Print the table of docs/ratings.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="of each person")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--own-gamma", action="store_true",
                        help="let the uncertainty shrink as OpenSkill does by default")
    chosen = parser.parse_args()
    if chosen.own_gamma:
        ledger._model = lambda players: plackett_luce.model(
            mu=MIDDLE, sigma=DOUBT, beta=ODDS / math.sqrt(players), tau=0.0)
    for players in (2, 3, 4):
        print(f"{players} players")
        for one in measure(players, games=chosen.games, seed=chosen.seed):
            print(f"  {one.games:3} games: correlation {one.correlation:.2f}, uncertainty"
                  f" {one.uncertainty:.0f}, error {one.error:.2f}, new {one.new:.0%}")


if __name__ == "__main__":
    main()
