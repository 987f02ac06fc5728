"""Emails with codes: queued like others, sent before them, and never readable in the database."""

from __future__ import annotations

import smtplib
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail as sent
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.base import queues, task_queue
from games.models import AddressStatus, OutgoingEmail, User
from games.post.emails.rendering import compose
from games.post.outbox import bounces, codes, delivery
from games.post.outbox.codes import SENDERS, THREAD
from games.post.outbox.delivery import Obsolete
from games.post.outbox.queue import queue_email
from tests.emailed_codes import CODE

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R14")]

SECRET, ALICE = "KTRW-BPXL", "alice@example.org"
MINUTE = timedelta(minutes=1)


@pytest.fixture
def email(db: None, now: datetime) -> OutgoingEmail:
    return codes.queue_code(codes.SIGN_IN, SECRET, to=ALICE, now=now)


def everything_stored() -> str:
    """All rows of the outbox, as somebody sees them who can read the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_outgoingemail")
        return str(cursor.fetchall())


def test_the_email_brings_the_code_and_asks_programs_not_to_reply(
    email: OutgoingEmail, now: datetime
) -> None:
    assert delivery.deliver(email.pk, compose=compose, now=now) == "sent"
    [message] = sent.outbox
    found = CODE.search(str(message.body))
    assert found is not None
    assert found[1] == SECRET
    assert message.to == [ALICE]
    assert message.extra_headers["Message-ID"] == email.message_id
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert "List-Unsubscribe" not in message.extra_headers


@pytest.mark.promise("R2")
def test_the_email_has_the_same_bytes_however_often_it_is_composed(email: OutgoingEmail) -> None:
    assert compose(email).message().as_bytes() == compose(email).message().as_bytes()


@pytest.mark.promise("R25")
def test_the_database_never_shows_the_code(email: OutgoingEmail, now: datetime) -> None:
    assert SECRET not in everything_stored()
    delivery.deliver(email.pk, compose=compose, now=now)
    email.refresh_from_db()
    assert email.sealed_code == ""


def test_the_code_cannot_be_read_with_another_secret(email: OutgoingEmail, settings: Any) -> None:
    settings.SECRET_KEY = "another"
    with pytest.raises(Obsolete):
        compose(email)


def test_two_rows_do_not_show_that_they_bring_the_same_code(now: datetime) -> None:
    rows = [codes.queue_code(codes.SIGN_IN, SECRET, to=ALICE, now=now) for _ in range(2)]
    assert len({row.sealed_code for row in rows}) == 2


@pytest.mark.parametrize(("minutes", "status"), [(9.9, "sent"), (10.1, "failed")])
def test_an_expired_code_is_not_sent(
    email: OutgoingEmail, now: datetime, minutes: float, status: str
) -> None:
    later = now + minutes * MINUTE
    assert delivery.deliver(email.pk, compose=compose, now=later) == status
    email.refresh_from_db()
    assert (len(sent.outbox), email.sealed_code) == (int(status == "sent"), "")


def test_a_busy_mail_server_is_tried_again_while_the_code_works(
    email: OutgoingEmail, now: datetime
) -> None:
    class Busy(EmailMessage):
        def send(self, fail_silently: bool = False) -> int:
            raise smtplib.SMTPResponseException(451, b"try again later")

    assert delivery.deliver(email.pk, compose=lambda row: Busy(to=[row.to]), now=now) == "retry"
    email.refresh_from_db()
    assert email.not_before <= now + MINUTE
    assert delivery.deliver(email.pk, compose=compose, now=email.not_before) == "sent"


def test_codes_reach_those_who_want_no_other_email(
    email: OutgoingEmail, now: datetime
) -> None:
    bounces.stop_all(ALICE, now=now)
    bounces.record_bounce(ALICE, error="550", now=now)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "sent"


@pytest.mark.promise("R25")
def test_an_address_that_somebody_mistyped_is_forgotten(
    email: OutgoingEmail, now: datetime
) -> None:
    class Unknown(EmailMessage):
        def send(self, fail_silently: bool = False) -> int:
            raise smtplib.SMTPRecipientsRefused({ALICE: (550, b"no such user")})

    assert delivery.deliver(email.pk, compose=lambda row: Unknown(to=[row.to]), now=now) == "failed"
    assert not AddressStatus.objects.exists()
    assert codes.forget_old(now + timedelta(hours=23)) == 0
    assert codes.forget_old(now + timedelta(hours=25)) == 1
    assert not OutgoingEmail.objects.exists()


def test_operators_cannot_send_a_code_again(email: OutgoingEmail, now: datetime) -> None:
    delivery.deliver(email.pk, compose=compose, now=now)
    assert not delivery.send_copy(email.pk, now=now)
    OutgoingEmail.objects.update(status=OutgoingEmail.Status.FAILED)
    assert delivery.send_again([email.pk], now=now) == 0


def test_codes_and_other_emails_have_queues_of_their_own(
    alice: User, email: OutgoingEmail, now: datetime, announced: list[tuple[Any, ...]]
) -> None:
    other = queue_email("test", to=ALICE, user=alice, now=now)
    assert other is not None
    later = now + task_queue.START_GRACE
    assert (delivery.sweep(later), delivery.sweep_codes(later)) == ([other.pk], [email.pk])
    assert announced == [("deliver_email", other.pk), ("deliver_code", email.pk)]
    assert queues.ROUTES["deliver_code"] != queues.ROUTES["deliver_email"]


def test_the_worker_is_notified_of_a_code_and_the_page_sends_nothing(
    client: Client, announced: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/account/login/", {"email": ALICE})
    assert announced == [("deliver_code", OutgoingEmail.objects.get().pk)]
    assert not sent.outbox


@pytest.fixture
def mail_server_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the threads that deliver an email, instead of doing so."""
    names: list[str] = []
    arrived = threading.Event()

    def deliver(*args: object, **options: object) -> None:
        names.append(threading.current_thread().name)
        arrived.set()

    monkeypatch.setattr(delivery, "deliver", deliver)
    yield names
    assert arrived.wait(60)


@pytest.mark.promise("R3")
@pytest.mark.django_db(transaction=True)
def test_people_can_sign_in_while_the_broker_is_down_and_no_page_waits(
    client: Client, mail_server_threads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda *task: False)
    assert client.post("/account/login/", {"email": ALICE}).status_code == 302
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(60)
    assert mail_server_threads == [THREAD]


@pytest.mark.promise("R3")
@pytest.mark.django_db(transaction=True)
def test_however_many_ask_while_the_broker_is_down_a_few_threads_send_their_codes(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = threading.Event()

    def deliver(*args: object, **options: object) -> None:
        opened.wait(60)

    monkeypatch.setattr(delivery, "deliver", deliver)
    monkeypatch.setattr(task_queue, "send_task", lambda *task: False)
    for number in range(3 * SENDERS):
        client.post("/account/login/", {"email": f"guest{number}@example.org"})
    alive = [each for each in threading.enumerate() if each.name == THREAD]
    opened.set()
    for thread in alive:
        thread.join(60)
    assert OutgoingEmail.objects.count() > SENDERS
    assert 0 < len(alive) <= SENDERS


def test_known_and_unknown_addresses_write_alike_to_the_outbox(alice: User, now: datetime) -> None:
    rows = []
    for address in (ALICE, "nobody@example.org"):
        Client().post("/account/login/", {"email": address})
        row = OutgoingEmail.objects.get(to=address)
        rows.append((row.kind, row.user, row.status, len(row.sealed_code)))
        assert row.created_at <= timezone.now()
    assert rows[0] == rows[1]
