"""The raw bytes of a message: up to 5 MB, stored once, read once, and then forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.base import retention
from games.models import Game, IncomingEmail, User
from games.people import account_deletion
from games.post.inbox import processing
from games.post.inbox.parsing.message_reader import Envelope
from tests.inbox.email_replies import PostOffice, written

pytestmark = pytest.mark.django_db

TABLE = IncomingEmail._meta.db_table


def statements(act: Callable[[], object]) -> list[str]:
    """The statements this takes that name the raw bytes of messages, or may write them."""
    with CaptureQueriesContext(connection) as asked:
        act()
    about = [query["sql"] for query in asked if TABLE in query["sql"]]
    assert about
    return [sql for sql in about if re.search(r"\braw\b", sql)]


def stored(office: PostOffice, game: Game, user: User, text: str, *, copy: bool = False,
           sender: str = "", to: str = "") -> IncomingEmail:
    """A reply to the email about the turn, stored and not yet read."""
    to = to or str(office.turn_email(game, user)["Reply-To"])
    raw = written(text, to=to, sender=sender or user.email or "", message_id="<once@example.org>")
    if copy:
        office.take_in(raw, to=to)
    return processing.store(raw, gateway="smtp", now=office.now, envelope=Envelope(None, (to,)))


@pytest.mark.parametrize(("text", "more", "outcome"), [
    ("take temple", {}, "orders"),
    ("take temple", {"copy": True}, "repeat"),
    ("help", {}, "help"),
    ("levy horse", {}, "march-first"),
    ("take temple", {"sender": "eve@example.org"}, "other-sender"),
    ("take temple", {"to": "nobody@example.org"}, "unknown-address"),
])
def test_handling_a_message_reads_its_raw_bytes_once_and_then_empties_them(
    game: Game, office: PostOffice, alice: User, text: str, more: dict[str, object], outcome: str
) -> None:
    message = stored(office, game, alice, text, **more)  # type: ignore[arg-type]
    read, emptied = statements(lambda: processing.process(message.pk, now=office.now))
    assert read.startswith("SELECT")
    assert emptied.startswith("UPDATE")
    assert len(emptied) < 2000
    message.refresh_from_db()
    assert message.outcome == outcome


def test_only_the_result_of_a_message_is_written(
    game: Game, office: PostOffice, alice: User
) -> None:
    message = stored(office, game, alice, "take temple")
    with CaptureQueriesContext(connection) as asked:
        processing.process(message.pk, now=office.now)
    updates = [query["sql"] for query in asked
               if query["sql"].startswith(f'UPDATE "{TABLE}"')]
    for column in ("gateway", "received_at", "envelope_sender", "recipients"):
        assert not any(f'"{column}" =' in sql for sql in updates), column
    assert sum('"identity" =' in sql for sql in updates) == 1


@pytest.fixture
def handled(game: Game, office: PostOffice, alice: User) -> IncomingEmail:
    """A message that was sent twice; the copy, which points at the first."""
    message = stored(office, game, alice, "take temple", copy=True)
    processing.process(message.pk, now=office.now)
    return message


def test_the_answer_to_a_message_does_not_load_its_raw_bytes(
    handled: IncomingEmail, office: PostOffice
) -> None:
    assert statements(office.deliver) == []


def test_the_sweeps_do_not_load_raw_bytes(handled: IncomingEmail, now: datetime) -> None:
    assert statements(lambda: processing.sweep(now)) == []
    later = now + retention.INCOMING_EMAILS + timedelta(days=1)
    assert statements(lambda: processing.forget_old(later)) == []
    assert not IncomingEmail.objects.exists()


@pytest.mark.promise("R25")
def test_deleting_an_account_does_not_load_raw_bytes(
    handled: IncomingEmail, alice: User, now: datetime
) -> None:
    assert statements(lambda: account_deletion.delete_account(alice, now=now)) == []
    assert not IncomingEmail.objects.exists()


def test_the_operators_pages_do_not_load_raw_bytes(
    handled: IncomingEmail, client: Client
) -> None:
    client.force_login(User.objects.create_superuser("root@example.org"),
                       backend="django.contrib.auth.backends.ModelBackend")
    handled.refresh_from_db()
    assert handled.original is not None
    for url in (reverse("admin:games_incomingemail_changelist"),
                reverse("admin:games_incomingemail_change", args=[handled.pk])):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200
        assert not [query for query in asked if re.search(r"\braw\b", query["sql"])], url
