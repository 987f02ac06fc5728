"""The emails of a course: queueing them, and the lesson that each of them brings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.features.course import progress
from games.features.course.progress import Lesson, Syllabus
from games.models import LessonEmail, OutgoingEmail, User
from games.post.outbox.queue import queue_email
from games.rulesets import registry
from games.rulesets.protocols import Course
from games.rulesets.registry import Room

LESSON = "lesson"  # the kind of an email with a lesson, also when it answers an attempt
COURSE_OVER = "course-over"  # the kind of an email after the last lesson, or at the reader's wish


@dataclass(frozen=True, slots=True)
class Subject:
    """The lesson that an email brings; ``lesson`` is "" after the last one."""

    game: str
    lesson: str

    def attach(self, email: OutgoingEmail) -> None:
        """Record that this email brings the subject."""
        LessonEmail.objects.create(email=email, game=self.game, lesson=self.lesson)


def ask(user: User, room: Room, course: Course, *, now: datetime) -> OutgoingEmail | None:
    """Queue the first lesson that the user has not solved; return None if no email will be sent."""
    syllabus = progress.syllabus(course, progress.of_user(user, room.name))
    return send(user, room, syllabus.next, now=now)


@transaction.atomic
def send(user: User, room: Room, lesson: Lesson | None, *, now: datetime) -> OutgoingEmail | None:
    """Queue an email with this lesson, or about the end of the course if there is none."""
    email = queue_email(LESSON if lesson else COURSE_OVER, to=user.email or "", user=user, now=now)
    if email is not None:
        subject(room, lesson).attach(email)
    return email


def subject(room: Room, lesson: Lesson | None) -> Subject:
    """Return the subject of an email with this lesson."""
    return Subject(room.name, lesson.task.slug if lesson else "")


def subject_of(email: OutgoingEmail) -> Subject | None:
    """Return the subject of an email, or None if the email does not belong to a course."""
    row = LessonEmail.objects.filter(email=email).first()
    return Subject(row.game, row.lesson) if row else None


def course_of(about: Subject, user: User | None) -> tuple[Room, Syllabus] | None:
    """Return the course with the user's progress, or None if this site no longer has the course."""
    room = registry.rooms().get(about.game)
    if room is None or room.course is None:
        return None
    known = progress.of_user(user, room.name) if user else {}
    return room, progress.syllabus(room.course, known)
