"""Intervals of 95 % for what games between bots show, and the scale of points."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
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
