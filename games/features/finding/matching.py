"""Matching: who of all those who wait for a game plays with whom.

Pure: it knows no database and reads no clock, and the same wishes always give the same groups.

Whoever has waited longest is served first, with the best group that there is for them: one in which
nobody has met the others often, then the largest, then the one whose ratings are closest, for which
few hours in common count like a distance.  How far apart the ratings may be depends on how long the
first has waited; after a while, any will do.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

HOUR = timedelta(hours=1)
CLOSE = 100.0  # points between people who have just come
GROWTH = 20.0  # points for each hour that somebody has waited
ANY_RATING = timedelta(hours=20)  # after which nobody is too strong or too weak

COMMON = 6.0  # hours in common each day that are enough
MISSING_HOUR = 10.0  # points that one hour less counts
NEAREST = 12  # people among whom a group is chosen


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody who waits: any of these numbers of players and any of these paces will do.

    ``points`` are their rating for each of the numbers, and ``hours`` those of a week in which they
    play, as bits, 0 if nobody knows.
    """

    person: int
    since: datetime
    players: frozenset[int]
    paces: frozenset[str]
    rated: bool
    points: Mapping[int, float]
    hours: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """People who play together, whoever has waited longest first, and the paces that suit all."""

    people: tuple[int, ...]
    paces: frozenset[str]
    rated: bool


Pairs = Collection[frozenset[int]]


def tolerance(waited: timedelta) -> float:
    """Return how many points may lie between somebody who has waited so long and the others."""
    return math.inf if waited >= ANY_RATING else CLOSE + GROWTH * (waited / HOUR)


def match(wishes: Collection[Wish], *, apart: Pairs = (), often: Pairs = (),
          now: datetime) -> list[Group]:
    """Return the groups that can begin now; everybody else waits.

    Those in a pair ``apart`` never play together.  Those in a pair ``often`` have met often enough
    and do so only if there is nobody else.
    """
    waiting = sorted(wishes, key=lambda wish: (wish.since, wish.person))
    groups = []
    while waiting:
        first, *others = waiting
        group = _best(first, others, apart, often, now)
        if group:
            groups.append(Group(tuple(wish.person for wish in group), _paces(group), first.rated))
        waiting = [wish for wish in others if wish not in group]
    return groups


def _best(first: Wish, others: Sequence[Wish], apart: Pairs, often: Pairs,
          now: datetime) -> tuple[Wish, ...]:
    """Return the best group for the first person, () if there is none."""
    limit = tolerance(now - first.since)

    def rank(group: Sequence[Wish]) -> tuple[bool, int, float]:
        met = any(frozenset(pair) in often for pair in _pairs(group))
        return met, -len(group), _spread(group) + _missing_hours(group) * MISSING_HOUR

    groups = (group for players in sorted(first.players)
              for group in _groups(first, others, apart, players) if _spread(group) <= limit)
    return min(groups, key=rank, default=())


def _groups(first: Wish, others: Sequence[Wish], apart: Pairs,
            players: int) -> Iterator[tuple[Wish, ...]]:
    """Yield the groups of so many with the first person whose wishes agree."""
    able = [wish for wish in others
            if players in wish.players and _agree((first, wish), apart)]
    near = sorted(able, key=lambda wish: abs(wish.points[players] - first.points[players]))
    for company in combinations(near[:NEAREST], players - 1):
        group = (first, *sorted(company, key=lambda wish: (wish.since, wish.person)))
        if _agree(group, apart):
            yield group


def _agree(group: Sequence[Wish], apart: Pairs) -> bool:
    return (len({wish.rated for wish in group}) == 1 and bool(_paces(group))
            and not any(frozenset(pair) in apart for pair in _pairs(group)))


def _pairs(group: Sequence[Wish]) -> Iterator[tuple[int, int]]:
    return combinations((wish.person for wish in group), 2)


def _paces(group: Sequence[Wish]) -> frozenset[str]:
    return frozenset.intersection(*(wish.paces for wish in group))


def _spread(group: Sequence[Wish]) -> float:
    """Return the points between the strongest and the weakest."""
    points = [wish.points[len(group)] for wish in group]
    return max(points) - min(points)


def _missing_hours(group: Sequence[Wish]) -> float:
    """Return how many hours a day the pair with the fewest in common lacks."""
    common = [(one.hours & other.hours).bit_count() / 7 for one, other in combinations(group, 2)
              if one.hours and other.hours]
    return max(0.0, COMMON - min(common, default=COMMON))
