"""Ratings of bots: a ladder of games between them, its results, and intervals of 95 %.

OpenSkill's updates are repeated on all results until they cancel out.  A ladder can be published
for the pages that introduce the bots.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, islice, permutations
from statistics import median
from typing import Any, Self

from alexandros_rules.ruleset import Setup
from games.base import plackett_luce
from games.base.samples import LEVEL, Interval
from games.labs.measuring.experiments import Pairing, Played
from games.rulesets.opponents import Duels, Strength, Strengths

POINTS = 400 / math.log(10)  # of a factor e: 400 points are odds of 10 to 1


def middle_of(values: Sequence[float]) -> Interval:
    """Return the interval that leaves out the smallest and the largest values of a bootstrap."""
    ordered = sorted(values)
    left_out = round((1 - LEVEL) / 2 * (len(ordered) - 1))
    return ordered[left_out], ordered[-1 - left_out]


def points(share: float) -> float:
    """Return the difference in points at which a bot wins this share of games of two."""
    return POINTS * math.log(share / (1 - share))


def largest_by_chance(parts: int, total: int) -> float:
    """Return how far the largest of several equal shares deviates in one of 20 measurements.

    ``parts`` bots of equal strength share ``total`` games.
    """
    # Normal approximation: the shares are independent values with their mean taken off.
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
    """Return OpenSkill's update after a game of two bots.

    The update takes the ratings of the winner and the loser in points, and returns by which share
    of its largest step the winner's rating rises; the loser's falls by as much.
    """
    model = plackett_luce.model(tau=0.0)
    scale = math.sqrt(2 * (model.beta**2 + SIGMA**2))  # of mu, where the odds are e to 1

    def update(winner: float, loser: float) -> float:
        before = [(points * scale / POINTS, SIGMA) for points in (winner, loser)]
        after = plackett_luce.rated(before, [1, 2], model)
        return (after[0][0] - before[0][0]) * scale / SIGMA**2

    return update


def rate(wins: Wins, bots: Sequence[str], update: Update) -> dict[str, float]:
    """Return ratings in points, with a mean of 0, at which the updates for all games cancel out."""
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
    # A step divides each bot's sum by how fast the sum shrinks, and goes only half the way, because
    # the ratings of the others change as well.
    return {
        bot: max(-LONGEST_STEP, min(LONGEST_STEP, POINTS * sums[bot] / slopes[bot] / 2))
        for bot in ratings
    }


def rate_deals(
    deals: Mapping[Hashable, Wins], bots: Sequence[str], *, anchor: str, points: float,
    update: Update, seed: str = "", samples: int = SAMPLES,
) -> dict[str, tuple[float, Interval]]:
    """Return each bot's rating and its interval of 95 %; the ``anchor`` has this many points.

    The interval comes from a Bayesian bootstrap over deals.  A rating and its interval are
    relative to the anchor's, whose interval has no width.
    """
    def rated(weigh: Callable[[], float]) -> dict[str, float]:
        # Wins believed from the start get random weights too, so that the interval of a bot that
        # has won all its games is as wide as it should be.
        wins = {pair: BELIEF * weigh() for pair in permutations(bots, 2)}
        for counts in deals.values():
            weight = weigh()  # the same for all games of a deal, since they share its luck
            for pair, count in counts.items():
                wins[pair] += weight * count
        found = rate(wins, bots, update)
        return {bot: found[bot] - found[anchor] + points for bot in bots}

    rng = random.Random(seed)
    best = rated(lambda: 1.0)
    others = [rated(lambda: rng.expovariate(1.0)) for _ in range(samples)]
    return {bot: (best[bot], middle_of([sample[bot] for sample in others])) for bot in bots}


Lineup = tuple[str, ...]


def lineups(bots: Sequence[str], players: int) -> list[Lineup]:
    """Return all line-ups for this number of players: all combinations of different bots.

    If there are fewer bots than players, some play several seats: then all line-ups in which every
    bot plays.
    """
    if len(bots) >= players:
        return list(combinations(bots, players))
    return [some for some in combinations_with_replacement(bots, players)
            if set(some) == set(bots)]


def seatings(lineup: Lineup, deal: int) -> list[Lineup]:
    """Return the seatings in which a line-up plays a deal: all different rotations of one order.

    So each bot has each place in the turn order once.  From deal to deal the order changes.
    """
    # The first bot stays first, so that no two orders are rotations of each other.  Then it also
    # changes from deal to deal who moves after whom.
    first, *others = lineup
    orders = math.factorial(len(others))
    order = (first, *next(islice(permutations(others), deal % orders, None)))
    return list(dict.fromkeys((*order[turn:], *order[:turn]) for turn in range(len(order))))


def seed_of(words: str, *, players: int, deal: int) -> bytes:
    """Return the seed of a deal, which is the same for all line-ups of this many players."""
    return hashlib.sha256(f"{words}:{players}:{deal}".encode()).digest()


Key = tuple[int, tuple[str, ...]]  # number of the deal, and the bots seat by seat


@dataclass(frozen=True, slots=True)
class Result:
    """A game's winning seats, and the milliseconds per turn of each seat."""

    winners: tuple[int, ...]
    millis: tuple[float, ...]


