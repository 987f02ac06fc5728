"""Ratings of bots, and intervals of 95 % for what games between them show.

OpenSkill's updates are repeated on all results until they cancel out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations, permutations
from statistics import NormalDist

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
POINTS = 400 / math.log(10)  # of a factor e: 400 points are odds of 10 to 1

Interval = tuple[float, float]


def wilson(count: float, total: float) -> Interval:
    """The interval of Wilson for a share; ``count`` is fractional if ties are shared."""
    share, spread = count / total, Z * Z / total
    middle = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / total + spread / total / 4)
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return (low if count else 0.0, high if count < total else 1.0)  # not almost 0 or 1


def middle_of(values: Sequence[float]) -> Interval:
    """The interval that leaves out the smallest and the largest values of a bootstrap."""
    ordered = sorted(values)
    left_out = round((1 - LEVEL) / 2 * (len(ordered) - 1))
    return ordered[left_out], ordered[-1 - left_out]


def points(share: float) -> float:
    """The difference in points at which a bot wins this share of games of two."""
    return POINTS * math.log(share / (1 - share))


def largest_by_chance(parts: int, total: int) -> float:
    """How far the largest of several equal shares deviates in one of 20 measurements.

    ``parts`` bots of equal strength share ``total`` games.  Normal approximation: their shares
    are those of independent values with their mean taken off.
    """
    rng, width = random.Random(parts), math.sqrt(1 / parts / total)
    largest = []
    for _ in range(4000):
        values = [rng.gauss() for _ in range(parts)]
        mean = sum(values) / parts
        largest.append(max(abs(value - mean) for value in values))
    return width * sorted(largest)[round(LEVEL * len(largest))]


SAMPLES = 400  # of the bootstrap
BELIEF = 0.5  # games that each bot is taken to have won against each other from the start
SIGMA = 0.1  # OpenSkill's uncertainty: small, so that it hardly adds to the noise of a game
ACCURACY = 0.01  # points that the last step may change
LONGEST_STEP = 200.0  # points
MOST_STEPS = 1000

Pair = tuple[str, str]  # winner, loser
Wins = Mapping[Pair, float]  # number of games, fractional if several share a win
Update = Callable[[float, float], float]


def openskill_update() -> Update:
    """Returns OpenSkill's update after a game of two bots.

    Given the ratings of the winner and the loser in points, it returns by which share of its
    largest step the winner's rating rises; the loser's falls by the same.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    scale = math.sqrt(2 * (model.beta**2 + SIGMA**2))  # of mu, where the odds are e to 1

    def update(winner: float, loser: float) -> float:
        before = [[model.rating(mu=points * scale / POINTS, sigma=SIGMA)]
                  for points in (winner, loser)]
        after = model.rate(before)
        rise: float = after[0][0].mu - before[0][0].mu
        return rise * scale / SIGMA**2

    return update


def rate(wins: Wins, bots: Sequence[str], update: Update) -> dict[str, float]:
    """Returns ratings in points, with a mean of 0, at which the updates for all games cancel out.

    A step divides each bot's sum by how fast it shrinks, and goes only half the way, because the
    others move as well.
    """
    ratings = dict.fromkeys(bots, 0.0)
    for _ in range(MOST_STEPS):
        steps = _steps(wins, ratings, update)
        mean = sum(steps.values()) / len(steps)
        ratings = {bot: points + steps[bot] - mean for bot, points in ratings.items()}
        if max(map(abs, steps.values())) < ACCURACY:
            break
    return ratings


def _steps(wins: Wins, ratings: Mapping[str, float], update: Update) -> dict[str, float]:
    sums, slopes = dict.fromkeys(ratings, 0.0), dict.fromkeys(ratings, 1e-9)
    for one, other in combinations(ratings, 2):
        won, lost = wins.get((one, other), 0.0), wins.get((other, one), 0.0)
        if not won and not lost:
            continue
        rise = update(ratings[one], ratings[other])  # if the other wins, it rises by the rest of 1
        total = won * rise - lost * (1 - rise)
        sums[one] += total
        sums[other] -= total
        for bot in (one, other):
            slopes[bot] += (won + lost) * rise * (1 - rise)
    return {
        bot: max(-LONGEST_STEP, min(LONGEST_STEP, POINTS * sums[bot] / slopes[bot] / 2))
        for bot in ratings
    }


def rate_deals(
    deals: Mapping[Hashable, Wins], bots: Sequence[str], *, anchor: str, points: float,
    update: Update, seed: str = "", samples: int = SAMPLES,
) -> dict[str, tuple[float, Interval]]:
    """Returns each bot's rating and its interval of 95 %; the ``anchor`` has this many points.

    The interval comes from a Bayesian bootstrap over deals: all games of a deal get the same
    random weight, since they share its luck.  What is believed from the start gets random
    weights too, so that the interval of a bot that has won all its games is as wide as it should
    be.  A rating and its interval are relative to the anchor's, whose interval has no width.
    """
    def rated(weigh: Callable[[], float]) -> dict[str, float]:
        wins = {pair: BELIEF * weigh() for pair in permutations(bots, 2)}
        for counts in deals.values():
            weight = weigh()
            for pair, count in counts.items():
                wins[pair] += weight * count
        found = rate(wins, bots, update)
        return {bot: found[bot] - found[anchor] + points for bot in bots}

    rng = random.Random(seed)
    best = rated(lambda: 1.0)
    others = [rated(lambda: rng.expovariate(1.0)) for _ in range(samples)]
    return {bot: (best[bot], middle_of([sample[bot] for sample in others])) for bot in bots}
