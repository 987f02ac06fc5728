"""Replies to emails with a task, which are judged and answered with the same task or another.

No move is played, and nobody else sees the reply.  Instead of orders, a reply may ask for a hint,
skip the task or stop these emails; a preview says what orders do and is not counted.  An
``Exercise`` decides which task a reply is about, how an attempt counts and which task comes next.
``exercises.emails`` writes the answer.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _

from alexandros_rules.errors import Refusal, Unreadable
from alexandros_rules.wording import words
from games.base.refusals import Foreign
from games.features.exercises import attempts
from games.features.exercises.attempts import Attempt
from games.models import IncomingEmail
from games.post.inbox.addressees import EmailReply
from games.post.inbox.answers import Answer, Result
from games.post.inbox.parsing import requests
from games.post.inbox.parsing.requests import Request, read_request
from games.post.inbox.table_talk import OTHER_SENDER
from games.post.inbox.turn_replies import names_of
from games.rulesets.protocols import Task
from games.rulesets.registry import Room

ATTEMPT, HINT, SKIP, STOP = "attempt", "hint", "skip", "stop"  # commands of incoming emails
PREVIEW = requests.PREVIEW
COMMANDS = {"hint": HINT, "help": HINT, "skip": SKIP, "next": SKIP, "stop": STOP}
_FILLERS = frozenset(("please", "a", "the", "this", "lesson", "one", "me", "course", "puzzle",
                      "puzzles", "daily", "email", "emails"))

Status = IncomingEmail.Status


class Exercise(Protocol):
    """The task of a reply, with its sender's progress and the next task."""

    @property
    def room(self) -> Room: ...

    @property
    def task(self) -> Task: ...

    def count(self, attempt: Attempt, *, now: datetime) -> dict[str, Any]:
        """Count the attempt if it is a valid one; return the facts that its answer needs."""
        ...

    def again(self) -> Answer:
        """Return an answer with the same task."""
        ...

    def following(self) -> Answer:
        """Return an answer with the next task, or with the end if there is none."""
        ...

    def stop(self) -> Answer:
        """Stop these emails, and return an answer with the end."""
        ...


def check_sender(reply: EmailReply) -> None:
    """Refuse (Foreign) a reply from an address that is not the reader's own."""
    if not reply.is_from_owner:
        raise Foreign(OTHER_SENDER, _(
            "A reply to one of our emails came from %(sender)s, which is not the address of your"
            " account, so it was not read. If you wrote it, please write from %(address)s."
        ) % {"sender": reply.reading.sender, "address": reply.address})


def handle(reply: EmailReply, exercise: Exercise, *, now: datetime) -> Result:
    """Do what the reply asks; answer an unreadable reply with the same task."""
    try:
        return _act(_request(reply, exercise.room), exercise, now=now)
    except Refusal as refusal:
        finding = {"code": refusal.code, "sentence": refusal.sentence}
        return Result(Status.REFUSED, refusal.code, exercise.again(), finding=finding)


def _request(reply: EmailReply, room: Room) -> Request:
    """Return the request in the reply; refuse a reply that is unreadable or empty."""
    reading = reply.reading
    if reading.refused:
        raise Unreadable(reading.refused, reading.sentence)
    rules = room.ruleset
    request = read_request(reading.text, verbs=rules.verbs, things={*rules.things, *COMMANDS},
                           known=rules.words, names=names_of(reply))
    if request.command not in (requests.ORDERS, PREVIEW, requests.NOTHING):
        return Request(HINT)  # help, or something that nobody can do with a task
    if not request.orders:
        raise Unreadable("nothing", _(
            'There are no orders in this email. Please write one order per line above the quoted'
            ' text, or write "%(hint)s".') % {"hint": HINT})
    if request.command == PREVIEW:
        return request
    return Request(_command(request) or ATTEMPT, request.orders)


def _command(request: Request) -> str:
    """Return the command that the email consists of, or "" if it contains orders."""
    if len(request.orders) != 1:
        return ""
    said = [word for word in words(request.texts[0]) if word not in _FILLERS]
    return COMMANDS.get(said[0], "") if len(said) == 1 else ""


def _act(request: Request, exercise: Exercise, *, now: datetime) -> Result:
    if request.command == STOP:
        return _done(request, exercise.stop())
    if request.command == SKIP:
        return _done(request, exercise.following())
    if request.command == HINT:
        return _done(request, exercise.again())
    return _judge(request, exercise, now=now)


def _judge(request: Request, exercise: Exercise, *, now: datetime) -> Result:
    """Judge the orders and count the attempt; refuse orders that cannot be read."""
    attempt = attempts.attempted(exercise.task, "\n".join(request.texts))
    refusal = attempt.draft.refusal
    if refusal is not None and refusal.kind == "unreadable":
        raise refusal
    if request.command == PREVIEW:
        return _done(request, exercise.again())
    finding = exercise.count(attempt, now=now)
    following = exercise.following() if attempt.verdict.solved else exercise.again()
    return _done(request, following, finding=finding)


def _done(request: Request, answer: Answer, *, finding: dict[str, Any] | None = None) -> Result:
    return Result(Status.DONE, request.command, answer, request, finding=finding)
