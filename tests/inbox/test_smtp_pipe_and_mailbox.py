"""The gateways: a pipe, SMTP, LMTP and the form of the local mailbox."""

from __future__ import annotations

import io
import smtplib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client

from games.management.commands import receive_mail
from games.models import Game, IncomingEmail, LoggedMove, MailboxEmail, User
from games.post.inbox import processing
from games.post.inbox.gateways import smtp
from games.post.outbox import local_mailbox
from tests.inbox.email_replies import PostOffice, written

pytestmark = pytest.mark.sandbox


@pytest.fixture
def address(game: Game, office: PostOffice, alice: User) -> str:
    """Where Alice sends the orders of her turn."""
    return str(office.turn_email(game, alice)["Reply-To"])


@pytest.fixture
def raw(address: str) -> bytes:
    return written("take temple", to=address, sender="alice@example.org")


@pytest.fixture
def port(transactional_db: None) -> Iterator[int]:
    """The port of a real listener."""
    with smtp.smtp_server("127.0.0.1", 0) as found:
        yield found


def broken(*args: Any, **kwargs: Any) -> None:
    raise OperationalError("the database is away")


def pipe(monkeypatch: pytest.MonkeyPatch, raw: bytes, *arguments: str) -> int:
    """What the mail server sees when it pipes this message in."""
    class Input:
        buffer = io.BytesIO(raw)

    monkeypatch.setattr("sys.stdin", Input)
    try:
        call_command("receive_mail", *arguments)
    except CommandError as error:
        return error.returncode
    return 0


@pytest.mark.django_db
def test_a_piped_email_is_stored_and_then_played(
    monkeypatch: pytest.MonkeyPatch, raw: bytes, game: Game, announced: list[Any], now: Any
) -> None:
    assert pipe(monkeypatch, raw) == 0
    message = IncomingEmail.objects.get()
    assert (message.gateway, message.status) == ("pipe", "received")
    assert processing.unseal(bytes(message.raw)).raw == raw
    assert processing.process(message.pk, now=now) == "done"
    assert LoggedMove.objects.filter(game=game, actor="mail").count() == 1


@pytest.mark.django_db
def test_the_pipe_takes_the_envelope_from_the_command_line(
    monkeypatch: pytest.MonkeyPatch, raw: bytes, address: str
) -> None:
    assert pipe(monkeypatch, raw, address, "--sender", "bounce@example.org") == 0
    message = IncomingEmail.objects.get()
    assert processing.unseal(bytes(message.raw)).recipients == (address,)
    assert (message.recipients, message.envelope_sender) == (
        "turn-…@alexandros.localhost", "bounce@example.org")


@pytest.mark.django_db
@pytest.mark.parametrize("nobody", ["", "<>", "MAILER-DAEMON"])
def test_the_pipe_recognises_a_null_sender_however_it_is_written(
    monkeypatch: pytest.MonkeyPatch, raw: bytes, address: str, nobody: str
) -> None:
    assert pipe(monkeypatch, raw, address, "--sender", nobody) == 0
    assert IncomingEmail.objects.get().envelope_sender == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("what", "arguments", "code"),
    [(b"", [], 66), (b"Subject: x\n\nx", ["nobody@alexandros.localhost"], 67)],
)
def test_the_pipe_rejects_an_email_with_an_exit_code_for_mail_servers(
    monkeypatch: pytest.MonkeyPatch, what: bytes, arguments: list[str], code: int
) -> None:
    assert pipe(monkeypatch, what, *arguments) == code
    assert not IncomingEmail.objects.exists()


@pytest.mark.django_db
def test_the_pipe_asks_for_another_try_when_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, raw: bytes
) -> None:
    monkeypatch.setattr(processing, "store", broken)
    assert pipe(monkeypatch, raw) == 75


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2525", ("127.0.0.1", 2525)), (":2525", ("127.0.0.1", 2525)), ("[::1]:25", ("::1", 25)),
     ("192.0.2.1:25", ("192.0.2.1", 25))],
)
def test_the_address_to_listen_at_is_loopback_by_default(
    text: str, expected: tuple[str, int]
) -> None:
    assert receive_mail.parse_address(text) == expected


def test_text_that_is_not_an_address_is_refused() -> None:
    with pytest.raises(CommandError, match="Write it like"):
        receive_mail.parse_address("here")


@pytest.mark.django_db(transaction=True)
def test_smtp_stores_an_email_before_acknowledging_it(
    port: int, raw: bytes, address: str, now: Any
) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        assert client.sendmail("alice@example.org", [address], raw) == {}
        message = IncomingEmail.objects.get()
    assert message.gateway == "smtp"
    assert processing.process(message.pk, now=now) == "done"


