"""The fitting of chances of winning to the results of games between bots.

The weights are those under which the results were most probable, with a small penalty for large
weights (a conditional logit, by Newton's method).  They are fitted apart for each number of
players.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import mul

from alexandros_rules.bot_games import play_out
from alexandros_rules.campaign.analysis.chances import features, log_odds, softmax
from alexandros_rules.campaign.events import TurnEnded
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.ruleset import Setup

BOTS = ("regent", "counselor", "treasurer", "satrap")
EVERY = 3  # turns between positions of the same game
PENALTY = 1.0
ROUNDS = 12  # of Newton's method, which needs fewer
TENTHS = 10


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game: the features of each seat, and how the game ended for it.

    ``shares`` are those of the win, ``margins`` the points ahead of the best other seat.
    """

    rows: Sequence[Sequence[float]]
    shares: Sequence[float]
    margins: Sequence[int]


def sample_games(players: int, numbers: Sequence[int]) -> Iterator[Sample]:
    """Yield positions of the games with these numbers; every second one is among the strongest."""
    board = next(iter(RULESET.boards().values()))
    for number in numbers:
        seed = hashlib.sha256(f"chances {players} {number}".encode()).digest()
        names = [BOTS[0] if number % 2 else BOTS[seed[seat] % len(BOTS)]
                 for seat in range(players)]
        setup = Setup(board, players, {"balanced_start": number % 4 < 2})
        rows, ended = list[list[tuple[float, ...]]](), seed[-1]
        for state, _move, events in play_out(
                RULESET, setup, seed=seed, bots=[RULESET.bots[name] for name in names]):
            for event in events:
                state = evolve(state, event)
                if isinstance(event, TurnEnded):
                    ended += 1
                    if ended % EVERY == 0:
                        rows.append(features(state))
        winners = state.winners
        shares = [(seat in winners) / len(winners) for seat in range(players)]
        points = list(map(state.points, range(players)))
        margins = [points[seat] - max(points[:seat] + points[seat + 1:])
                   for seat in range(players)]
        yield from (Sample(some, shares, margins) for some in rows)


def fit(samples: Sequence[Sample]) -> list[float]:
    """Return the weights of the features."""
    count = len(samples[0].rows[0])
    weights = [0.0] * count
    for _ in range(ROUNDS):
        slope = [-PENALTY * weight for weight in weights]
        bend = [[PENALTY * (i == j) for j in range(count)] for i in range(count)]
        for sample in samples:
            chances = _chances(sample, weights)
            middle = [sum(map(mul, chances, column))
                      for column in zip(*sample.rows, strict=True)]
            for chance, share, row in zip(chances, sample.shares, sample.rows, strict=True):
                apart = [a - b for a, b in zip(row, middle, strict=True)]
                for i, some in enumerate(apart):
                    slope[i] += (share - chance) * some
                    if some:
                        factor, line = chance * some, bend[i]
                        for j in range(i + 1):
                            line[j] += factor * apart[j]
        for i in range(count):
            for j in range(i):
                bend[j][i] = bend[i][j]
        step = _solve(bend, slope)
        weights = [weight + some for weight, some in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of symmetric linear equations, by elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for other in rows[i + 1:]:
            factor = other[i] / pivot[i]
            if factor:
                other[i:] = [b - factor * a for a, b in zip(pivot[i:], other[i:], strict=True)]
    found = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        known = sum(rows[i][j] * found[j] for j in range(i + 1, len(rows)))
        found[i] = (rows[i][-1] - known) / rows[i][i]
    return found


def points_of_odds(samples: Sequence[Sample], weights: Sequence[float]) -> float:
    """Return by how many points more a seat wins whose log-odds are larger by one."""
    pairs = [(log_odds(chance), margin) for sample in samples
             for chance, margin in zip(_chances(sample, weights), sample.margins, strict=True)]
    mean = sum(odds for odds, _ in pairs) / len(pairs)
    middle = sum(margin for _, margin in pairs) / len(pairs)
    above = sum((odds - mean) * (margin - middle) for odds, margin in pairs)
    return above / sum((odds - mean) ** 2 for odds, _ in pairs)


def _chances(sample: Sample, weights: Sequence[float]) -> list[float]:
    return softmax([sum(map(mul, weights, row)) for row in sample.rows])


def calibration(samples: Sequence[Sample],
                weights: Sequence[float]) -> list[tuple[int, float, float]]:
    """Return for each tenth of chances how often they were given, and claimed and actual wins."""
    found = [[0.0, 0.0, 0.0] for _ in range(TENTHS)]
    for sample in samples:
        chances = _chances(sample, weights)
        for chance, share in zip(chances, sample.shares, strict=True):
            tenth = found[min(TENTHS - 1, int(chance * TENTHS))]
            for i, some in enumerate((1, chance, share)):
                tenth[i] += some
    return [(int(count), claimed / count, actual / count)
            for count, claimed, actual in found if count]


def surprise(samples: Sequence[Sample], weights: Sequence[float]) -> float:
    """Return the average surprise at the winner in natural units; lower is better."""
    total = 0.0
    for sample in samples:
        chances = _chances(sample, weights)
        total -= sum(share * math.log(chance)
                     for chance, share in zip(chances, sample.shares, strict=True))
    return total / len(samples)
