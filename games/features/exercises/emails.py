"""Parts of all emails with a task: the position, and the answer to the last attempt.

Everything follows from the stored reply, so an email says the same whenever it is rendered (R2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules import drafts
from games.features.exercises import attempts
from games.features.exercises.attempts import Attempt, Help, Progress
from games.features.exercises.replies import ATTEMPT, HINT, PREVIEW, SKIP, STOP
from games.models import IncomingEmail, OutgoingEmail
from games.post.emails.content import EmailContent, board_pictures
from games.post.emails.responses import message_id
from games.post.inbox import tokens
from games.post.outbox.delivery import Obsolete
from games.rulesets.protocols import Task
from games.rulesets.registry import Room

Find = Callable[[OutgoingEmail], Task | None]


@dataclass(frozen=True, slots=True)
class Answered:
    """The reply that an email answers: the task that it was about, and the attempt in it."""

    message: IncomingEmail
    task: Task
    attempt: Attempt | None

    @property
    def finding(self) -> dict[str, Any]:
        """The facts that were stored when the reply was handled."""
        return self.message.finding or {}

    @property
    def is_solved(self) -> bool:
        """Whether the reply has solved the task."""
        return (self.message.command == ATTEMPT and self.attempt is not None
                and self.attempt.verdict.solved)


def answered(email: OutgoingEmail, room: Room, find: Find) -> Answered | None:
    """Return the reply that this email answers, or None if the email was not caused by a reply.

    ``find`` gives the task of an email.  Raises Obsolete if the reply's task is gone.
    """
    message = IncomingEmail.objects.filter(answer=email).select_related("replied_to").first()
    if message is None:
        return None
    task = find(message.replied_to) if message.replied_to else None
    if task is None:
        raise Obsolete("the task this would answer is gone")
    orders = "\n".join(order for _line, order in message.orders)
    judged = message.command in (ATTEMPT, PREVIEW)
    return Answered(message, task, attempts.attempted(task, orders) if judged else None)


def with_task(email: OutgoingEmail, room: Room, task: Task, context: dict[str, Any], *,
              subject: str) -> EmailContent:
    """Return the content of an email with this task, to which the reader can reply with orders."""
    drawing = room.boards.standalone_board(task.view, names=task.names, heading=task.title)
    reply_to = tokens.email_reply_address(email)
    return EmailContent(None, {
        **context, "room": room, "task": task, **_position(room, task),
        "hint_word": HINT, "skip_word": SKIP, "stop_word": STOP,
    }, pictures=board_pictures(drawing, close=True),
        reply_to=reply_to, takes_orders=bool(reply_to), subject=subject)


def answering(reply: Answered | None) -> str:
    """Return the Message-ID of the reply that an email answers, or ""."""
    return message_id(reply.message) if reply else ""


def answer(reply: Answered | None, room: Room) -> dict[str, Any]:
    """Return the context of the answer to a reply: its command and its result."""
    if reply is None:
        return {"command": ""}
    if reply.message.status == IncomingEmail.Status.REFUSED:
        return {"command": "refused", "finding": reply.finding}
    return {"command": reply.message.command, "tried": reply.task, "finding": reply.finding,
            **(_judged(reply, reply.attempt, room) if reply.attempt else {})}


def _judged(reply: Answered, attempt: Attempt, room: Room) -> dict[str, Any]:
    """Return the verdict on the orders, what they did, and the help that is due after them."""
    outcome = attempt.verdict.outcome if reply.is_solved else None
    return {
        "verdict": attempt.verdict, "refusal": attempt.draft.refusal,
        "done": drafts.describe(outcome or attempt.draft, ruleset=room.ruleset,
                                names=reply.task.names, seat=reply.task.seat),
        "help": None if attempt.verdict.solved else help_for(reply),
    }


def help_for(reply: Answered) -> Help:
    """Return the help that is due after the attempts up to this reply."""
    return attempts.help_with(reply.task, Progress(int(reply.finding.get("attempts", 0))))


def _position(room: Room, task: Task) -> dict[str, Any]:
    """Return the position for the text and the HTML, as in an email about a turn."""
    return {
        "table": room.table.table(task.view, names=task.names, seat=task.seat),
        "table_text": f"{room.emails.table_template}.txt",
        "table_html": f"{room.emails.table_template}.html",
        "board": room.ruleset.text_map(task.view), "names": task.names,
        "example": attempts.example(room, task), "colour": _(room.ruleset.colours[task.seat]),
    }
