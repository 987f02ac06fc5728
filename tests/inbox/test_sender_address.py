"""Email to the address we send from: nobody reads it, nothing of it is stored."""

from __future__ import annotations

import io
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, IncomingEmail, OutgoingEmail, ReceivedVolume, User
from games.post.emails.rendering import texts
from games.post.inbox import intake, processing, quotas
from games.post.inbox.gateways import pipe, smtp
from games.post.inbox.parsing.message_reader import Envelope
from games.post.inbox.quotas import OverQuota, Quota
from games.post.outbox import bounces
from tests.email_parsing import corpus_index, hostile
from tests.inbox.email_replies import PostOffice, text_of, written

SENDER = "post@alexandros.localhost"
LARGE = 4_300_000


def received(raw: bytes, *, sender: str | None, now: datetime, to: str = SENDER) -> object:
    """What the pipe makes of an email to this address."""
    return pipe.receive(raw, sender=sender, recipients=[to], now=now)


def bounce_of(email: OutgoingEmail) -> bytes:
    return (f"From: MAILER-DAEMON@example.org\r\nTo: {SENDER}\r\nSubject: Undelivered\r\n"
            "Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n\r\nStatus: 5.1.1\r\n"
            f"Message-ID: {email.message_id}\r\n--x--\r\n").encode()


@pytest.fixture
def sent(game: Game, office: PostOffice, alice: User) -> OutgoingEmail:
    """An email that was sent to Alice."""
    office.turn_email(game, alice)
    return OutgoingEmail.objects.get(kind="turn")


@pytest.mark.django_db
@pytest.mark.promise("R16")
def test_a_person_who_writes_there_is_answered_once_a_day_and_nothing_is_stored(
    office: PostOffice, now: datetime
) -> None:
    raw = written("Yes, I want to play!", to=SENDER, sender="eve@example.org")
    for _ in range(3):
        assert received(raw, sender="eve@example.org", now=now) is None
    assert not IncomingEmail.objects.exists()
    [answer] = office.deliver()
    assert (answer["To"], answer["Reply-To"]) == ("eve@example.org", None)
    assert f"Nobody reads emails to {SENDER}" in " ".join(text_of(answer).split())
    assert "reply to the newest email about your turn" in " ".join(text_of(answer).split())
    received(raw, sender="eve@example.org", now=now + timedelta(hours=25))
    assert OutgoingEmail.objects.filter(kind="unread").count() == 2


@pytest.mark.django_db
@pytest.mark.promise("R13")
def test_a_reply_that_ignores_our_reply_address_is_found_by_what_it_answers(
    sent: OutgoingEmail, alice: User, game: Game, now: datetime
) -> None:
    raw = written("take temple", to=SENDER, sender=alice.email or "", answers=sent.message_id)
    message = received(raw, sender=alice.email, now=now)
    assert isinstance(message, IncomingEmail)
    processing.process(message.pk, now=now, render=texts)
    message.refresh_from_db()
    assert (message.status, message.outcome) == ("done", "orders")
    game.refresh_from_db()
    assert game.number == 2


@pytest.mark.django_db
@pytest.mark.promise("R12")
@pytest.mark.parametrize(("sender", "answers"), [
    ("eve@example.org", None), ("alice@example.org", "<unknown@alexandros.localhost>"),
])
def test_only_the_reader_of_an_email_can_reply_to_it_there(
    sent: OutgoingEmail, game: Game, now: datetime, sender: str, answers: str | None
) -> None:
    raw = written("take temple", to=SENDER, sender=sender, answers=answers or sent.message_id)
    assert received(raw, sender=sender, now=now) is None
    assert not IncomingEmail.objects.exists()


@pytest.mark.django_db
@pytest.mark.promise("R16")
def test_no_program_that_writes_there_is_answered(now: datetime) -> None:
    for entry in corpus_index.AUTOMATIC[::4]:
        received(corpus_index.raw(entry), sender=None, now=now)
    raw = written("out", to=SENDER, sender="a@example.org", headers={"Auto-Submitted": "auto"})
    received(raw, sender="a@example.org", now=now)
    received(written("hi", to=SENDER, sender=SENDER), sender=SENDER, now=now)
    assert not OutgoingEmail.objects.exists()
    assert not IncomingEmail.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("sender", ["", None, "mailer-daemon@example.org"])
def test_a_bounce_is_processed_and_forgotten(
    sent: OutgoingEmail, alice: User, now: datetime, sender: str | None
) -> None:
    assert received(bounce_of(sent), sender=sender, now=now) is None
    assert bounces.reason_not_to_send(alice.email or "") == "the address bounced"
    assert not IncomingEmail.objects.exists()


