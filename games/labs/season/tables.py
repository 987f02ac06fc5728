"""The tables of a season: planned before it begins, opened and joined by the services.

A plan says who opens which table when, and who joins it from when on.  It does not depend on what
happens in games, so a season with clocks and one without have the same tables.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from games.labs.season.options import BEGIN, DAY, Options
from games.labs.season.people import Person, generator
from games.models import Pace

SIZES = {2: 25, 3: 20, 4: 55}
PACES = {Pace.RELAXED: 45, Pace.DAY: 22, Pace.WEEKDAYS: 15, Pace.NONE: 10, Pace.LIVE: 8}
INCOMPLETE, WITH_BOTS, PAUSED = 0.04, 0.04, 0.08  # shares of the tables
PATIENCE = timedelta(days=3)  # after which a creator lets bots fill the table
EVENING = range(18, 21)  # hours, when live games begin


@dataclass(frozen=True, slots=True)
class Joining:
    """Somebody who joins, at their first look at the website from this moment on."""

    person: int
    moment: datetime


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table: its creator opens it at ``moment``, and the others join.

    ``pause_from`` is when its people want to pause the game, if they do, and ``pause_until`` when
    they want to go on.  ``bots`` is whether the creator fills it with bots if it is not full after
    a while.
    """

    number: int
    creator: int
    moment: datetime
    size: int
    pace: str
    joining: tuple[Joining, ...]
    bots: bool
    pause_from: datetime | None
    pause_until: datetime | None


def plans(options: Options, people: Sequence[Person]) -> list[TablePlan]:
    """All tables of the season, in the order in which they are opened."""
    usual = sum(size * weight for size, weight in SIZES.items()) / sum(SIZES.values())
    count = max(2, round(len(people) * options.games / usual))
    chance = generator(options.seed, "tables")
    days = options.opening * (options.days - 2)
    moments = sorted(BEGIN + chance.random() * days * DAY for _ in range(count))
    found = [_plan(options, people, number, moment.replace(microsecond=0))
             for number, moment in enumerate(moments)]
    return [plan for plan in found if plan is not None]


def _plan(options: Options, people: Sequence[Person], number: int, moment: datetime
          ) -> TablePlan | None:
    chance = generator(options.seed, "table", number)
    size = chance.choices(list(SIZES), list(SIZES.values()))[0]
    pace = chance.choices(list(PACES), list(PACES.values()))[0]
    incomplete, bots = chance.random() < INCOMPLETE, chance.random() < WITH_BOTS
    wants_pause = chance.random() < PAUSED
    begin, length = chance.uniform(3, 15), chance.uniform(2, 9)
    present = [each for each in people if each.absence(moment) is None]
    if pace == Pace.LIVE:
        moment, present = _evening(chance, moment, present)
    chance.shuffle(present)
    company = present[:max(2, size - 1) if incomplete or bots else size]
    if len(company) < 2 or (pace == Pace.LIVE and len(company) < size):
        return None
    creator, *others = company
    joining = tuple(Joining(each.number, moment + _delay(chance, pace, options.joining))
                    for each in others)
    return TablePlan(
        number, creator.number, moment.replace(second=17), size, str(pace),
        joining, bots and len(company) < size,
        moment + begin * DAY if wants_pause and pace != Pace.LIVE else None,
        moment + (begin + length) * DAY if wants_pause else None)


def _delay(chance: random.Random, pace: str, days: float) -> timedelta:
    """How long after the table was opened somebody wants to join."""
    if pace == Pace.LIVE:
        return timedelta(seconds=chance.randint(60, 600))
    return min(chance.expovariate(1.0), 4.0) * days * DAY


def _evening(chance: random.Random, moment: datetime, present: list[Person]
             ) -> tuple[datetime, list[Person]]:
    """The evening of somebody who is present, and the people for whom it is evening then."""
    if not present:
        return moment, []
    place = ZoneInfo(chance.choice(present).zone)
    local = moment.astimezone(place).replace(hour=EVENING[0], minute=30, second=0, microsecond=0)
    evening = local.astimezone(UTC)
    return evening, [each for each in present
                     if evening.astimezone(ZoneInfo(each.zone)).hour in EVENING]
