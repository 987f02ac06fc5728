"""Fit: how well open tables suit a member, and why.

A table gets a mark from 0 to 2 for each aspect, so its place in the list tells no more about the
people there than three steps of each.  Their hours and time zones are nobody's business who does
not play with them: a member reads that there are many in common, or nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import mean

from django.db.models import Count, Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.base.features import features, kept_from_the_page
from games.models import Game, Reliability, Seat, User
from games.table.clocks import playing_hours
from games.table.clocks.reliability import Standing

CLOSE, FAR = 100, 300  # points between a member's rating and the mean of those at a table
USUAL = 1 / 3  # of a member's games, from which share on their pace is a usual one
MANY, SOME = 8, 4  # hours in common each day
MIDDLE = 1  # the mark for what nobody knows


@dataclass(frozen=True, slots=True)
class Aspect:
    """What a table is judged by: how much it counts, and the reason to give for the best mark."""

    weight: int
    reason: Promise


RATING = Aspect(3, _("close to your rating"))
PACE = Aspect(2, _("your usual pace"))
HOURS = Aspect(2, _("many hours in common"))
RELIABILITY = Aspect(1, _("all always in time"))


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a table for one member; None is what nobody knows.

    ``distance`` is in points, ``pace`` the share of the member's games with the table's pace,
    ``common`` the hours a day that they share with the person there with whom they share the
    fewest, and ``verdicts`` those on the reliability of everybody there.
    """

    distance: float | None
    pace: float | None
    common: float | None
    verdicts: Sequence[Reliability | None]


def marks(facts: Facts) -> dict[Aspect, int]:
    """Return the mark for each aspect: 2 for a table that suits the member well, 0 for badly."""
    return {
        RATING: MIDDLE if facts.distance is None else
        (facts.distance <= FAR) + (facts.distance <= CLOSE),
        PACE: MIDDLE if facts.pace is None else (facts.pace > 0) + (facts.pace >= USUAL),
        HOURS: MIDDLE if facts.common is None else
        (facts.common >= SOME) + (facts.common >= MANY),
        RELIABILITY: (Reliability.ANY not in facts.verdicts)
        + ({*facts.verdicts} == {Reliability.ALWAYS}),
    }


def score(given: Mapping[Aspect, int]) -> int:
    """Return the sum of the marks, each as often as its aspect counts."""
    return sum(aspect.weight * mark for aspect, mark in given.items())


def best_first(tables: Sequence[Game], reader: User, *, standings: Mapping[int, Standing],
               closed: Collection[int], now: datetime) -> tuple[list[Game], dict[int, list[str]]]:
    """Return the tables, those that suit a member best first, and the reasons by their ids.

    Tables that are ``closed`` to the member (ids) come last; equal ones keep their order.  Takes
    three queries, however many tables there are, and none without tables.
    """
    if not tables:
        return [], {}
    people = {table.pk: [seat.user_id for seat in table.seats.all() if seat.user_id]
              for table in tables}
    everybody = {reader.pk, *(person for some in people.values() for person in some)}
    strong = strengths(everybody, now=now)
    weeks = playing_hours.weeks_of(everybody, now=now)
    paces = _paces_of(reader)
    given = {table.pk: marks(Facts(
        _distance(reader.pk, people[table.pk], strong, (table.ruleset, len(table.seats.all()))),
        paces.get(table.pace, 0) / sum(paces.values()) if paces else None,
        _common(reader.pk, people[table.pk], weeks),
        [standings[person].verdict for person in people[table.pk]])) for table in tables}
    reasons = {pk: [str(aspect.reason) for aspect, mark in its.items() if mark == 2]
               for pk, its in given.items()}
    return sorted(tables, key=lambda table: (
        table.pk in closed, -score(given[table.pk]))), reasons


Pool = tuple[str, int]  # the game's name, and the number of players
Points = Mapping[Pool, float]


def strengths(people: Collection[int], *, now: datetime) -> Mapping[int, Points]:
    """Return how strong these people are, as far as that is known, in one query.

    Whoever hides how strong they are, and therefore plays unrated, is left out.
    """
    for feature in features():
        if feature.strengths:
            with kept_from_the_page(feature, "the lobby"):
                found: Mapping[int, Points] = feature.strengths(people, now=now)
                return found
    return {person: {} for person in people}


def _distance(reader: int, others: Collection[int], strong: Mapping[int, Points],
              pool: Pool) -> float | None:
    own = strong.get(reader, {}).get(pool)
    theirs = [points for person in others
              if (points := strong.get(person, {}).get(pool)) is not None]
    return abs(own - mean(theirs)) if own is not None and theirs else None


def _common(reader: int, others: Collection[int], weeks: Mapping[int, int]) -> float | None:
    if reader not in weeks:
        return None
    return min(((weeks[reader] & weeks[person]).bit_count() / 7 for person in others
                if person in weeks), default=None)


def _paces_of(reader: User) -> dict[str, int]:
    """Return in how many of the member's games with other people each pace has been played."""
    company = Seat.objects.filter(game=OuterRef("game"), user__isnull=False).exclude(user=reader)
    games = Seat.objects.filter(Exists(company), user=reader,
                                game__status__in=[Game.Status.RUNNING, Game.Status.OVER])
    return dict(games.order_by().values_list("game__pace").annotate(Count("pk")))
