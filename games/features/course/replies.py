"""Replies to lessons: the lesson, its reader's progress, and the lesson that comes next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.base.refusals import Closed
from games.features.course import lessons_by_email, progress
from games.features.course.progress import Lesson, Syllabus
from games.features.exercises import replies
from games.features.exercises.attempts import Attempt, Progress
from games.models import User
from games.post.inbox.addressees import EmailReply
from games.post.inbox.answers import Answer, Result
from games.rulesets.protocols import Task
from games.rulesets.registry import Room


def handle(reply: EmailReply, *, now: datetime) -> Result:
    """Do what the reply asks, and return the result.

    Refuses (Foreign, Closed) a reply that can get no answer about the lesson.
    """
    replies.check_sender(reply)
    return replies.handle(reply, _exercise(reply), now=now)


@dataclass(frozen=True, slots=True)
class _Exercise:
    """An exercise, as ``exercises.replies.Exercise`` describes it."""

    room: Room
    syllabus: Syllabus
    lesson: Lesson
    user: User

    @property
    def task(self) -> Task:
        return self.lesson.task

    def count(self, attempt: Attempt, *, now: datetime) -> dict[str, Any]:
        """Count an attempt; orders for only some turns of several are only answered."""
        slug = self.task.slug
        if self.task.is_attempt(attempt.draft) or attempt.draft.refusal:
            progress.record(self.user, self.room.name, slug, solved=attempt.verdict.solved, now=now)
        known = progress.of_user(self.user, self.room.name).get(slug, Progress())
        return {"attempts": known.attempts}

    def again(self) -> Answer:
        return _answer(self.room, self.lesson)

    def following(self) -> Answer:
        return _answer(self.room, self.syllabus.after(self.lesson))

    def stop(self) -> Answer:
        return _answer(self.room, None)


def _exercise(reply: EmailReply) -> _Exercise:
    about = lessons_by_email.subject_of(reply.email)
    found = lessons_by_email.course_of(about, reply.user) if about else None
    lesson = found[1].lesson(about.lesson) if about and found else None
    if reply.user is None or found is None or lesson is None:
        raise Closed("no-lesson", _(
            "You have replied to an email of a course that takes no more replies. You can go on"
            " with the course on the website."))
    return _Exercise(*found, lesson, reply.user)


def _answer(room: Room, lesson: Lesson | None) -> Answer:
    """Return an answer with this lesson, or with the end of the course."""
    kind = lessons_by_email.LESSON if lesson else lessons_by_email.COURSE_OVER
    return Answer(kind, 0, about=lessons_by_email.subject(room, lesson))
