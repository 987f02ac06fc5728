"""Mail that comes in: stored first, acknowledged, then read by a worker.

Owns a message's life: ``store`` keeps it as it came, in the door's own transaction;
``process`` claims it for a lease, reads it in a process of its own and lets ``replies`` act
on it; whatever was lost on the way is found by ``sweep``.  What it means is not decided here.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q

from games import fault_points, task_queue
from games.inbox import replies, turn_tokens
from games.inbox.parsing import size_limits
from games.inbox.parsing.message_reader import NO_ENVELOPE, Envelope, Reading
from games.inbox.parsing.sandbox import read_in_sandbox
from games.models import Game, IncomingEmail, TurnToken
from games.outbox import bounces
from games.plain_text import one_line, storable

MAX_ATTEMPTS = 5
BATCH = 500
KEPT = timedelta(days=30)
KEPT_TOKENS = timedelta(days=90)
LONGEST_ADDRESS = 320

log = logging.getLogger(__name__)

Status = IncomingEmail.Status


def accepts_address(address: str) -> bool:
    """Whether mail to this address can be for anybody here: a turn's key, or our own address,
    to which bounces come."""
    return (
        turn_tokens.token_in_address(address) is not None
        or address.strip().lower() == bounces.bounce_address()
    )


def store(raw: bytes, *, door: str, now: datetime,
            envelope: Envelope = NO_ENVELOPE) -> IncomingEmail:
    """Keeps a message; once this returns, and the caller's transaction with it, it is safe.

    Of one that is too large no more is kept than shows that it is.
    """
    sender = envelope.sender
    message = IncomingEmail.objects.create(
        raw=raw[: size_limits.MAX_BYTES + 1], door=door, received_at=now,
        envelope_sender=None if sender is None else _plain(sender),
        recipients="\n".join(_plain(to) for to in envelope.recipients[: size_limits.MAX_ADDRESSES]),
    )
    task_queue.send_after_commit("read_message", message.pk)
    return message


def _plain(address: str) -> str:
    """An address as a database takes it: one line without control characters, not too long."""
    return one_line(address)[:LONGEST_ADDRESS]


def process(message_id: int, *, now: datetime) -> str:
    """Reads one message and does what it says; returns its status, "" when not ours to read.

    A fault of the program leaves the message for the next sweep, and after MAX_ATTEMPTS
    its sender is told that nothing was played.
    """
    message = _claim(message_id, now=now)
    if message is None:
        return ""
    fault_points.reached("inbox.claimed")
    try:
        reading = _storable(read_in_sandbox(bytes(message.raw), envelope=_envelope(message),
                                       own_domain=settings.MAIL_DOMAIN))
        if reading.reason == "bounce":
            bounces.process_report(bytes(message.raw), now=now)
        if message.attempts > MAX_ATTEMPTS:
            replies.give_up(message, reading, now=now)
        else:
            replies.handle(message, reading, now=now)
    except Exception:  # one message's trouble is not the next one's
        log.exception("message %s was not handled", message_id)
        if message.attempts > MAX_ATTEMPTS:  # not even an apology could be written
            replies.held(message).update(
                status=Status.IGNORED, outcome="fault", finished_at=now, lease_until=None
            )
    fault_points.reached("inbox.handled")
    message.refresh_from_db(fields=["status"])
    return message.status


def _claim(message_id: int, *, now: datetime) -> IncomingEmail | None:
    free = Q(lease_until=None) | task_queue.lease_expired(now)
    claimed = IncomingEmail.objects.filter(free, pk=message_id, status=Status.RECEIVED).update(
        lease_until=now + task_queue.LEASE, attempts=F("attempts") + 1
    )
    return IncomingEmail.objects.defer(None).get(pk=message_id) if claimed == 1 else None


def _envelope(message: IncomingEmail) -> Envelope:
    return Envelope(message.envelope_sender, tuple(message.recipients.split("\n"))
                    if message.recipients else ())


def _storable(reading: Reading) -> Reading:
    """The reading with texts that every database takes."""
    return replace(
        reading, sender=storable(reading.sender), name=storable(reading.name),
        subject=storable(reading.subject), message_id=storable(reading.message_id),
        text=storable(reading.text),
    )


def sweep(now: datetime) -> list[int]:
    """Announces anew every message that nobody seems to read; their ids."""
    waiting = Q(task_queue.never_started("received_at", now), lease_until=None)
    found = IncomingEmail.objects.filter(
        waiting | task_queue.lease_expired(now), status=Status.RECEIVED
    )
    ids = list(found.order_by("received_at").values_list("pk", flat=True)[:BATCH])
    for message_id in ids:
        if not task_queue.send_task("read_message", message_id):
            break
    return ids


def forget_old(now: datetime) -> int:
    """Drops messages long handled and keys long dead; how many.

    What they played is known by its key in the log, so a copy that comes even later still
    plays nothing (R6).
    """
    messages, _ = IncomingEmail.objects.filter(finished_at__lt=now - KEPT).delete()
    keys, _ = TurnToken.objects.filter(created_at__lt=now - KEPT_TOKENS).exclude(
        seat__game__status=Game.Status.RUNNING
    ).delete()
    return messages + keys
