"""Progress in the course of a game: the lessons somebody has solved, and the next one.

Progress is kept with an account or, before somebody has one, in their session.  Signing in moves
the progress of the session to the account.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.dateparse import parse_datetime

from games.features.exercises.attempts import MAX_ATTEMPTS, Progress
from games.models import LessonProgress, User
from games.rulesets.protocols import Course, Task

SESSION_KEY = "lessons"  # {game: {lesson: [attempts, when it was solved or ""]}}

Session = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Learner:
    """Somebody who takes a course: a user or, if there is none, a browser's session."""

    user: User | None
    session: Session

    def progress(self, game: str) -> Mapping[str, Progress]:
        """Return the learner's progress in each lesson of this game that they have tried."""
        if self.user is not None:
            return of_user(self.user, game)
        stored = self.session.get(SESSION_KEY, {}).get(game, {})
        return {lesson: _unpacked(packed) for lesson, packed in stored.items()}

    def record(self, game: str, lesson: str, *, solved: bool, now: datetime) -> None:
        """Count an attempt, unless the lesson is solved already."""
        if self.user is not None:
            record(self.user, game, lesson, solved=solved, now=now)
            return
        known = self.progress(game).get(lesson, Progress())
        if known.is_solved:
            return
        wrong = known.attempts if solved else min(known.attempts + 1, MAX_ATTEMPTS)
        _store(self.session, game, lesson, Progress(wrong, now if solved else None))


def of_user(user: User, game: str) -> Mapping[str, Progress]:
    """Return the user's progress in each lesson of this game that they have tried."""
    rows = LessonProgress.objects.filter(user=user, game=game)
    return {row.lesson: Progress(row.attempts, row.solved_at) for row in rows}


def record(user: User, game: str, lesson: str, *, solved: bool, now: datetime) -> None:
    """Count an attempt of this user, unless they have solved the lesson already."""
    row, _created = LessonProgress.objects.get_or_create(user=user, game=game, lesson=lesson)
    unsolved = LessonProgress.objects.filter(pk=row.pk, solved_at=None)
    if solved:
        unsolved.update(solved_at=now)
    else:
        unsolved.filter(attempts__lt=MAX_ATTEMPTS).update(attempts=F("attempts") + 1)


def bring_along(session: Session, user: User) -> None:
    """Give somebody who has just signed in the progress of their session."""
    for game, lessons in session.pop(SESSION_KEY, {}).items():
        for lesson, packed in lessons.items():
            _add(user, game, lesson, _unpacked(packed))


def merge(guest: User, user: User) -> None:
    """Give an account the progress of the guest who signs in to it."""
    for row in LessonProgress.objects.filter(user=guest):
        _add(user, row.game, row.lesson, Progress(row.attempts, row.solved_at))
    LessonProgress.objects.filter(user=guest).delete()


def exported(user: User) -> list[dict[str, Any]]:
    """Return the user's progress in all courses, as JSON values and times."""
    rows = LessonProgress.objects.filter(user=user).order_by("pk")
    return [{"game": row.game, "lesson": row.lesson, "wrong_attempts": row.attempts,
             "solved_at": row.solved_at} for row in rows]


@transaction.atomic
def _add(user: User, game: str, lesson: str, more: Progress) -> None:
    """Add progress to the user's own: the sum of the attempts, and the earlier solution."""
    row, _created = LessonProgress.objects.select_for_update().get_or_create(
        user=user, game=game, lesson=lesson)
    row.attempts = min(row.attempts + more.attempts, MAX_ATTEMPTS)
    row.solved_at = min(filter(None, (row.solved_at, more.solved_at)), default=None)
    row.save(update_fields=["attempts", "solved_at"])


def _store(session: Session, game: str, lesson: str, progress: Progress) -> None:
    lessons = session.get(SESSION_KEY, {})
    packed = [progress.attempts, progress.solved_at.isoformat() if progress.solved_at else ""]
    session[SESSION_KEY] = {**lessons, game: {**lessons.get(game, {}), lesson: packed}}


def _unpacked(packed: Any) -> Progress:
    attempts, solved_at = packed
    return Progress(attempts, parse_datetime(solved_at))


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: its task, its number from 1, and somebody's progress in it."""

    task: Task
    number: int
    progress: Progress

    @property
    def is_solved(self) -> bool:
        return self.progress.is_solved


@dataclass(frozen=True, slots=True)
class Syllabus:
    """All lessons of a course in their order, with somebody's progress."""

    lessons: Sequence[Lesson]

    @property
    def size(self) -> int:
        """The number of lessons."""
        return len(self.lessons)

    @property
    def solved(self) -> int:
        """The number of lessons that are solved."""
        return sum(lesson.is_solved for lesson in self.lessons)

    @property
    def is_finished(self) -> bool:
        return self.solved == self.size

    @property
    def next(self) -> Lesson | None:
        """The first lesson that is not solved; None if all are."""
        return next((lesson for lesson in self.lessons if not lesson.is_solved), None)

    def lesson(self, slug: str) -> Lesson | None:
        """Return the lesson with this slug, or None."""
        return next((lesson for lesson in self.lessons if lesson.task.slug == slug), None)

    def after(self, lesson: Lesson) -> Lesson | None:
        """Return the next unsolved lesson, first of those after this one; None if none is left."""
        others = [*self.lessons[lesson.number:], *self.lessons[:lesson.number - 1]]
        return next((other for other in others if not other.is_solved), None)


def syllabus(course: Course, progress: Mapping[str, Progress]) -> Syllabus:
    """Return the lessons of a course with this progress, which is given by the lessons' slugs."""
    return Syllabus([Lesson(task, number, progress.get(task.slug, Progress()))
                     for number, task in enumerate(course.lessons, 1)])
