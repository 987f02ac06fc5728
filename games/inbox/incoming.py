"""The life of an incoming email: stored, acknowledged, and later processed by a worker.

``store`` keeps an email sealed, in the gateway's own transaction.  ``process`` claims it
for a lease, parses it in a sandbox and then, in one transaction, recognises the sender, lets
``replies`` act, queues the answer and records the result.  Of the email itself nothing is kept
then.  ``sweep`` finds abandoned emails.
"""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import translation

from games.base import counters, failures, fault_points, log_context, retention, task_queue
from games.base.plain_text import one_line, storable
from games.inbox import (
    answers,
    email_replies,
    plan_replies,
    quotas,
    quoted_emails,
    recognition,
    replies,
    sealed_messages,
    talk_replies,
)
from games.inbox.answers import NO_ANSWER, QueuedAnswer
from games.inbox.parsing import size_limits
from games.inbox.parsing.message_reader import NO_ENVELOPE, Envelope, Reading
from games.inbox.parsing.own_text import OwnText
from games.inbox.parsing.sandbox import read_in_sandbox
from games.inbox.quoted_emails import Render
from games.inbox.recognition import EmailReply, Ignored, IncomingReply, Reply
from games.inbox.replies import FAULT, Result
from games.inbox.token_masks import masked, masked_writing
from games.models import EmailToken, IncomingEmail, OutgoingEmail, TurnToken
from games.outbox import bounces, preferences

MAX_ATTEMPTS = 5
MAX_ADDRESS_LENGTH = 320
MAX_MESSAGE_ID_LENGTH = 998
MAX_OUTCOME_LENGTH = 40

log = logging.getLogger(__name__)

Status = IncomingEmail.Status


def accepts_address(address: str) -> bool:
    """Whether we take email for this address: a player's, or our own, where bounces go."""
    return bool(recognition.owner_of(address)) or is_sender_address(address)


def is_sender_address(address: str) -> bool:
    """Whether this is the address we send from."""
    return address.strip().lower() == bounces.bounce_address()


def store(raw: bytes, *, gateway: str, now: datetime,
          envelope: Envelope = NO_ENVELOPE) -> IncomingEmail:
    """Stores an email; it is safe once the caller's transaction is committed.

    Oversized emails are stored truncated, one byte over the limit.
    """
    sender = envelope.sender
    recipients = [_clean_address(to) for to in envelope.recipients[: size_limits.MAX_ADDRESSES]]
    message = IncomingEmail.objects.create(
        raw=sealed_messages.seal(raw[: size_limits.MAX_BYTES + 1], recipients=recipients),
        gateway=gateway, received_at=now, recipients=masked("\n".join(recipients)),
        envelope_sender=None if sender is None else masked(_clean_address(sender)),
    )
    task_queue.send_after_commit("read_message", message.pk)
    return message


def _clean_address(address: str) -> str:
    """The address as its column takes it: one line, no control characters, not too long."""
    return one_line(address)[:MAX_ADDRESS_LENGTH]


def process(message_id: int, *, now: datetime, render: Render | None = None) -> str:
    """Processes one email and returns its status; "" when another worker has it.

    ``render`` gives the text and the HTML of an email of ours, to recognise what was typed into a
    quote of it.  After an error the email waits for the next sweep; after MAX_ATTEMPTS we
    apologise to its sender instead.
    """
    message = _claim(message_id, now=now)
    if message is None:
        return ""
    fault_points.reached("inbox.claimed")
    try:
        opened = sealed_messages.unseal(bytes(message.raw))
        reading = _read(opened.raw, _envelope(message, opened.recipients))
        if reading.reason == "bounce":
            bounces.process_report(opened.raw, now=now)
        quoted = quoted_emails.quoted_emails(reading, render=render, now=now) if render else ()
        _handle(message, reading, quoted=quoted, now=now)
    except Exception as error:  # trouble with one email must not hold up the others
        log.exception("message %s was not handled", message_id)
        failures.keep(error, now=now)
        if message.attempts > MAX_ATTEMPTS:  # not even the apology could be queued
            _held(message).update(
                status=Status.IGNORED, outcome=FAULT, finished_at=now, lease_until=None
            )
    fault_points.reached("inbox.handled")
    message.refresh_from_db(fields=["status"])
    return message.status


def _claim(message_id: int, *, now: datetime) -> IncomingEmail | None:
    free = Q(lease_until=None) | task_queue.lease_expired(now)
    claimed = IncomingEmail.objects.filter(free, pk=message_id, status=Status.RECEIVED).update(
        lease_until=now + task_queue.LEASE, announced_at=None, attempts=F("attempts") + 1
    )
    return IncomingEmail.objects.defer(None).get(pk=message_id) if claimed == 1 else None


def _held(message: IncomingEmail) -> QuerySet[IncomingEmail]:
    """The row as long as this claim holds: ``attempts`` fences out a worker that comes late."""
    return IncomingEmail.objects.filter(pk=message.pk, status=Status.RECEIVED,
                                        attempts=message.attempts)


