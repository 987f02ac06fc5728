"""The three puzzles of a day: an easy one, a medium one and a hard one, the same for everybody.

A day draws from the stock and from the newest puzzles of this site.  None comes again while there
are unused ones; after that, those that were used longest ago do, but none that people dislike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice, pairwise
from math import log10
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from games.features.puzzles.content import Content, stock_of
from games.features.puzzles.solving import POINTS
from games.models import Puzzle
from games.models.exercises import SKILL
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.play import event_log

PLACES = (1, 2, 3)
TENFOLD = 400 / POINTS  # of OpenSkill's units, for odds of 10 to 1
LEAST_MISSED = 0.02  # nobody knows that a puzzle is solved, or missed, more often than that
PUZZLE_DOUBT = 5.0  # the bots tell something of how hard a puzzle is
REST = timedelta(days=60)  # after which a puzzle may come again
NEWEST = 60  # puzzles of this site from which those of a day are drawn
TOGETHER = 12  # puzzles of the stock that the database is asked for at once

Some = TypeVar("Some")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A puzzle that may be chosen: one in the database or, with ``content``, one of the stock."""

    key: str
    skill: float
    content: Content | None = None


def today(room: Room, *, now: datetime) -> list[Puzzle]:
    """Return the puzzles of the latest day up to today that has any, the easiest first."""
    latest = list(_chosen(room).filter(day__lte=now.date())
                  .order_by("-day", "place")[:len(PLACES)])
    return [puzzle for puzzle in latest if puzzle.day == latest[0].day]


def of_day(room: Room, day: date) -> list[Puzzle]:
    """Return the puzzles of one day, the easiest first."""
    return list(_chosen(room).filter(day=day).order_by("place"))


def find(room: Room, key: str, *, now: datetime) -> Puzzle | None:
    """Return the puzzle with this key and its game, or None unless the puzzle's day has come."""
    return _chosen(room).filter(key=key, day__lte=now.date()).select_related("origin").first()


def others(room: Room, puzzle: Puzzle) -> list[Puzzle]:
    """Return the other puzzles of the same day, first those that follow."""
    of_its_day = of_day(room, puzzle.day) if puzzle.day else []
    return sorted((each for each in of_its_day if each.pk != puzzle.pk),
                  key=lambda each: (each.place or 0) < (puzzle.place or 0))


def before(room: Room, day: date, *, count: int) -> list[Puzzle]:
    """Return the puzzles of this many days before a day, the latest day first."""
    days = (_chosen(room).filter(day__lt=day).order_by("-day").values_list("day", flat=True)
            .distinct()[:count])
    return list(_chosen(room).filter(day__in=list(days)).order_by("-day", "place"))


def sweep(now: datetime) -> int:
    """Choose the puzzles of today for every game that has some; return how many were chosen."""
    return sum(len(choose(room, now.date())) for room in registry.rooms().values()
               if room.has_puzzles)


def choose(room: Room, day: date) -> list[Puzzle]:
    """Choose the puzzles of a day, unless they have been chosen; return the new ones."""
    if _chosen(room).filter(day=day).exists():
        return []
    candidates = sorted(_candidates(room, day), key=lambda each: (each.skill, each.key))
    chosen = _one_of_each_third(candidates, day=day)
    try:
        return _place(room, chosen, day=day)
    except IntegrityError:  # another sweep has just chosen them
        return []


@transaction.atomic
def _place(room: Room, chosen: Sequence[_Candidate], *, day: date) -> list[Puzzle]:
    puzzles = [_row(room, each) for each in chosen]
    for place, puzzle in zip(PLACES, puzzles, strict=False):
        puzzle.day, puzzle.place = day, place
        puzzle.save(update_fields=["day", "place"])
    return puzzles


def keep(room: Room, content: Content) -> Puzzle:
    """Get or create the row of a puzzle."""
    puzzle, _made = Puzzle.objects.get_or_create(key=content.key, defaults={
        "game": room.name, "setup_id": event_log.keep_setup(content.setup), "seat": content.seat,
        "view": content.view, "moves": "\n".join(content.moves), "best": content.best,
        "margin": content.margin, "skill": _skill(content), "doubt": PUZZLE_DOUBT,
    })
    return puzzle


def content_of(puzzle: Puzzle) -> Content:
    """Return the content of a stored puzzle."""
    return Content(event_log.stored_setup(puzzle.setup_id), puzzle.seat, puzzle.view,
                   tuple(puzzle.moves.splitlines()), puzzle.best, puzzle.margin, 0.0)


def _chosen(room: Room) -> QuerySet[Puzzle]:
    return Puzzle.objects.filter(game=room.name, day__isnull=False)


def _candidates(room: Room, day: date) -> list[_Candidate]:
    """Return puzzles that were never chosen and, if they are too few, the longest rested."""
    stored = Puzzle.objects.filter(game=room.name)
    fresh = [_Candidate(key, skill) for key, skill in
             stored.filter(day=None).order_by("-pk").values_list("key", "skill")[:NEWEST]]
    by_skill = sorted(stock_of(room).values(), key=lambda each: (each.missed, each.key))
    for third in _thirds(by_skill):
        fresh += islice(_unused(third, day=day), len(PLACES))
    if len(fresh) >= len(PLACES):
        return fresh
    rested = (stored.filter(day__lt=day - REST, likes__gte=F("dislikes")).order_by("day")
              .values_list("key", "skill")[:len(PLACES) * len(PLACES)])
    return fresh + [_Candidate(key, skill) for key, skill in rested]


def _unused(contents: Iterable[Content], *, day: date) -> Iterator[_Candidate]:
    """Yield the puzzles that are not stored yet, in the order that this day draws."""
    # The database is asked for a few at a time: all of them together might be most of its table.
    drawn = iter(sorted(contents, key=lambda each: _lot(each.key, day)))
    while some := list(islice(drawn, TOGETHER)):
        keys = [content.key for content in some]
        used = set(Puzzle.objects.filter(key__in=keys).order_by().values_list("key", flat=True))
        for content in some:
            if content.key not in used:
                yield _Candidate(content.key, _skill(content), content)


def _thirds(some: Sequence[Some]) -> list[Sequence[Some]]:
    """Cut the sequence into three parts of about the same size."""
    bounds = [len(some) * i // len(PLACES) for i in range(len(PLACES) + 1)]
    return [some[begin:end] for begin, end in pairwise(bounds)]


def _one_of_each_third(candidates: Sequence[_Candidate], *, day: date) -> list[_Candidate]:
    """Return an easy, a medium and a hard one of these candidates, which are in order of skill."""
    return [min(third, key=lambda each: _lot(each.key, day))
            for third in _thirds(candidates) if third]


def _lot(key: str, day: date) -> bytes:
    """Return the lot of a puzzle, which changes from day to day but not between processes."""
    return hashlib.sha256(f"{day.isoformat()} {key}".encode()).digest()


def _row(room: Room, chosen: _Candidate) -> Puzzle:
    if chosen.content is not None:
        return keep(room, chosen.content)
    return Puzzle.objects.select_for_update(no_key=True).get(key=chosen.key)


def _skill(content: Content) -> float:
    """Return the rating of a puzzle that nobody has tried: the more bots miss it, the higher.

    An average person would miss it as often as the bots do.
    """
    missed = min(max(content.missed, LEAST_MISSED), 1 - LEAST_MISSED)
    return SKILL + TENFOLD * log10(missed / (1 - missed))
