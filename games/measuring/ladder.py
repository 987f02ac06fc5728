"""A ladder of bots: the games to play, their results, and the table of ratings."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Self

from engine.ruleset import Setup
from games.measuring.intervals import Interval
from games.measuring.lineups import lineups, seatings, seed_of
from games.measuring.playing import Pairing, Played
from games.measuring.ratings import SAMPLES, Pair, Update, rate_deals

Key = tuple[int, tuple[str, ...]]  # number of the deal, and the bots seat by seat


@dataclass(frozen=True, slots=True)
class Result:
    """What the ladder keeps of a game: winning seats, and milliseconds per turn of each seat."""

    winners: tuple[int, ...]
    millis: tuple[float, ...]


@dataclass(slots=True)
class Ladder:
    """The results of all games so far."""

    games: dict[Key, Result] = field(default_factory=dict)

    def missing(self, bots: Sequence[str], *, players: Sequence[int], deals: int) -> list[Key]:
        """The games of these bots that have not been played yet, in the order to play them.

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
        """All bots that have played, in the order of their names."""
        return sorted({bot for _, seats in self.games for bot in seats})

    def only(self, bots: Sequence[str], players: Sequence[int]) -> Self:
        """The games in which only these bots played, and only so many at a table."""
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
    """The game to play; ``setups`` are those for each number of players."""
    deal, bots = key
    return Pairing(setups[len(bots)], bots, seed_of(seed, players=len(bots), deal=deal))


def wins_by_deal(games: Mapping[Key, Result]) -> dict[Hashable, dict[Pair, float]]:
    """How often each bot won rather than another one at its table, deal by deal."""
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
    """One line of the table.

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
    """The bots with their ratings, the best first."""
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
    """The ratings as lines of text, without the times, which do not repeat."""
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
    """How long the bots take, in one line."""
    listed = ", ".join(f"{row.bot} {row.millis:.1f} ms" for row in rows)
    return f"Median time per turn on this machine: {listed}."
