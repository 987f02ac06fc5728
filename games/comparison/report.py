"""What a comparison of all games adds up to, for people and for programs."""

from __future__ import annotations

import heapq
from dataclasses import asdict, dataclass, field
from typing import Any

from games.comparison.comparing import Comparison

SLOWEST = 5


@dataclass(slots=True)
class Report:
    """Totals of the games that were compared; keeps those that differ and the slowest ones.

    ``left_out``  the number of games without a package here, by the names of their rules.
    ``versions``  of the rules that differ: here and there, by name.
    """

    versions: dict[str, tuple[int, int]]
    left_out: dict[str, int]
    games: int = 0
    rows: int = 0
    here: float = 0.0
    there: float = 0.0
    different: list[Comparison] = field(default_factory=list)
    slowest: list[Comparison] = field(default_factory=list)

    def add(self, comparison: Comparison) -> None:
        self.games += 1
        self.rows += comparison.rows
        self.here += comparison.here
        self.there += comparison.there
        if comparison.difference:
            self.different.append(comparison)
        self.slowest = heapq.nlargest(SLOWEST, [*self.slowest, comparison],
                                      key=lambda game: max(game.here, game.there))

    def lines(self) -> list[str]:
        """The summary and the timings."""
        lines = self._notes()
        lines.append(f"Games compared: {self.games}, with {self.rows} rows."
                     f" Games that differ: {len(self.different)}.")
        if self.slowest:
            lines.append(f"CPU time: {self.here:.2f} s with this code, {self.there:.2f} s with"
                         f" the other ({_ratio(self.here, self.there)}).")
            lines.append("The games that took longest, with this code and with the other:")
        return [*lines, *map(_timing, self.slowest)]

    def _notes(self) -> list[str]:
        left_out = [f"Games left out because no package in ALEXANDROS_GAMES knows {name}: {count}."
                    for name, count in self.left_out.items()]
        versions = [f"The rules of {name} have version {here} here and {there} there, so the events"
                    " of moves that are decided again are not compared."
                    for name, (here, there) in self.versions.items()]
        return left_out + versions

    def data(self) -> dict[str, Any]:
        """The whole report as JSON data."""
        return {
            "games": self.games, "rows": self.rows, "left_out": self.left_out,
            "rules": {name: {"here": here, "there": there}
                      for name, (here, there) in self.versions.items()},
            "seconds": {"here": round(self.here, 6), "there": round(self.there, 6)},
            "different": [{"game": game.code, **asdict(game.difference)}
                          for game in self.different if game.difference],
            "slowest": [{"game": game.code, "rows": game.rows, "here": round(game.here, 6),
                         "there": round(game.there, 6)} for game in self.slowest],
        }


def line(comparison: Comparison) -> str:
    """The line about a game that differs."""
    difference = comparison.difference
    assert difference is not None
    where = f"game {comparison.code}" + (f", row {difference.number}" if difference.number else "")
    if not comparison.rows:
        where = f"game {comparison.code}, when it is started"
    return f"{where}: {difference.sentence}"


def _timing(game: Comparison) -> str:
    return (f"  {game.code}  {game.rows:5} rows  {game.here:8.3f} s  {game.there:8.3f} s"
            f"  {_ratio(game.here, game.there)}")


def _ratio(here: float, there: float) -> str:
    return f"{there / here:.2f} times as long" if here and there else "no comparison"
