"""Compares how long games take with clocks and without, with the same people and tables.

A game counts if it was played by four people and is not live.  All tables are opened in the first
third of the season, so that there is time to finish them.  A game that has not ended by the end
of the season is longer than all that have.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from games.models import Pace
from games.season.options import Options
from games.season.report import Length, Result

EARLY = 1 / 3  # of the season, in which all tables are opened
BEGUN = 0.4  # of the season: until then a game that counts has begun
Variant = Callable[[Options], Options]
VARIANTS: Sequence[tuple[str, Variant]] = (
    ("as assumed", lambda options: options),
    ("nobody disappears for good", lambda options: replace(options, vanishing=False)),
    ("nobody disappears for good, and everybody is as quick as the quickest",
     lambda options: replace(options, vanishing=False, prompt=True)),
    ("nobody disappears for good, and no turn sinks in an inbox",
     lambda options: replace(options, vanishing=False, sinking=False)),
)


@dataclass(frozen=True, slots=True)
class Medians:
    """The median lengths in days, of the same tables; infinite if most games did not end."""

    games: int
    with_clock: float
    without: float
    at_least: float  # without a clock, if games ended at the end of the season

    @property
    def ratio(self) -> float:
        """How long games take with a clock as a share of how long they take without one.

        An upper bound: as if games without a clock that go on had ended with the season.
        """
        return self.with_clock / max(self.at_least, 1e-9)


def medians(with_clock: Result, without: Result, options: Options) -> Medians | None:
    """The medians of the tables that count in both seasons; None if there is none."""
    clocked = {each.table: each for each in with_clock.lengths
               if each.pace != Pace.NONE and each.begun_on_day <= BEGUN * options.days}
    free = {each.table: each for each in without.lengths}
    both = sorted(clocked.keys() & free.keys())
    if not both:
        return None
    return Medians(len(both), statistics.median(_days(clocked[name]) for name in both),
                   statistics.median(_days(free[name]) for name in both),
                   statistics.median(free[name].days for name in both))


def _days(length: Length) -> float:
    return length.days if length.over else math.inf


def seasons(options: Options) -> list[tuple[str, Options, Options]]:
    """What to compare: a title, and the options of a season with clocks and of one without."""
    early = replace(options, opening=EARLY)
    return [(title, variant(early), replace(variant(early), clocks=False))
            for title, variant in VARIANTS]


def lines(options: Options, run: Callable[[Options], Result]) -> Iterator[str]:
    """Runs all variants, and says what came out; ``run`` runs one season."""
    for title, clocked, free in seasons(options):
        yield f"Games of four, {title}:"
        yield from _sentences(medians(run(clocked), run(free), options))


def _sentences(found: Medians | None) -> list[str]:
    if found is None:
        return ["  there was none"]
    bound = "at most " if found.at_least < found.without else ""
    return [(f"  {found.games} games; median {_text(found.with_clock)} with a clock,"
            f" {_text(found.without)} without"),
            f"  ratio: {bound}{100 * found.ratio:.0f} %"]


def _text(days: float) -> str:
    return f"{days:.1f} days" if math.isfinite(days) else "longer than the season"
