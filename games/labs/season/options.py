"""What a season is made from, and the agenda and the chance that follow from it.

The same options give the same season: deals, codes and tokens follow from its seed.
"""

from __future__ import annotations

import heapq
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

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


Event = Callable[[datetime], bool]  # does something; returns whether it changed anything


class Agenda:
    """Events by their moments; those of one moment in the order in which they were added."""

    def __init__(self, end: datetime) -> None:
        self._end = end
        self._events: list[tuple[datetime, int, Event]] = []
        self._added = 0

    def add(self, moment: datetime, event: Event) -> None:
        """Adds an event, unless it is after the end of the season."""
        if moment < self._end:
            self._added += 1
            heapq.heappush(self._events, (moment, self._added, event))

    def next_moment(self) -> datetime:
        """When the next event is; the end of the season if there is none."""
        return self._events[0][0] if self._events else self._end

    def take(self) -> tuple[datetime, Event]:
        """Removes the next event."""
        moment, _, event = heapq.heappop(self._events)
        return moment, event


DEFAULT_BYTES = 32  # the standard library's default


class Chance:
    """The source of all secrets of a season."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def restart(self, word: str) -> None:
        """From now on secrets follow from the seed and this word alone."""
        self._random = random.Random(f"{self._seed}/secrets/{word}")

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Within the block, the functions of ``secrets`` are repeatable."""
        repeatable: dict[str, Callable[..., Any]] = {
            "token_bytes": self._bytes,
            "token_hex": lambda nbytes=None: self._bytes(nbytes).hex(),
            "choice": lambda letters: self._random.choice(letters),
            "randbelow": lambda end: self._random.randrange(end),
        }
        usual = {name: getattr(secrets, name) for name in repeatable}
        try:
            vars(secrets).update(repeatable)
            yield
        finally:
            vars(secrets).update(usual)

    def _bytes(self, nbytes: int | None = None) -> bytes:
        return self._random.randbytes(DEFAULT_BYTES if nbytes is None else nbytes)


