"""The results of incoming emails, and their answers within the daily limits (R16).

Answers go to the account's own address, never to another address that has written to us.
``emails.responses`` writes them from the stored message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db.models import Count, Q, QuerySet

from alexandros_rules.errors import Refusal
from games.models import Game, IncomingEmail, OutgoingEmail, TurnToken, User
from games.post.inbox.addressees import Reply
from games.post.inbox.parsing import requests
from games.post.inbox.parsing.requests import Request
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email

# For each address that gets answers (R16).  Emails from other addresses have a limit of their own,
# so that nobody can use up the answers to somebody else's mistakes.
MAX_REFUSALS_PER_GAME = 5  # in a day, about mistakes of its owner in one game
MAX_REFUSALS_PER_DAY = 20  # about mistakes of its owner in all games
MAX_REFUSALS_FOR_OTHERS = 5  # in a day, about emails from all other addresses together
MAX_ANSWERS_PER_DAY = 60  # to questions
MAX_RECEIPT_COPIES = 3  # for each email that arrives again
GAME, DAY = "game", "day"  # for what a limit counts

FAULT = "fault"  # the outcome of an email that we could not handle
FOR_THE_SITE = "for-the-site"  # the refusal of a command that is not about the game
SIGNPOST = "signpost"  # the answer to a reply that did nothing
RECEIPT = "receipt"  # the answer to orders that were played
UNREAD = Request("")

Status = IncomingEmail.Status


class Subject(Protocol):
    """A task of a feature, such as a lesson, that an answer brings."""

    def attach(self, email: OutgoingEmail) -> None:
        """Record that this email brings the task."""
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """The email to send back: its kind, the log row that it shows, a deadline and a task."""

    kind: str
    number: int
    deadline: datetime | None = None
    about: Subject | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an incoming email.

    ``outcome``   a command, the code of a refusal, or why the email was ignored.
    ``answer``    None for an email that gets no answer.
    ``finding``   the refusal, for the answer: code, sentence, line, order and allowed.
    ``first`` and ``last``  the log rows of the orders that were played.
    ``identity``  set for the first copy of an email only; later copies have ``original``.
    """

    status: str
    outcome: str
    answer: Answer | None = None
    request: Request = UNREAD
    finding: dict[str, Any] | None = None
    first: int | None = None
    last: int | None = None
    identity: str | None = None
    original: IncomingEmail | None = None


def signposted(reply: Reply, refusal: Refusal) -> Result:
    """Return the result of a refused reply, whose answer has the reason and links."""
    about = reply.email or reply.game
    number = about.number if about else 0
    return Result(Status.REFUSED, refusal.code, Answer(SIGNPOST, number),
                  finding={"code": refusal.code, "sentence": refusal.sentence})


@dataclass(frozen=True, slots=True)
class QueuedAnswer:
    """The answer in the outbox, or None.

    If we answer no further mistakes today, ``last_in`` is GAME or DAY: in this game, or in any.
    """

    email: OutgoingEmail | None = None
    last_in: str = ""


NO_ANSWER = QueuedAnswer()


def queue(reply: Reply, result: Result, *, now: datetime) -> QueuedAnswer:
    """Queue the answer that the result asks for, unless today's limit is reached.

    Must be called before the result is stored, since it counts the messages answered so far.
    """
    if result.original is not None:
        _send_receipt_again(result.original, now=now)
        return NO_ANSWER
    if result.outcome == requests.ORDERS:  # orders that were played always get their receipt
        return QueuedAnswer(_queue(reply, result, now=now))
    if result.status == Status.DONE:
        left = {DAY: _answers_left(reply, now=now)}
    else:
        left = _refusals_left(reply, now=now)
    fewest = min(left.values())
    email = _queue(reply, result, now=now) if fewest > 0 else None
    last = fewest == 1 and result.status != Status.DONE and reply.is_from_owner
    return QueuedAnswer(email, last_in=min(left, key=left.__getitem__) if last else "")


def refused_reply(game: Game, seat: int, user: User) -> IncomingEmail | None:
    """Return this user's last email since the game's last move, if it was refused."""
    last = IncomingEmail.objects.filter(
        token__seat__game=game, token__seat__index=seat, token__user=user,
        token__purpose=TurnToken.Purpose.REPLY, sender=(user.email or "").lower(), original=None,
        finished_at__gte=game.moved_at).order_by("-pk").first()
    return last if last and last.status == Status.REFUSED and last.finding else None


def _queue(reply: Reply, result: Result, *, now: datetime) -> OutgoingEmail | None:
    if result.answer is None:
        return None
    if result.answer.kind == RECEIPT:
        turn = _next_turn(reply, number=result.answer.number)
        if turn is not None:
            return turn
    # Accepting an invitation may just have created the account.
    user = reply.user or User.objects.filter(email=reply.address).first()
    email = queue_email(result.answer.kind, to=reply.address, now=now, game=reply.game,
                        seat=reply.seat, user=user, number=result.answer.number,
                        deadline=result.answer.deadline)
    if email is not None and result.answer.about is not None:
        result.answer.about.attach(email)
    return email


def _next_turn(reply: Reply, *, number: int) -> OutgoingEmail | None:
    """Return the email about a turn of the sender that these orders began, if it leaves at once.

    It becomes their receipt as well.
    """
    return OutgoingEmail.objects.filter(
        kind="turn", seat=reply.seat, user=reply.user, number=number,
        status=OutgoingEmail.Status.QUEUED).last()


def _send_receipt_again(original: IncomingEmail, *, now: datetime) -> None:
    """Send the answer to the first copy once more, with the same Message-ID."""
    if original.answer_id and original.copies.count() < MAX_RECEIPT_COPIES:
        delivery.send_copy(original.answer_id, now=now)


def _answers_left(reply: Reply, *, now: datetime) -> int:
    """Return how many more questions of this address we will answer today."""
    answered = _answered(reply, Status.DONE, now=now).exclude(command=requests.ORDERS)
    return MAX_ANSWERS_PER_DAY - answered.count()


def _refusals_left(reply: Reply, *, now: datetime) -> dict[str, int]:
    """Return how many more mistakes of this kind we will answer today, in all and in this game."""
    own = Q(sender=reply.address)
    told = _answered(reply, Status.REFUSED, now=now).aggregate(
        in_game=Count("pk", filter=own & Q(answer__game=reply.game) & ~Q(outcome=FOR_THE_SITE)),
        in_all=Count("pk", filter=own), of_others=Count("pk", filter=~own),
    )
    if not reply.is_from_owner:
        return {DAY: MAX_REFUSALS_FOR_OTHERS - int(told["of_others"])}
    return {DAY: MAX_REFUSALS_PER_DAY - int(told["in_all"]),
            GAME: MAX_REFUSALS_PER_GAME - int(told["in_game"])}


def _answered(reply: Reply, status: str, *, now: datetime) -> QuerySet[IncomingEmail]:
    """Return the emails with this status that were answered to this address within a day."""
    return IncomingEmail.objects.filter(
        status=status, answer__to=reply.address, finished_at__gt=now - timedelta(days=1)
    )