def _read(raw: bytes, envelope: Envelope) -> Reading:
    """What the email says, its texts as every database takes them."""
    reading = read_in_sandbox(raw, envelope=envelope, own_domain=settings.MAIL_DOMAIN)
    return replace(
        reading, sender=storable(reading.sender), name=storable(reading.name),
        subject=storable(reading.subject), message_id=storable(reading.message_id),
        text=storable(reading.text),
        talk=None if reading.talk is None else storable(reading.talk),
    )


def _envelope(message: IncomingEmail, recipients: tuple[str, ...] | None) -> Envelope:
    if recipients is None:
        recipients = tuple(message.recipients.split("\n")) if message.recipients else ()
    return Envelope(message.envelope_sender, recipients)


def _handle(message: IncomingEmail, reading: Reading, *, quoted: tuple[OwnText, ...],
            now: datetime) -> None:
    """Commits the orders, the answer and the end of the message together, or none of them."""
    with transaction.atomic():
        if _held(message).select_for_update().first() is None:
            return
        try:
            reply = recognition.recognise(reading, quoted=quoted)
        except Ignored as ignored:
            _finish(message, reading, Result(Status.IGNORED, ignored.code), token=ignored.token,
                    now=now)
            return
        with (
            translation.override(preferences.language_of(reply.user)),  # of the answer
            _about(reply, message),
        ):
            result = _result(reply, attempts=message.attempts, now=now)
            answer = answers.queue(reply, result, now=now)
        _finish(message, reading, result, token=reply.token, answer=answer, now=now,
                replied_to=reply.email if isinstance(reply, EmailReply) else None)


def _about(reply: Reply, message: IncomingEmail) -> AbstractContextManager[None]:
    """Says which game an exception is about; an invitation to a new table is about none yet."""
    if reply.game is None or reply.game.number == 0:
        return nullcontext()
    seat = None if reply.seat is None else reply.seat.index
    return log_context.about(reply.game, log_context.MESSAGE, seat=seat, email=message.pk)


def _result(reply: Reply, *, attempts: int, now: datetime) -> Result:
    if attempts > MAX_ATTEMPTS:
        return _give_up(reply)
    # All copies of an email have the same token, so the locks of recognition keep them apart.
    original = IncomingEmail.objects.filter(identity=reply.identity).first()
    if original is not None:
        return Result(Status.DONE, "repeat", original=original)
    return replace(_handled(reply, now=now), identity=reply.identity)


def _handled(reply: Reply, *, now: datetime) -> Result:
    if isinstance(reply, IncomingReply | EmailReply) and plan_replies.is_about_plan(reply):
        return plan_replies.handle(reply, now=now)
    if isinstance(reply, IncomingReply):
        return replies.handle(reply, now=now)
    if isinstance(reply, EmailReply):
        return email_replies.handle(reply, now=now)
    return talk_replies.handle(reply, now=now)


def _give_up(reply: Reply) -> Result:
    if isinstance(reply, IncomingReply):
        return replies.give_up(reply)
    if isinstance(reply, EmailReply):
        return email_replies.give_up(reply)
    return talk_replies.give_up(reply)


def _finish(message: IncomingEmail, reading: Reading, result: Result, *, now: datetime,
            token: TurnToken | None, replied_to: OutgoingEmail | None = None,
            answer: QueuedAnswer = NO_ANSWER) -> None:
    """Records what came of the email, and forgets the email itself.

    After a fault it stays, sealed, so that operators can find out what went wrong.
    """
    forgotten = {} if result.outcome == FAULT else {"raw": b""}
    _held(message).update(
        message_id=masked(reading.message_id[:MAX_MESSAGE_ID_LENGTH]),
        sender=masked(reading.sender[:MAX_ADDRESS_LENGTH]), token=token,
        replied_to=replied_to, identity=result.identity, original=result.original,
        command=result.request.command, orders=masked_writing(result.request.orders),
        finding=_finding(result, answer),
        first=result.first, last=result.last, answer=answer.email, status=result.status,
        outcome=result.outcome[:MAX_OUTCOME_LENGTH], finished_at=now, lease_until=None,
        **forgotten,
    )
    counters.email_read(result.status, outcome=result.outcome[:MAX_OUTCOME_LENGTH])


def _finding(result: Result, answer: QueuedAnswer) -> dict[str, Any] | None:
    if result.finding is None:
        return None
    found: dict[str, Any] = masked_writing(result.finding)
    return {**found, "last": answer.is_last}


def sweep(now: datetime) -> list[int]:
    """Announces again each email that no worker seems to have; returns their ids."""
    waiting = Q(task_queue.never_started("received_at", now), lease_until=None)
    abandoned = IncomingEmail.objects.filter(
        waiting | task_queue.lease_expired(now), status=Status.RECEIVED
    )
    return task_queue.announce("read_message", abandoned.order_by("received_at", "pk"), now=now)


def forget_old(now: datetime) -> int:
    """Deletes emails that were handled long ago, old reply tokens and counts; returns how many.

    The log knows the identity of the orders that were played, so a copy that arrives even
    later still plays nothing (R6).
    """
    emails = IncomingEmail.objects.filter(finished_at__lt=now - retention.INCOMING_EMAILS)
    tokens = EmailToken.objects.filter(created_at__lt=now - retention.REPLY_TOKENS)
    return (retention.delete_oldest(emails, by="finished_at")
            + retention.delete_oldest(tokens, by="created_at") + quotas.forget_old(now))