@pytest.mark.django_db(transaction=True)
def test_lmtp_stores_an_email(port: int, raw: bytes, address: str, now: Any) -> None:
    with smtplib.LMTP("127.0.0.1", port) as client:
        assert client.sendmail("alice@example.org", [address], raw) == {}
    message = IncomingEmail.objects.get()
    assert message.gateway == "lmtp"
    assert processing.process(message.pk, now=now) == "done"


@pytest.mark.django_db(transaction=True)
def test_a_bounce_is_stored_with_its_null_sender(port: int, raw: bytes, address: str) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        client.sendmail("", [address], raw)
    assert IncomingEmail.objects.get().envelope_sender == ""


@pytest.mark.django_db(transaction=True)
def test_unknown_and_additional_recipients_are_refused_by_smtp(port: int, address: str) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        client.ehlo()
        client.mail("alice@example.org")
        for nobody in (f"turn-{'a' * 32}@alexandros.localhost", "bob@example.org",
                       address.replace("alexandros", "elsewhere")):
            assert client.rcpt(nobody)[0] == 550
        assert client.rcpt(address)[0] == 250
        assert client.rcpt(address)[0] == 452
    assert not IncomingEmail.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_smtp_asks_for_another_try_when_the_database_is_away(
    port: int, raw: bytes, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processing, "store", broken)
    with (
        smtplib.SMTP("127.0.0.1", port, timeout=60) as client,
        pytest.raises(smtplib.SMTPDataError) as refused,
    ):
        client.sendmail("alice@example.org", [address], raw)
    assert refused.value.smtp_code == 451


@pytest.mark.promise("R17")
@pytest.mark.django_db(transaction=True)
def test_an_email_that_is_far_too_large_is_refused_by_smtp(port: int, address: str) -> None:
    with (
        smtplib.SMTP("127.0.0.1", port, timeout=60) as client,
        pytest.raises(smtplib.SMTPSenderRefused) as refused,
    ):
        client.sendmail("alice@example.org", [address], b"x\r\n" * 2_000_000)
    assert refused.value.smtp_code == 552


@pytest.fixture
def client() -> Client:
    """A browser on this machine; the test client's own host name could be anywhere."""
    return Client(headers={"host": "localhost"})


@pytest.mark.django_db
def test_a_turns_email_is_answered_on_the_mailbox_page(
    client: Client, office: PostOffice, game: Game, alice: User, address: str, settings: Any
) -> None:
    settings.LOCAL_MAILBOX, settings.PUBLIC = True, False
    kept = MailboxEmail.objects.create(
        message_id="<m@example.org>", to=alice.email, subject="Friends", created_at=office.now,
        raw=office.delivered[-1].as_bytes(),
    )
    assert local_mailbox.reply_to(kept) == address
    assert "Send the reply" in client.get(f"/mailbox/{kept.pk}/").content.decode()
    page = client.post(f"/mailbox/{kept.pk}/answer/", {"text": "take temple\r\n"}, follow=True)
    assert "Your reply has been sent." in page.content.decode()
    message = IncomingEmail.objects.get()
    assert processing.process(message.pk, now=office.now) == "done"
    assert (message.gateway, LoggedMove.objects.filter(game=game, actor="mail").count()) == (
        "mailbox",
        1,
    )


@pytest.mark.django_db
def test_the_mailbox_page_sends_a_first_email(
    client: Client, office: PostOffice, settings: Any
) -> None:
    settings.LOCAL_MAILBOX, settings.PUBLIC = True, False
    page = client.post("/mailbox/write/", {"sender": "dave", "text": "help"}, follow=True)
    assert "Please write an email address" in page.content.decode()
    dave = {"sender": "dave@example.org", "text": "open tables"}
    page = client.post("/mailbox/write/", dave, follow=True)
    assert "Your email has been sent." in page.content.decode()
    processing.process(IncomingEmail.objects.get().pk, now=office.now)
    [question] = office.deliver()
    assert question["To"] == "dave@example.org"


@pytest.mark.django_db
def test_only_this_machines_own_mailbox_has_the_form(
    client: Client, office: PostOffice, alice: User, settings: Any
) -> None:
    settings.LOCAL_MAILBOX, settings.PUBLIC = True, False
    plain = MailboxEmail.objects.create(
        message_id="<m@example.org>", to=alice.email, subject="Your code", created_at=office.now,
        raw=b"Subject: Your code\r\n\r\n1234",
    )
    assert "Send the reply" not in client.get(f"/mailbox/{plain.pk}/").content.decode()
    assert client.post(f"/mailbox/{plain.pk}/answer/", {"text": "draw"}).status_code == 404
    assert client.get(f"/mailbox/{plain.pk}/answer/").status_code == 303
    settings.PUBLIC = True
    assert client.post(f"/mailbox/{plain.pk}/answer/", {"text": "draw"}).status_code == 404
    assert client.post("/mailbox/write/", {"sender": alice.email}).status_code == 404
