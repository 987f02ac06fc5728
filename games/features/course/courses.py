"""The course of a game with somebody's progress in it: what is solved, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.features.exercises.progress import Progress
from games.rulesets.protocols import Course, Task

NOT_TRIED = Progress()


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
        """The lesson with this slug; None if there is none."""
        return next((lesson for lesson in self.lessons if lesson.task.slug == slug), None)

    def after(self, lesson: Lesson) -> Lesson | None:
        """The lesson to go on with: the next unsolved one, first of those that follow.

        None if no other lesson is left.
        """
        others = [*self.lessons[lesson.number:], *self.lessons[:lesson.number - 1]]
        return next((other for other in others if not other.is_solved), None)


def syllabus(course: Course, progress: Mapping[str, Progress]) -> Syllabus:
    """The lessons of a course with this progress in them, by slug."""
    return Syllabus([Lesson(task, number, progress.get(task.slug, NOT_TRIED))
                     for number, task in enumerate(course.lessons, 1)])
