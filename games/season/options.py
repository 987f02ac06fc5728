"""What a season is made from; the same options give the same season."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games.rulesets import registry

DAY = timedelta(days=1)
BEGIN = datetime(2026, 8, 31, tzinfo=UTC)  # both hemispheres change their clocks soon after


@dataclass(frozen=True, slots=True)
class Options:
    """The size and the kind of a season.

    ``games`` is how many games each person begins, on average, in the share ``opening`` of the
    season, on a board with this name ("" for the default one).  ``joining`` is after how many
    days somebody joins a table, on average.

    ``clocks`` are off in the season that ``--compare`` sets beside the usual one: the same tables
    get the pace "no clock".  ``vanishing`` is whether people disappear for good, ``sinking``
    whether a turn without a deadline sinks in the inbox, and ``prompt`` whether everybody is as
    quick as the quickest.

    ``rendered`` is how many emails of each kind are drawn and written in full; of the others, only
    whether they are still true is checked.  There is a sweep every ``sweep_minutes``, a divisor of
    5; unless ``every_sweep`` is wanted, those that cannot find anything are left out.
    """

    people: int = 200
    days: int = 182
    games: float = 2.0
    opening: float = 1.0
    joining: float = 1.5
    board: str = ""
    seed: str = "1"
    clocks: bool = True
    vanishing: bool = True
    sinking: bool = True
    prompt: bool = False
    rendered: int = 3
    sweep_minutes: int = 1
    every_sweep: bool = False

    @property
    def end(self) -> datetime:
        """The end of the season."""
        return BEGIN + self.days * DAY




def quick() -> Options:
    """A small season for tests and for a first look: few people, on the smallest board."""
    boards = registry.default().ruleset.boards()
    return Options(people=14, days=28, games=2, opening=0.4, joining=0.3, rendered=1,
                   board=min(boards, key=lambda name: len(boards[name])))