@dataclass(slots=True)
class Ladder:
    """The results of all games so far."""

    games: dict[Key, Result] = field(default_factory=dict)

    def missing(self, bots: Sequence[str], *, players: Sequence[int], deals: int) -> list[Key]:
        """Return the games of these bots that have not been played yet, in the order to play them.

        All line-ups play the same deals, so a deal is played by all before the next one begins.
        """
        wanted = [
            (deal, seating)
            for deal in range(deals) for count in players
            for lineup in lineups(bots, count) for seating in seatings(lineup, deal)
        ]
        return [key for key in wanted if key not in self.games]

    def add(self, key: Key, played: Played) -> None:
        self.games[key] = Result(played.winners, tuple(round(ms, 3) for ms in played.millis))

    def bots(self) -> list[str]:
        """Return all bots that have played, in the order of their names."""
        return sorted({bot for _, seats in self.games for bot in seats})

    def only(self, bots: Sequence[str], players: Sequence[int]) -> Self:
        """Return the games in which only these bots played, with this number of players."""
        return type(self)({
            key: result for key, result in self.games.items()
            if set(key[1]) <= set(bots) and len(key[1]) in players
        })

    def to_json(self) -> dict[str, Any]:
        return {"games": [[deal, seats, result.winners, result.millis]
                          for (deal, seats), result in sorted(self.games.items())]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls({(deal, tuple(seats)): Result(tuple(winners), tuple(millis))
                    for deal, seats, winners, millis in data["games"]})


def pairing(key: Key, setups: Mapping[int, Setup], *, seed: str) -> Pairing:
    """Return the game to play; ``setups`` are those for each number of players."""
    deal, bots = key
    return Pairing(setups[len(bots)], bots, seed_of(seed, players=len(bots), deal=deal))


def wins_by_deal(games: Mapping[Key, Result]) -> dict[Hashable, dict[Pair, float]]:
    """Return how often each bot won rather than another one at the same table, by deal."""
    deals: dict[Hashable, dict[Pair, float]] = {}
    for (deal, seats), result in games.items():
        counts = deals.setdefault((len(seats), deal), {})
        for seat in result.winners:
            for other in seats:
                if other != seats[seat]:  # a bot learns nothing from playing against itself
                    pair = (seats[seat], other)
                    counts[pair] = counts.get(pair, 0.0) + 1 / len(result.winners)
    return deals


@dataclass(frozen=True, slots=True)
class Rung:
    """One line of the table of ratings.

    ``wins`` are shares by number of players; a bot that has two seats plays twice.  ``millis`` is
    the median over these seats of the time per turn.
    """

    bot: str
    points: float
    interval: Interval
    games: int
    wins: Mapping[int, float]
    millis: float


def rungs(ladder: Ladder, *, anchor: str, points: float, update: Update, seed: str,
          samples: int = SAMPLES) -> list[Rung]:
    """Return the bots with their ratings, the best first."""
    rated = rate_deals(wins_by_deal(ladder.games), ladder.bots(), anchor=anchor, points=points,
                       update=update, seed=seed, samples=samples)
    found = [_rung(ladder, bot, *rated[bot]) for bot in ladder.bots()]
    return sorted(found, key=lambda rung: -rung.points)


def _rung(ladder: Ladder, bot: str, points: float, interval: Interval) -> Rung:
    games, millis = 0, []
    seated: dict[int, list[float]] = {}
    for (_, seats), result in ladder.games.items():
        own = [seat for seat, name in enumerate(seats) if name == bot]
        games += bool(own)
        for seat in own:
            share = 1 / len(result.winners) if seat in result.winners else 0.0
            seated.setdefault(len(seats), []).append(share)
            millis.append(result.millis[seat])
    wins = {count: sum(shares) / len(shares) for count, shares in sorted(seated.items())}
    return Rung(bot, points, interval, games, wins, median(millis))


def table(rows: Sequence[Rung], *, players: Sequence[int]) -> Iterator[str]:
    """Yield the ratings as lines of text, without the times, which do not repeat."""
    width = max(len("bot"), *(len(row.bot) for row in rows))
    heads = "".join(f"{f'wins of {count}':>12}" for count in players)
    yield f"{'bot':<{width}}  points  95 % interval   games{heads}"
    for row in rows:
        low, high = row.interval
        wins = "".join(
            f"{100 * row.wins[count]:>10.1f} %" if count in row.wins else f"{'-':>12}"
            for count in players
        )
        between = f"{low:.0f} to {high:.0f}" if high > low else "fixed"
        yield f"{row.bot:<{width}}  {row.points:>6.0f}  {between:>13}  {row.games:>6}{wins}"


def times(rows: Sequence[Rung]) -> str:
    """Return how long the bots take, in one line."""
    listed = ", ".join(f"{row.bot} {row.millis:.1f} ms" for row in rows)
    return f"Median time per turn on this machine: {listed}."


def strengths(ladder: Ladder, rows: Sequence[Rung], *, command: str) -> Strengths:
    """Return the measurement to publish; ``rows`` are the ratings of the ladder's bots."""
    return Strengths(command, {
        row.bot: Strength(
            round(row.points), round(row.interval[0]), round(row.interval[1]), row.games,
            {players: round(share, 4) for players, share in row.wins.items()},
            duels(ladder, row.bot),
        )
        for row in sorted(rows, key=lambda row: row.points)
    })


def duels(ladder: Ladder, bot: str) -> Mapping[str, Duels]:
    """Return the results of the games of two of this bot against each other one, by name."""
    games: dict[str, int] = {}
    wins: dict[str, float] = {}
    for (_, seats), result in sorted(ladder.games.items()):
        if len(seats) != 2 or bot not in seats or seats[0] == seats[1]:
            continue
        own = seats.index(bot)
        other = seats[1 - own]
        games[other] = games.get(other, 0) + 1
        if own in result.winners:
            wins[other] = wins.get(other, 0.0) + 1 / len(result.winners)
    return {other: Duels(wins.get(other, 0.0), count) for other, count in sorted(games.items())}


def deals_of(ladder: Ladder) -> int:
    """Return the number of deals that the ladder's line-ups have played."""
    return 1 + max(deal for deal, _ in ladder.games)
