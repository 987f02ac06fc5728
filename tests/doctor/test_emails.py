"""Test emails that leave, come in through a door, or do both."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from email.utils import parseaddr

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from games.base import task_queue
from games.models import IncomingEmail, OutgoingEmail
from games.operations.doctor import email_checks
from games.operations.doctor.findings import Level
from games.post.emails.rendering import compose
from games.post.inbox import processing
from games.post.inbox.gateways import pipe, smtp
from games.post.outbox import bounces, delivery
from tests.doctor.conftest import Examine
from tests.kill import smtp_sink

pytestmark = pytest.mark.django_db(transaction=True)

YOU = "you@example.org"


@pytest.fixture
def working(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that does everything at once, in the thread that announces it."""

    def work(task: str, row: int) -> bool:
        if task == "deliver_email":
            delivery.deliver(row, compose=compose, now=timezone.now())
        else:
            assert processing.process(row, now=timezone.now()) == "ignored"
        return True

    monkeypatch.setattr(task_queue, "send_task", work)


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker at all."""
    monkeypatch.setattr(task_queue, "send_task", lambda task, row: True)


@pytest.fixture
def mail_server(public: LazySettings) -> Iterator[smtp_sink.Sink]:
    """A mail server that the settings name."""
    with smtp_sink.listening() as sink:
        public.EMAIL_BACKEND = "games.post.outbox.smtp_backend.EmailBackend"
        public.EMAIL_HOST, public.EMAIL_PORT = "127.0.0.1", sink.port
        yield sink


class BackToUs(BaseEmailBackend):
    """A mail server that hands email for our own address to our pipe."""

    def send_messages(self, email_messages: list[EmailMessage]) -> int:
        for message in email_messages:
            pipe.receive(message.message().as_bytes(), sender=parseaddr(message.from_email)[1],
                         recipients=message.recipients(), now=timezone.now())
        return len(email_messages)


def test_by_default_nothing_is_sent_or_stored(
    examine: Examine, mail_server: smtp_sink.Sink
) -> None:
    found = examine(email_checks.check_outgoing) | examine(email_checks.check_incoming)
    assert found["outgoing email"].text == "The mail server 127.0.0.1 lets us in."
    assert found["incoming email"].level is Level.SKIPPED
    assert (mail_server.deliveries, OutgoingEmail.objects.count(),
            IncomingEmail.objects.count()) == ([], 0, 0)


def test_a_mail_server_that_is_away_is_a_problem(examine: Examine, public: LazySettings) -> None:
    public.EMAIL_BACKEND = "games.post.outbox.smtp_backend.EmailBackend"
    public.EMAIL_HOST, public.EMAIL_PORT = "127.0.0.1", 1
    found = examine(email_checks.check_outgoing)["outgoing email"]
    assert found.level is Level.PROBLEM
    assert "EMAIL_URL" in found.next_step


def test_a_test_email_leaves_by_the_outbox(
    examine: Examine, mail_server: smtp_sink.Sink, working: None
) -> None:
    found = examine(email_checks.check_outgoing, email=YOU)["test email"]
    assert (found.level, len(mail_server.deliveries)) == (Level.OK, 1)
    assert YOU not in found.text


def test_a_test_email_without_a_worker_is_a_problem(
    examine: Examine, mail_server: smtp_sink.Sink, idle: None
) -> None:
    found = examine(email_checks.check_outgoing, email=YOU, wait=0.0)["test email"]
    assert (found.level, found.text) == (
        Level.PROBLEM, "It is in the outbox, but no worker has sent it.")


def test_a_test_email_that_is_rejected_is_a_problem_without_its_address(
    examine: Examine, public: LazySettings, working: None
) -> None:
    public.EMAIL_BACKEND = "games.post.outbox.smtp_backend.EmailBackend"
    public.EMAIL_HOST, public.EMAIL_PORT = "127.0.0.1", 1
    found = examine(email_checks.check_outgoing, email=YOU)["test email"]
    assert found.level is Level.PROBLEM
    assert "It could not be sent: ConnectionRefusedError" in found.text


def test_an_address_that_bounced_is_named_as_the_reason(
    examine: Examine, mail_server: smtp_sink.Sink, now: datetime
) -> None:
    bounces.record_bounce(YOU, error="550", now=now)
    found = examine(email_checks.check_outgoing, email=YOU)["test email"]
    assert found.text == "We send nothing to this address: the address bounced."


@pytest.mark.promise("R16")
def test_a_message_is_read_behind_the_smtp_door_and_leaves_nothing(
    examine: Examine, public: LazySettings, working: None
) -> None:
    with smtp.smtp_server("127.0.0.1", 0) as port:
        found = examine(email_checks.check_incoming, door=f"127.0.0.1:{port}")["incoming email"]
    assert (found.level, found.text) == (
        Level.OK, "A message came in and a worker has read it.")
    assert (IncomingEmail.objects.count(), OutgoingEmail.objects.count()) == (0, 0)


def test_a_message_is_read_behind_the_pipe(
    examine: Examine, public: LazySettings, working: None
) -> None:
    assert examine(email_checks.check_incoming, door="")["incoming email"].level is Level.OK


def test_a_message_that_no_worker_reads_is_a_problem(
    examine: Examine, public: LazySettings, idle: None
) -> None:
    found = examine(email_checks.check_incoming, door="", wait=0.0)["incoming email"]
    assert "no worker read it" in found.text
    assert "queue inbox" in found.next_step


@pytest.mark.parametrize("door", ["127.0.0.1:1", "127.0.0.1", "door:"])
def test_a_door_that_does_not_answer_is_a_problem(
    examine: Examine, public: LazySettings, door: str
) -> None:
    found = examine(email_checks.check_incoming, door=door)["incoming email"]
    assert found.level is Level.PROBLEM
    assert "receive_mail --listen" in found.next_step


def test_an_email_to_ourselves_comes_back(
    examine: Examine, public: LazySettings, working: None
) -> None:
    public.EMAIL_BACKEND = f"{__name__}.BackToUs"
    assert examine(email_checks.check_incoming, round_trip=True)["round trip"].level is Level.OK
    assert IncomingEmail.objects.count() == 0


def test_an_email_to_ourselves_that_does_not_come_back_is_a_problem(
    examine: Examine, mail_server: smtp_sink.Sink
) -> None:
    found = examine(email_checks.check_incoming, round_trip=True, wait=0.0)["round trip"]
    assert (found.level, len(mail_server.deliveries)) == (Level.PROBLEM, 1)
    assert "MX record" in found.next_step
