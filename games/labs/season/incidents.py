"""What goes wrong in a season: outages of the service and of its email, addresses that bounce.

Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.labs.season.options import BEGIN, DAY, Options
from games.labs.season.people import HALF_A_YEAR, Person, generator

BOUNCING = 0.06  # share of people whose address bounces once in half a year
MINUTE = timedelta(minutes=1)
# How many there are in half a year, at least one of each, and the most minutes that one lasts.
FOR_ALL = {"service": (4, 600), "email": (3, 1200), "stop": (1, 480)}


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that lasts: "service", "email", "stop" (by an operator) or "bounce".

    ``person`` is whose address bounces, ``later`` whether the bounce arrives as an email some
    minutes later rather than at once.
    """

    kind: str
    begin: datetime
    end: datetime
    person: int = -1
    later: bool = False

    def covers(self, moment: datetime) -> bool:
        """Whether it lasts at this moment."""
        return self.begin <= moment < self.end


def troubles(options: Options, people: Sequence[Person]) -> list[Trouble]:
    """Everything that goes wrong, in its order; only one thing at a time for the whole site."""
    chance = generator(options.seed, "incidents")
    share = options.days / HALF_A_YEAR
    kinds = [kind for kind, (count, _) in FOR_ALL.items()
             for _ in range(max(1, round(count * share)))]
    chance.shuffle(kinds)
    room, found = options.days / len(kinds), []
    for place, kind in enumerate(kinds):
        begin = BEGIN + (place + chance.uniform(0.05, 0.4)) * room * DAY
        begin = begin.replace(second=30, microsecond=0)
        found.append(Trouble(kind, begin, begin + chance.randint(20, FOR_ALL[kind][1]) * MINUTE))
    return sorted([*found, *_bounces(options, people)], key=lambda each: each.begin)


def _bounces(options: Options, people: Sequence[Person]) -> list[Trouble]:
    found = []
    for person in people:
        chance = generator(options.seed, "bounce", person.number)
        share = options.days / HALF_A_YEAR
        bounces, day = chance.random() < BOUNCING * share, chance.random() * options.days * 0.9
        begin = (BEGIN + day * DAY).replace(second=31, microsecond=0)
        if bounces:
            end = begin + chance.randint(1, 9) * DAY
            found.append(Trouble("bounce", begin, end, person.number, chance.random() < 0.5))
    return found
