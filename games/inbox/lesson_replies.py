"""What a reply to a lesson does: it is judged, and answered with the same lesson or the next.

Nothing is played, and nobody else sees it.  Instead of orders it may ask for a hint, skip the
lesson or stop the course.  The answer's text belongs to ``emails.lesson_emails``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import Refusal, Unreadable
from engine.wording import words
from games.inbox.parsing import requests
from games.inbox.parsing.requests import Request, read_request
from games.inbox.recognition import EmailReply
from games.inbox.replies import Answer, Result
from games.inbox.table_talk import OTHER_SENDER
from games.learning import by_email, progress, tasks
from games.learning.courses import Lesson, Syllabus
from games.models import IncomingEmail
from games.refusals import Closed, Foreign
from games.rulesets.room import Room

ATTEMPT, HINT, SKIP, STOP = "attempt", "hint", "skip", "stop"  # commands of incoming emails
COMMANDS = {"hint": HINT, "help": HINT, "skip": SKIP, "next": SKIP, "stop": STOP}
_FILLERS = frozenset(("please", "a", "the", "this", "lesson", "one", "me", "course"))

Status = IncomingEmail.Status


def handle(reply: EmailReply, *, now: datetime) -> Result:
    """Does what the reply asks.

    Refuses (Foreign, Closed) a reply that can get no answer about the lesson.
    """
    if not reply.is_from_owner:
        raise Foreign(OTHER_SENDER, _(
            "A reply to a lesson came from %(sender)s, which is not the address of your account,"
            " so it was not read. If you wrote it, please write from %(address)s."
        ) % {"sender": reply.reading.sender, "address": reply.address})
    room, syllabus, lesson = _lesson(reply)
    try:
        request = _request(reply, room)
        return _act(reply, request, room=room, syllabus=syllabus, lesson=lesson, now=now)
    except Refusal as refusal:
        finding = {"code": refusal.code, "sentence": refusal.sentence}
        return Result(Status.REFUSED, refusal.code, _again(room, lesson), finding=finding)


def _lesson(reply: EmailReply) -> tuple[Room, Syllabus, Lesson]:
    about = by_email.subject_of(reply.email)
    found = by_email.course_of(about, reply.user) if about else None
    lesson = found[1].lesson(about.lesson) if about and found else None
    if reply.user is None or found is None or lesson is None:
        raise Closed("no-lesson", _(
            "You have replied to an email of a course that takes no more replies. You can go on"
            " with the course on the website."))
    return *found, lesson


def _request(reply: EmailReply, room: Room) -> Request:
    """What the reply asks for; refuses one that cannot be read or that contains nothing."""
    reading = reply.reading
    if reading.refused:
        raise Unreadable(reading.refused, reading.sentence)
    names = (reply.user.name if reply.user else "", reading.name, reading.sender.partition("@")[0])
    request = read_request(reading.text, verbs=room.ruleset.verbs, names=names)
    if request.command == requests.NOTHING:
        raise Unreadable("nothing", _(
            'There are no orders in this email. Please write one order per line above the quoted'
            ' text, or write "%(hint)s".') % {"hint": HINT})
    if request.command not in (requests.ORDERS, requests.PREVIEW):
        return Request(HINT)  # help, or something that a lesson cannot do
    return Request(_command(request) or ATTEMPT, request.orders)


def _command(request: Request) -> str:
    """The command that the email consists of, "" if it contains orders."""
    if len(request.orders) != 1:
        return ""
    said = [word for word in words(request.texts[0]) if word not in _FILLERS]
    return COMMANDS.get(said[0], "") if len(said) == 1 else ""


def _act(reply: EmailReply, request: Request, *, room: Room, syllabus: Syllabus, lesson: Lesson,
         now: datetime) -> Result:
    if request.command == STOP:
        return _done(request, room, None)
    if request.command == SKIP:
        return _done(request, room, syllabus.after(lesson))
    if request.command == HINT:
        return _done(request, room, lesson)
    return _attempt(reply, request, room=room, lesson=lesson, now=now)


def _attempt(reply: EmailReply, request: Request, *, room: Room, lesson: Lesson,
             now: datetime) -> Result:
    """Judges the orders and counts the attempt; refuses orders that cannot be read."""
    attempt = tasks.attempted(room, lesson.task, "\n".join(request.texts))
    refusal, solved = attempt.draft.refusal, attempt.verdict.solved
    if refusal is not None and refusal.kind == "unreadable":
        raise refusal
    assert reply.user is not None  # otherwise there is no lesson
    progress.record(reply.user, room.name, lesson.task.slug, solved=solved, now=now)
    syllabus = _lesson(reply)[1]
    tried = syllabus.lesson(lesson.task.slug)
    finding = {"attempts": tried.progress.attempts if tried else 0}
    return _done(request, room, syllabus.after(lesson) if solved else lesson, finding=finding)


def _done(request: Request, room: Room, lesson: Lesson | None, *,
          finding: dict[str, Any] | None = None) -> Result:
    """Answers with this lesson, or with the end of the course."""
    return Result(Status.DONE, request.command, _again(room, lesson), request, finding=finding)


def _again(room: Room, lesson: Lesson | None) -> Answer:
    kind = by_email.LESSON if lesson else by_email.COURSE_OVER
    return Answer(kind, lesson.number if lesson else 0, about=by_email.subject(room, lesson))
