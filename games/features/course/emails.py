"""Texts of the emails of a course: a lesson, and the end of the course."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.features.course import lessons_by_email, replies
from games.features.course.progress import Syllabus
from games.features.exercises import emails
from games.features.exercises.emails import Answered
from games.models import OutgoingEmail
from games.post.email_kinds import EmailKind
from games.post.emails.content import BOARD_WIDTH, EmailContent, Picture
from games.post.inbox import tokens
from games.post.outbox.delivery import Obsolete
from games.rulesets import addresses, opponents
from games.rulesets.protocols import Task
from games.rulesets.registry import Room


def lesson(email: OutgoingEmail) -> EmailContent:
    """Return the content of an email with a lesson, and the answer to the last attempt."""
    room, syllabus, about = _course(email)
    shown = syllabus.lesson(about.lesson)
    if shown is None:
        raise Obsolete("the course has this lesson no more")
    reply = emails.answered(email, room, _task_of)
    content = emails.with_task(email, room, shown.task, {
        **_answer(reply, room), "number": shown.number, "size": syllabus.size,
        "link": f"{settings.BASE_URL}{addresses.lesson_path(room, shown.task.slug)}",
        "on_page": _("The lesson on the page"),
        "rules": f"{settings.BASE_URL}{addresses.rules_path(room)}",
    }, subject=_("%(game)s, lesson %(number)s: %(title)s") % {
        "game": room.title, "number": shown.number, "title": shown.task.title})
    return replace(content, answers=emails.answering(reply))


def course_over(email: OutgoingEmail) -> EmailContent:
    """Return the content of the last email: no lesson is left, or the reader stopped the course."""
    room, _syllabus, _about = _course(email)
    reply = emails.answered(email, room, _task_of)
    friend = opponents.first_opponent(room)
    picture = room.introduction.poster()
    return EmailContent(None, {
        **_answer(reply, room), "room": room, "opponent": friend,
        "link": f"{settings.BASE_URL}{addresses.play_path(room, bot=friend.name)}",
        "course": f"{settings.BASE_URL}{addresses.course_path(room)}",
    }, pictures=(Picture("board", picture, BOARD_WIDTH, room.introduction.picture_says),),
        reply_to=tokens.email_reply_address(email), answers=emails.answering(reply),
        subject=_("Learn %(game)s") % {"game": room.title})


KINDS = (
    EmailKind(name=lessons_by_email.LESSON, description=gettext_lazy("a lesson of a course"),
              content=lesson, on_reply=replies.handle),
    EmailKind(name=lessons_by_email.COURSE_OVER, description=gettext_lazy("the end of a course"),
              content=course_over),
)


def _course(email: OutgoingEmail) -> tuple[Room, Syllabus, lessons_by_email.Subject]:
    """Return the course that the email is about, without anybody's progress.

    An email must say the same whenever it is rendered (R2), and progress changes.
    """
    about = lessons_by_email.subject_of(email)
    found = lessons_by_email.course_of(about, None) if about else None
    if about is None or found is None:
        raise Obsolete("this site has the course no more")
    return *found, about


def _task_of(email: OutgoingEmail) -> Task | None:
    """Return the task of the lesson that an email brought."""
    about = lessons_by_email.subject_of(email)
    found = lessons_by_email.course_of(about, None) if about else None
    lesson = found[1].lesson(about.lesson) if about and found else None
    return lesson.task if lesson else None


def _answer(reply: Answered | None, room: Room) -> dict[str, Any]:
    """Return the context about the reply, with the sentences that only lessons need."""
    context = emails.answer(reply, room)
    if reply is not None:
        context["skipped"] = _(
            "You have skipped the lesson “%(title)s”. You can come back to it on the page."
        ) % {"title": reply.task.title}
    return {
        **context,
        "stopped": _("You have stopped the course, so no more lessons will come by email."),
        "go_on": _("You can go on with the course on the page."),
    }
