"""What the emails of a course say: a lesson, and its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.emails import task_emails
from games.emails.content import BOARD_WIDTH, EmailContent, Kinds, Picture
from games.emails.task_emails import Answered
from games.inbox import email_tokens
from games.learning import by_email
from games.learning.courses import Syllabus
from games.models import OutgoingEmail
from games.outbox.delivery import Obsolete
from games.rulesets import addresses, opponents
from games.rulesets.protocols import Task
from games.rulesets.registry import Room


def lesson(email: OutgoingEmail) -> EmailContent:
    """A lesson: the answer to the last attempt, the text, the task, the position."""
    room, syllabus, about = _course(email)
    shown = syllabus.lesson(about.lesson)
    if shown is None:
        raise Obsolete("the course has this lesson no more")
    reply = task_emails.answered(email, room, _task_of)
    content = task_emails.with_task(email, room, shown.task, {
        **_answer(reply, room), "number": shown.number, "size": syllabus.size,
        "link": f"{settings.BASE_URL}{addresses.lesson_path(room, shown.task.slug)}",
        "on_page": _("The lesson on the page"),
        "rules": f"{settings.BASE_URL}{addresses.rules_path(room)}",
    }, subject=_("%(game)s, lesson %(number)s: %(title)s") % {
        "game": room.title, "number": shown.number, "title": shown.task.title})
    return replace(content, answers=task_emails.answering(reply))


def course_over(email: OutgoingEmail) -> EmailContent:
    """No lesson is left, or the reader has stopped the course: what to do now."""
    room, _syllabus, _about = _course(email)
    reply, course = task_emails.answered(email, room, _task_of), room.course
    friend = opponents.opponent(room, course.opponent) if course else None
    picture = room.introduction.poster()
    return EmailContent(None, {
        **_answer(reply, room), "room": room, "opponent": friend,
        "link": f"{settings.BASE_URL}{addresses.play_path(room, bot=friend.name)}" if friend
        else f"{settings.BASE_URL}{addresses.home_path(room)}",
        "course": f"{settings.BASE_URL}{addresses.course_path(room)}",
    }, pictures=(Picture("board", picture, BOARD_WIDTH, room.introduction.picture_says),),
        reply_to=email_tokens.reply_address(email), answers=task_emails.answering(reply),
        subject=_("Learn %(game)s") % {"game": room.title})


KINDS: Kinds = {by_email.LESSON: lesson, by_email.COURSE_OVER: course_over}


def _course(email: OutgoingEmail) -> tuple[Room, Syllabus, by_email.Subject]:
    """The course that the email is about.

    Without anybody's progress, because an email must say the same whenever it is rendered (R2).
    """
    about = by_email.subject_of(email)
    found = by_email.course_of(about, None) if about else None
    if about is None or found is None:
        raise Obsolete("this site has the course no more")
    return *found, about


def _task_of(email: OutgoingEmail) -> Task | None:
    """The task of the lesson that an email brought."""
    about = by_email.subject_of(email)
    found = by_email.course_of(about, None) if about else None
    lesson = found[1].lesson(about.lesson) if about and found else None
    return lesson.task if lesson else None


def _answer(reply: Answered | None, room: Room) -> dict[str, Any]:
    """What the reply has done, with the sentences that only lessons need."""
    context = task_emails.answer(reply, room)
    if reply is not None:
        context["skipped"] = _(
            "You have skipped the lesson “%(title)s”. You can come back to it on the page."
        ) % {"title": reply.task.title}
    return {
        **context,
        "stopped": _("You have stopped the course, so no more lessons will come by email."),
        "go_on": _("You can go on with the course on the page."),
    }