@pytest.mark.django_db
def test_too_many_bounces_come_again_later(
    sent: OutgoingEmail, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(quotas.QUOTAS, "bounces", Quota(1, 1_000_000))
    received(bounce_of(sent), sender="", now=now)
    with pytest.raises(pipe.Rejected) as rejected:
        received(bounce_of(sent), sender="", now=now)
    assert rejected.value.code == pipe.TRY_AGAIN
    assert received(bounce_of(sent), sender="", now=now + timedelta(hours=1)) is None


@pytest.mark.django_db
@pytest.mark.parametrize("senders", [1, 1000])
def test_a_thousand_large_emails_leave_nothing_behind(now: datetime, senders: int) -> None:
    raw = written("x", to=SENDER, sender="eve@example.org")
    raw += b"x" * (LARGE - len(raw))
    before = size_of_database()
    for number in range(1000):
        received(raw, sender=f"eve{number % senders}@example.net", now=now)
    assert not IncomingEmail.objects.exists()
    assert OutgoingEmail.objects.count() <= 30
    assert ReceivedVolume.objects.count() <= 100
    assert size_of_database() - before <= 500_000


def size_of_database() -> int:
    """The bytes in use, in the tables that an incoming email may grow."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            pages, free, size = (cursor.execute(f"PRAGMA {name}").fetchone()[0]
                                 for name in ("page_count", "freelist_count", "page_size"))
        return (pages - free) * size
    tables = (IncomingEmail, OutgoingEmail, ReceivedVolume)
    with connection.cursor() as cursor:
        return sum(_relation_size(cursor, model._meta.db_table) for model in tables)


def _relation_size(cursor: object, table: str) -> int:
    cursor.execute("SELECT pg_total_relation_size(%s)", [table])  # type: ignore[attr-defined]
    return int(cursor.fetchone()[0])  # type: ignore[attr-defined]


@contextmanager
def client_of(port: int) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        client.ehlo()
        yield client


@pytest.fixture
def port(transactional_db: None) -> Iterator[int]:
    with smtp.smtp_server("127.0.0.1", 0) as found:
        yield found


@pytest.mark.django_db(transaction=True)
def test_smtp_rejects_a_person_before_the_email_is_sent(port: int) -> None:
    with client_of(port) as client:
        client.mail("eve@example.org")
        code, sentence = client.rcpt(SENDER)
    assert (code, sentence.decode()) == (
        550, "5.7.1 Nobody reads this address; reply to the newest email about your game")


@pytest.mark.django_db(transaction=True)
def test_smtp_takes_a_bounce_and_rejects_a_person_without_a_sender(
    port: int, sent: OutgoingEmail, alice: User
) -> None:
    with client_of(port) as client:
        assert client.sendmail("", [SENDER], bounce_of(sent)) == {}
        assert bounces.reason_not_to_send(alice.email or "") == "the address bounced"
        client.mail("mailer-daemon@example.org")
        assert client.rcpt(SENDER)[0] == 250
        assert client.data(written("hello", to=SENDER, sender="eve@example.org"))[0] == 550
    assert not IncomingEmail.objects.exists()
    assert not OutgoingEmail.objects.filter(kind="unread").exists()


@pytest.mark.django_db
def test_the_pipes_command_knows_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(written("hello", to=SENDER, sender="eve@example.org"))

    monkeypatch.setattr("sys.stdin", Input)
    try:
        call_command("receive_mail", SENDER, "--sender", "eve@example.org")
    except CommandError as error:  # the test shows the sentence
        pytest.fail(str(error))
    assert OutgoingEmail.objects.get().to == "eve@example.org"


@pytest.mark.django_db
def test_email_for_nobody_is_dropped_without_an_answer(now: datetime) -> None:
    raw = written("newsletter", to="somebody@example.org", sender="eve@example.org")
    assert intake.take_in_or_answer(raw, gateway="imap", now=now) is None
    assert not IncomingEmail.objects.exists()
    assert not OutgoingEmail.objects.exists()


@pytest.mark.django_db
@pytest.mark.promise("R17")
def test_no_hostile_header_stops_a_gateway(now: datetime) -> None:
    for email in hostile.MAILS:
        intake.check(email.make(), now=now)
    assert not ReceivedVolume.objects.exists()


@pytest.mark.django_db
def test_unread_email_raises_for_gateways_that_can_reject(now: datetime) -> None:
    raw = written("hello", to=SENDER, sender="eve@example.org")
    envelope = Envelope("eve@example.org", (SENDER,))
    for _ in range(3):
        with pytest.raises(intake.Unread):
            intake.take_in(raw, gateway="smtp", now=now, envelope=envelope)
    with pytest.raises(OverQuota):
        intake.take_in(raw, gateway="smtp", now=now, envelope=envelope)
