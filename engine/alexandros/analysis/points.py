"""Chances of winning in points: by how much somebody with such a chance wins or loses.

The factors were fitted to games between bots; ``points.json`` names the command that made them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from math import log

FILE = "points.json"
LEAST = 0.02  # chances count as at least this, and as at most 1 - LEAST


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds, with chances kept away from 0 and 1."""
    chance = min(max(chance, LEAST), 1 - LEAST)
    return log(chance / (1 - chance))


def in_points(chance: float, players: int) -> float:
    """Return a chance of winning in points; only differences have a meaning."""
    return factors()[players] * log_odds(chance)


@lru_cache(maxsize=1)
def factors() -> Mapping[int, float]:
    """Return the points of one unit of log-odds, by the number of players."""
    text = resources.files(__package__).joinpath(FILE).read_text("utf-8")
    return {int(players): float(some) for players, some in json.loads(text)["factors"].items()}


def fit(samples: Sequence[tuple[float, int]]) -> float:
    """Return the slope of the margin over the log-odds, for pairs of a chance and a margin."""
    odds = [log_odds(chance) for chance, _ in samples]
    mean = sum(odds) / len(odds)
    middle = sum(margin for _, margin in samples) / len(samples)
    above = sum((x - mean) * (margin - middle)
                for x, (_, margin) in zip(odds, samples, strict=True))
    return above / sum((x - mean) ** 2 for x in odds)
