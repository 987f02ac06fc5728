"""Somebody's progress in a course: kept with their account or, before they have one, their session.

Whoever signs in takes the progress of their session along.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.dateparse import parse_datetime

from games.models import LessonProgress, User

SESSION_KEY = "lessons"  # {game: {lesson: [attempts, when it was solved or ""]}}
MAX_ATTEMPTS = 1000  # counted for each lesson

Session = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress in one lesson: the wrong attempts so far, and when it was solved (None: not yet)."""

    attempts: int = 0
    solved_at: datetime | None = None

    @property
    def is_solved(self) -> bool:
        return self.solved_at is not None


@dataclass(frozen=True, slots=True)
class Learner:
    """Somebody who takes a course: a user or, if there is none, a browser's session."""

    user: User | None
    session: Session

    def progress(self, game: str) -> Mapping[str, Progress]:
        """Their progress in each lesson of this game that they have tried."""
        if self.user is not None:
            return of_user(self.user, game)
        return {lesson: _unpacked(packed) for lesson, packed in _stored(self.session, game).items()}

    def record(self, game: str, lesson: str, *, solved: bool, now: datetime) -> None:
        """Counts an attempt.  Nothing is counted in a lesson that is solved already."""
        if self.user is not None:
            record(self.user, game, lesson, solved=solved, now=now)
            return
        known = self.progress(game).get(lesson, Progress())
        if not known.is_solved:
            _store(self.session, game, lesson, _after(known, solved=solved, now=now))


def of_user(user: User, game: str) -> Mapping[str, Progress]:
    """The user's progress in each lesson of this game that they have tried."""
    rows = LessonProgress.objects.filter(user=user, game=game)
    return {row.lesson: Progress(row.attempts, row.solved_at) for row in rows}


def record(user: User, game: str, lesson: str, *, solved: bool, now: datetime) -> None:
    """Counts an attempt of this user, unless they have solved the lesson already."""
    row, _created = LessonProgress.objects.get_or_create(user=user, game=game, lesson=lesson)
    unsolved = LessonProgress.objects.filter(pk=row.pk, solved_at=None)
    if solved:
        unsolved.update(solved_at=now)
    else:
        unsolved.filter(attempts__lt=MAX_ATTEMPTS).update(attempts=F("attempts") + 1)


def bring_along(session: Session, user: User, *, now: datetime) -> None:
    """Gives somebody who has just signed in the progress of their session."""
    for game, lessons in session.pop(SESSION_KEY, {}).items():
        for lesson, packed in lessons.items():
            _add(user, game, lesson, _unpacked(packed))


def merge(guest: User, user: User) -> None:
    """Gives an account the progress of the guest who signs in to it."""
    for row in LessonProgress.objects.filter(user=guest):
        _add(user, row.game, row.lesson, Progress(row.attempts, row.solved_at))
    LessonProgress.objects.filter(user=guest).delete()


def exported(user: User) -> list[dict[str, Any]]:
    """The user's progress in all courses as JSON values and times."""
    rows = LessonProgress.objects.filter(user=user).order_by("pk")
    return [{"game": row.game, "lesson": row.lesson, "wrong_attempts": row.attempts,
             "solved_at": row.solved_at} for row in rows]


@transaction.atomic
def _add(user: User, game: str, lesson: str, more: Progress) -> None:
    """Adds progress to the user's own: attempts together, solved since the first time."""
    row, _created = LessonProgress.objects.select_for_update().get_or_create(
        user=user, game=game, lesson=lesson)
    row.attempts = min(row.attempts + more.attempts, MAX_ATTEMPTS)
    row.solved_at = min(filter(None, (row.solved_at, more.solved_at)), default=None)
    row.save(update_fields=["attempts", "solved_at"])


def _after(known: Progress, *, solved: bool, now: datetime) -> Progress:
    if solved:
        return Progress(known.attempts, now)
    return Progress(min(known.attempts + 1, MAX_ATTEMPTS))


def _stored(session: Session, game: str) -> Mapping[str, Any]:
    stored: Mapping[str, Any] = session.get(SESSION_KEY, {}).get(game, {})
    return stored


def _store(session: Session, game: str, lesson: str, progress: Progress) -> None:
    lessons = session.get(SESSION_KEY, {})
    packed = [progress.attempts, progress.solved_at.isoformat() if progress.solved_at else ""]
    session[SESSION_KEY] = {**lessons, game: {**lessons.get(game, {}), lesson: packed}}


def _unpacked(packed: Any) -> Progress:
    attempts, solved_at = packed
    return Progress(attempts, parse_datetime(solved_at) if solved_at else None)
