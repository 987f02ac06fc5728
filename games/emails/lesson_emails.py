"""What the emails of a course say: a lesson with its position, and the answers to attempts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from engine import drafts
from games.emails.content import BOARD_WIDTH, EmailContent, Kinds, Picture
from games.emails.responses import message_id
from games.inbox import email_tokens
from games.inbox.lesson_replies import ATTEMPT, HINT, SKIP, STOP
from games.learning import by_email, tasks
from games.learning.courses import Lesson, Syllabus
from games.learning.progress import Progress
from games.models import IncomingEmail, OutgoingEmail
from games.outbox.delivery import Obsolete
from games.rulesets import addresses, opponents
from games.rulesets.room import Room


def lesson(email: OutgoingEmail) -> EmailContent:
    """A lesson: the answer to the last attempt, the text, the task, the position."""
    room, syllabus, about = _course(email)
    shown = syllabus.lesson(about.lesson)
    if shown is None:
        raise Obsolete("the course has this lesson no more")
    task, message = shown.task, _message(email)
    drawing = room.boards.standalone_board(task.view, names=task.names, heading=task.title)
    reply_to = email_tokens.reply_address(email)
    return EmailContent(None, {
        **_answer(message, room, syllabus), "room": room, "task": task, "number": shown.number,
        "size": syllabus.size, **_position(room, shown),
        "link": f"{settings.BASE_URL}{addresses.lesson_path(room, task.slug)}",
        "rules": f"{settings.BASE_URL}{addresses.rules_path(room)}",
        **_commands(),
    }, pictures=(Picture("board", drawing, BOARD_WIDTH,
                         _("The board. The text version of this email shows it in letters.")),),
        reply_to=reply_to, takes_orders=bool(reply_to),
        answers=message_id(message) if message else "",
        subject=_("%(game)s, lesson %(number)s: %(title)s") % {
            "game": room.title, "number": shown.number, "title": task.title})


def course_over(email: OutgoingEmail) -> EmailContent:
    """No lesson is left, or the reader has stopped the course: what to do now."""
    room, syllabus, _about = _course(email)
    message, course = _message(email), room.course
    friend = opponents.opponent(room, course.opponent) if course else None
    picture = room.introduction.poster()
    return EmailContent(None, {
        **_answer(message, room, syllabus), "room": room, "opponent": friend,
        "link": f"{settings.BASE_URL}{addresses.play_path(room, bot=friend.name)}" if friend
        else f"{settings.BASE_URL}{addresses.home_path(room)}",
        "course": f"{settings.BASE_URL}{addresses.course_path(room)}",
    }, pictures=(Picture("board", picture, BOARD_WIDTH, room.introduction.picture_says),),
        reply_to=email_tokens.reply_address(email),
        answers=message_id(message) if message else "",
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


def _message(email: OutgoingEmail) -> IncomingEmail | None:
    """The incoming email that this one answers; None if the course was asked for on its page."""
    return IncomingEmail.objects.filter(answer=email).select_related("replied_to").first()


def _commands() -> dict[str, str]:
    return {"hint_word": HINT, "skip_word": SKIP, "stop_word": STOP}


def _position(room: Room, shown: Lesson) -> dict[str, Any]:
    """The position for the text and the HTML, as in an email about a turn."""
    task = shown.task
    return {
        "table": room.table.table(task.view, names=task.names, seat=task.seat),
        "table_text": f"{room.emails.table_template}.txt",
        "table_html": f"{room.emails.table_template}.html",
        "board": room.ruleset.text_board(task.view), "names": task.names,
        "example": tasks.example(room, task), "colour": _(room.ruleset.colours[task.seat]),
    }


def _answer(message: IncomingEmail | None, room: Room, syllabus: Syllabus) -> dict[str, Any]:
    """What the reply that this email answers has done."""
    if message is None:
        return {"command": ""}
    finding = message.finding or {}
    if message.status == IncomingEmail.Status.REFUSED:
        return {"command": "refused", "finding": finding}
    tried = _replied_to(message, syllabus)
    return {"command": message.command, "tried": tried.task, "finding": finding,
            **(_judged(message, room, tried) if message.command == ATTEMPT else {})}


def _replied_to(message: IncomingEmail, syllabus: Syllabus) -> Lesson:
    about = by_email.subject_of(message.replied_to) if message.replied_to else None
    tried = syllabus.lesson(about.lesson) if about else None
    if tried is None:
        raise Obsolete("the lesson this would answer is gone")
    return tried


def _judged(message: IncomingEmail, room: Room, tried: Lesson) -> dict[str, Any]:
    """The verdict on the orders, what they did, and the help that so many attempts have earned."""
    orders = "\n".join(order for _line, order in message.orders)
    attempt = tasks.attempted(room, tried.task, orders)
    attempts = int((message.finding or {}).get("attempts", 0))
    return {
        "verdict": attempt.verdict, "orders": attempt.draft.text,
        "done": drafts.describe(attempt.draft, ruleset=room.ruleset, names=tried.task.names),
        "help": None if attempt.verdict.solved
        else tasks.help_with(tried.task, Progress(attempts)),
    }
