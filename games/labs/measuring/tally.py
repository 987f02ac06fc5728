"""Counts over many games, which describe a board and its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from games.base.samples import median, wilson
from games.labs.measuring.experiments import Played
from games.labs.measuring.ratings import largest_by_chance

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(slots=True)
class Tally:
    """Counts of a measurement.

    ``wins`` are by place in the turn order, not by seat, and ``bots`` by the bots' names; several
    winners share a win.  ``winner`` counts the winner's points, ``margins`` the points by which the
    winner is ahead of the next player, ``landmarks`` the games that reached each.
    """

    games: int = 0
    wins: list[float] = field(default_factory=list)
    bots: dict[str, float] = field(default_factory=dict)
    turns: Counter[int] = field(default_factory=Counter)
    winner: Counter[int] = field(default_factory=Counter)
    margins: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    landmarks: Counter[str] = field(default_factory=Counter)

    def add(self, played: Played) -> None:
        self.games += 1
        self.wins = self.wins or [0.0] * len(played.order)
        for bot in played.bots:
            self.bots.setdefault(bot, 0.0)
        for seat in played.winners:
            self.wins[played.order.index(seat)] += 1 / len(played.winners)
            self.bots[played.bots[seat]] += 1 / len(played.winners)
        self.turns[played.turns] += 1
        winner = played.winners[0]
        others = [points for seat, points in enumerate(played.scores) if seat != winner]
        self.winner[played.scores[winner]] += 1
        self.margins[played.scores[winner] - max(others)] += 1
        self.endings[played.reason] += 1
        self.landmarks.update(played.reached)

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games, "wins": self.wins, "bots": self.bots,
            "turns": sorted(self.turns.items()),
            "winner": sorted(self.winner.items()), "margins": sorted(self.margins.items()),
            "endings": sorted(self.endings.items()), "landmarks": sorted(self.landmarks.items()),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            data["games"], data["wins"], data["bots"], Counter(dict(data["turns"])),
            Counter(dict(data["winner"])), Counter(dict(data["margins"])),
            Counter(dict(data["endings"])), Counter(dict(data["landmarks"])),
        )


def report(tally: Tally, *, landmarks: Sequence[str], title: str) -> Iterator[str]:
    """Yield the lines of the report; ``landmarks`` are all that could have been reached."""
    yield f"games   {tally.games}"
    yield f"turns   {_spread(tally.turns)}"
    yield f"winner  {_spread(tally.winner)} points"
    yield f"ahead   {_spread(tally.margins)} points"
    yield "wins by place in the turn order:"
    yield from _rows([(PLACES[place], count) for place, count in enumerate(tally.wins)],
                     tally.games)
    yield _imbalance(tally)
    if len(tally.bots) > 1:
        yield "wins by bot:"
        yield from _rows(list(tally.bots.items()), tally.games)
    yield "games ended by:"
    yield from _rows(tally.endings.most_common(), tally.games)
    if landmarks:
        yield f"{title}:"
        yield from _rows([(name, tally.landmarks[name]) for name in landmarks], tally.games)


def _rows(counts: Sequence[tuple[str, float]], games: int) -> Iterator[str]:
    width = max(len(name) for name, _ in counts)
    for name, count in counts:
        low, high = wilson(count, games)
        yield (f"  {name:<{width}}  {100 * count / games:5.1f} %"
               f"   {100 * low:5.1f} to {100 * high:5.1f} %")


def _imbalance(tally: Tally) -> str:
    """Return how far the place with the most or fewest wins is from an equal share."""
    equal = 1 / len(tally.wins)
    away = [wins / tally.games - equal for wins in tally.wins]
    place = max(range(len(away)), key=lambda place: abs(away[place]))
    chance = largest_by_chance(len(away), tally.games)
    return (f"  largest difference from an equal share: {100 * away[place]:+.1f} percentage points"
            f" ({PLACES[place]}); chance alone stays within {100 * chance:.1f} in 95 %"
            " of such measurements")


def _spread(counts: Counter[int]) -> str:
    values = sorted(counts)
    mean = sum(value * count for value, count in counts.items()) / counts.total()
    return f"{values[0]} to {values[-1]}, median {median(counts):g}, mean {mean:.1f}"
