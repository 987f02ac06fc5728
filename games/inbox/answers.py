"""Queues the answer to an incoming email, within the daily limits (R16).

Answers go to the account's own address, never to whoever wrote.  What they say is rendered
from the stored message by ``emails.responses``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.inbox.parsing import requests
from games.inbox.recognition import IncomingReply
from games.inbox.replies import Result
from games.models import IncomingEmail, OutgoingEmail, User
from games.outbox import delivery
from games.outbox.queue import queue_email

MAX_REFUSALS_PER_DAY = 5  # for each account (R16)
MAX_ANSWERS_PER_DAY = 60  # to questions, for each account
MAX_RECEIPT_COPIES = 3  # for each email that arrives again
DAY = timedelta(days=1)

Status = IncomingEmail.Status


@dataclass(frozen=True, slots=True)
class QueuedAnswer:
    """The answer in the outbox, None where there is none.

    ``is_last``: no further refusal will be answered today.
    """

    email: OutgoingEmail | None = None
    is_last: bool = False


NO_ANSWER = QueuedAnswer()


def queue(reply: IncomingReply, result: Result, *, now: datetime) -> QueuedAnswer:
    """Queues what the result asks for, unless today's limit is reached.

    Call it before the result is stored: it counts the messages answered so far.
    """
    if result.original is not None:
        _send_receipt_again(result.original, now=now)
        return NO_ANSWER
    if result.outcome == requests.ORDERS:  # orders that were played always get their receipt
        return QueuedAnswer(_queue(reply, result, now=now))
    limit = MAX_ANSWERS_PER_DAY if result.status == Status.DONE else MAX_REFUSALS_PER_DAY
    answered = _answered(reply.user, result.status, since=now - DAY)
    email = _queue(reply, result, now=now) if answered < limit else None
    return QueuedAnswer(email, is_last=answered == limit - 1)


def _queue(reply: IncomingReply, result: Result, *, now: datetime) -> OutgoingEmail | None:
    if result.answer is None:
        return None
    return queue_email(result.answer.kind, to=reply.user.email or "", now=now, game=reply.game,
                       seat=reply.seat, user=reply.user, number=result.answer.number)


def _send_receipt_again(original: IncomingEmail, *, now: datetime) -> None:
    """The answer to the first copy once more: the same email with the same Message-ID."""
    if original.answer_id and original.copies.count() < MAX_RECEIPT_COPIES:
        delivery.send_copy(original.answer_id, now=now)


def _answered(user: User, status: str, *, since: datetime) -> int:
    """How many of this user's messages with this status were answered; receipts do not count."""
    answered = IncomingEmail.objects.filter(
        token__user=user, status=status, answer__isnull=False, finished_at__gt=since
    )
    if status == Status.DONE:
        answered = answered.exclude(command=requests.ORDERS)
    return answered.count()
