"""Fetching email by IMAP, from a small server made for these tests."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.fetch_mail import VARIABLE
from games.models import Game, IncomingEmail, LoggedMove, User
from games.post.inbox import processing, quotas
from games.post.inbox.gateways import imap
from tests.inbox.email_replies import PostOffice, written

PASSWORD = "open-sesame"


class Mailbox(socketserver.ThreadingTCPServer):
    """An IMAP server with one folder; ``seen`` are the numbers of messages marked as seen."""

    daemon_threads = True

    def __init__(self, messages: list[bytes]):
        super().__init__(("127.0.0.1", 0), Talk)
        self.messages, self.seen = messages, set[int]()

    @property
    def url(self) -> str:
        return f"imap://alice:{PASSWORD}@127.0.0.1:{self.server_address[1]}/INBOX"


class Talk(socketserver.StreamRequestHandler):
    """One client of the mailbox."""

    server: Mailbox

    def handle(self) -> None:
        self.wfile.write(b"* OK ready\r\n")
        for line in self.rfile:
            tag, _, command = line.decode().strip().partition(" ")
            self.wfile.write(self.answer(command) + f"{tag} {self.verdict(command)}\r\n".encode())
            if command.startswith("LOGOUT"):
                return

    def verdict(self, command: str) -> str:
        wrong = command.startswith("LOGIN") and PASSWORD not in command
        return "NO wrong password" if wrong else "OK done"

    def answer(self, command: str) -> bytes:
        if command == "CAPABILITY":
            return b"* CAPABILITY IMAP4rev1\r\n"
        if command.startswith("SELECT"):
            return f"* {len(self.server.messages)} EXISTS\r\n".encode()
        if command == "UID SEARCH UNSEEN":
            numbers = [n for n in range(1, len(self.server.messages) + 1)
                       if n not in self.server.seen]
            return f"* SEARCH {' '.join(map(str, numbers))}".rstrip().encode() + b"\r\n"
        if fetched := re.fullmatch(r"UID FETCH (\d+) \(BODY\.PEEK\[(HEADER)?\]\)", command):
            raw = self.server.messages[int(fetched[1]) - 1]
            raw = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if fetched[2] else raw
            return (f"* {fetched[1]} FETCH (UID {fetched[1]} BODY[] {{{len(raw)}}}\r\n".encode()
                    + raw + b")\r\n")
        if stored := re.fullmatch(r"UID STORE (\d+) \+FLAGS\.SILENT \(\\Seen\)", command):
            self.server.seen.add(int(stored[1]))
        return b""


@pytest.fixture
def mailbox(game: Game, office: PostOffice, alice: User) -> Iterator[Mailbox]:
    """A mailbox with Alice's answer in it."""
    address = str(office.turn_email(game, alice)["Reply-To"])
    with Mailbox([written("take temple", to=address, sender="alice@example.org")]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.django_db
def test_fetched_orders_are_stored_and_then_played(
    mailbox: Mailbox, game: Game, now: Any
) -> None:
    assert imap.fetch(mailbox.url, now=now) == 1
    message = IncomingEmail.objects.get()
    assert message.gateway == IncomingEmail.Gateway.IMAP
    processing.process(message.pk, now=now)
    assert LoggedMove.objects.filter(game=game, actor=LoggedMove.Actor.MAIL).exists()


@pytest.mark.promise("R6")
@pytest.mark.django_db
def test_a_message_is_fetched_once(mailbox: Mailbox, now: Any) -> None:
    imap.fetch(mailbox.url, now=now)
    assert mailbox.seen == {1}
    assert imap.fetch(mailbox.url, now=now) == 0
    assert IncomingEmail.objects.count() == 1


@pytest.mark.django_db
def test_email_of_somebody_who_sends_too_much_waits_and_holds_up_nobody(
    mailbox: Mailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own,) = mailbox.messages
    strange = own.replace(b"alice@example.org", b"eve@example.net")
    mailbox.messages[:] = [strange, strange, strange, own]
    monkeypatch.setitem(quotas.QUOTAS, "stranger", quotas.Quota(1, 1_000_000))
    assert imap.fetch(mailbox.url, now=now) == 2
    assert mailbox.seen == {1, 4}
    assert imap.fetch(mailbox.url, now=now) == 0
    assert imap.fetch(mailbox.url, now=now + timedelta(hours=1)) == 1


@pytest.mark.django_db
def test_too_much_email_for_nobody_is_dropped_and_does_not_wait(
    mailbox: Mailbox, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = written("hello", to="post@alexandros.localhost", sender="eve@example.net")
    mailbox.messages[:] = [raw] * 5
    monkeypatch.setitem(quotas.QUOTAS, "writer", quotas.Quota(1, 1_000_000))
    assert imap.fetch(mailbox.url, now=now) == 5
    assert mailbox.seen == {1, 2, 3, 4, 5}
    assert not IncomingEmail.objects.exists()


@pytest.mark.django_db
def test_a_message_that_cannot_be_stored_stays_unseen(
    mailbox: Mailbox, now: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(processing, "store", broken)
    with pytest.raises(imap.Unusable):
        imap.fetch(mailbox.url, now=now)
    assert mailbox.seen == set()


@pytest.mark.django_db
def test_a_wrong_password_is_reported_without_showing_it(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, mailbox.url.replace(PASSWORD, "guess"))
    with pytest.raises(CommandError, match="check its address, name and password") as refused:
        call_command("fetch_mail")
    assert "guess" not in str(refused.value)


@pytest.mark.parametrize("url", ["", "inbox", "imap://host", "pop3://alice@host"])
def test_a_url_that_is_not_a_mailbox_is_named(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, url)
    with pytest.raises(CommandError, match="imaps://user:password@host/INBOX"):
        call_command("fetch_mail")
