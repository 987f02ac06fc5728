"""A worker is killed at a fault point; after its lease, another takes over its work (R4)."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.base import task_queue
from games.models import Game, IncomingEmail, OutgoingEmail, User
from games.post.emails.rendering import compose
from games.post.inbox import processing, tokens
from games.post.inbox.parsing.message_reader import Envelope
from games.post.outbox import delivery, smtp_backend
from games.table.play import verification
from tests.inbox.email_replies import written
from tests.kill import short_timeouts
from tests.kill.processes import Program, Programs, eventually
from tests.kill.smtp_sink import Sink
from tests.sample_games import legal

MAX_TAKEOVER = timedelta(minutes=2)

StartGames = Callable[[int], list[Game]]


def start_doomed_worker(programs: Programs, point: str, **variables: str) -> Program:
    """Starts a worker that dies when it reaches this fault point."""
    return programs.start("worker", "--pool", "solo", ALEXANDROS_FAULTS=f"{point}=kill",
                          **variables)


def is_dead(worker: Program) -> bool:
    return worker.process.exitcode == -signal.SIGKILL


def is_in_time(lease_until: datetime | None) -> bool:
    """Whether the lease ends in time, in production as well as in this test."""
    assert lease_until is not None
    assert lease_until <= timezone.now() + short_timeouts.LEASE
    return task_queue.LEASE < MAX_TAKEOVER


@pytest.mark.promise("R4")
@pytest.mark.parametrize(("point", "copies"), [
    ("outbox.claimed", 1), ("outbox.composed", 1), ("outbox.sent", 2),
])
def test_an_email_is_sent_although_its_worker_died_with_it(
    programs: Programs,
    mail_server: Sink,
    queue_emails: Callable[[int], list[OutgoingEmail]],
    settings: Any,
    point: str,
    copies: int,
) -> None:
    [email] = queue_emails(1)
    worker = start_doomed_worker(programs, point, EMAIL_URL=mail_server.url)
    assert eventually(lambda: is_dead(worker)), worker.log_tail()
    email.refresh_from_db()
    assert email.status == OutgoingEmail.Status.SENDING
    assert is_in_time(email.lease_until)

    settings.EMAIL_BACKEND = "games.post.outbox.smtp_backend.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mail_server.port
    settings.REPLY_DOMAIN = ""  # as for the worker, whose mail server is another one
    later = timezone.now() + task_queue.LEASE
    assert delivery.sweep(later) == [email.pk]
    assert delivery.deliver(email.pk, compose=compose, now=later) == OutgoingEmail.Status.SENT
    smtp_backend.kept().close()
    assert Counter(each.message_id for each in mail_server.deliveries) == {
        email.message_id: copies
    }
    assert len(mail_server.contents) == 1


@pytest.mark.promise("R4", "R6")
@pytest.mark.parametrize("point", ["inbox.claimed", "inbox.handled"])
def test_orders_by_email_are_played_once_although_the_worker_that_read_them_died(
    programs: Programs, start_games: StartGames, alice: User, real_now: datetime, point: str
) -> None:
    [game] = start_games(1)
    address = tokens.reply_address(game.seats.get(index=0), number=game.number, now=real_now)
    raw = written(legal(game)[0], to=address, sender=alice.email or "")
    message = processing.store(
        raw, gateway="smtp", now=real_now, envelope=Envelope(None, (address,))
    )
    worker = start_doomed_worker(programs, point)
    assert eventually(lambda: is_dead(worker)), worker.log_tail()
    message.refresh_from_db()
    if message.status == IncomingEmail.Status.RECEIVED:
        assert is_in_time(message.lease_until)
        later = timezone.now() + task_queue.LEASE
        assert processing.sweep(later) == [message.pk]
        processing.process(message.pk, now=later)
    message.refresh_from_db()
    assert message.status == IncomingEmail.Status.DONE, message.outcome
    assert OutgoingEmail.objects.filter(kind="receipt").count() == 1
    game.refresh_from_db()
    assert game.number == 2
    assert verification.first_fault(game) is None
