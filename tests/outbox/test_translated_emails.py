"""Every email is written in its reader's language: text, HTML, subject and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from games.models import Game, OutgoingEmail, User
from games.post import email_kinds
from games.post.emails.rendering import compose
from games.post.outbox.delivery import Obsolete
from games.post.outbox.queue import queue_email
from games.table.lobby import rematches
from tests import emailed_codes, pseudo_language
from tests.outbox.test_every_kind_of_email import emails_of_every_kind
from tests.outbox.translated import untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ROOT = Path(__file__).resolve().parents[2]
MAX_COLUMNS = 120  # of a line in a template
# The first game has no orders out of turn, so tests/auction has emails about offers; emails with
# talk are in test_talk_in_emails.py.
SENT = {kind.name for kind in email_kinds.OWN
        if str(kind.content).startswith("notifications.")} - {"asked", "chat", "said"}


def missed(message: EmailMultiAlternatives) -> list[str]:
    """What of this email is not translated."""
    return untranslated(str(message.subject), str(message.body),
                        str(message.alternatives[0].content))


@pytest.fixture
def emails(alice: User, bob: User, carol: User, now: datetime) -> list[OutgoingEmail]:
    """Emails of every kind that is not a reply, each in all its variants."""
    by_kind = emails_of_every_kind([alice, bob, carol], now=now)
    queue_email("test", to="alice@example.org", user=alice, now=now)
    queue_email("moved", to="old@example.org", user=alice, now=now)
    game = by_kind["over"].game
    assert game is not None
    rematches.join_or_create(game, by=alice, now=now)
    Game.objects.filter(status=Game.Status.OPEN).update(pace="weekdays")
    kinds = {*by_kind, "test", "moved"}
    assert kinds == SENT
    return list(OutgoingEmail.objects.filter(kind__in=kinds).order_by("pk"))


def composed(emails: list[OutgoingEmail]) -> Iterator[tuple[str, EmailMultiAlternatives]]:
    """Those of the emails that are still to be sent, with their kinds."""
    for email in emails:
        try:
            yield email.kind, compose(OutgoingEmail.objects.get(pk=email.pk))
        except Obsolete:
            continue


def test_every_email_is_translated(emails: list[OutgoingEmail]) -> None:
    with pseudo_language.spoken():
        messages = list(composed(emails))
    assert {kind for kind, _ in messages} == SENT
    assert [(kind, missed(message)) for kind, message in messages if missed(message)] == []


def test_every_email_is_translated_on_a_site_that_takes_no_replies(
    emails: list[OutgoingEmail], settings: Any
) -> None:
    settings.REPLY_DOMAIN = ""
    with pseudo_language.spoken():
        messages = list(composed(emails))
    assert {kind for kind, _ in messages} == SENT
    assert [(kind, missed(message)) for kind, message in messages if missed(message)] == []


def test_an_email_is_not_written_in_the_language_of_the_request_that_causes_it(
    emails: list[OutgoingEmail]
) -> None:
    before = {kind: message.body for kind, message in composed(emails)}
    User.objects.update(language="en-gb")
    OutgoingEmail.objects.update(language="en-gb")  # those to people without an account
    with pseudo_language.spoken():
        assert {kind: message.body for kind, message in composed(emails)} == before


@pytest.mark.promise("R2")
def test_a_translated_email_is_the_same_when_it_is_rendered_again(
    emails: list[OutgoingEmail]
) -> None:
    with pseudo_language.spoken():
        first = [message.message().as_bytes() for _, message in composed(emails)]
        assert [message.message().as_bytes() for _, message in composed(emails)] == first


def test_the_emails_with_codes_are_translated(alice: User, client: Client) -> None:
    with pseudo_language.spoken():
        client.post(reverse("account_login"), {"email": alice.email})
        client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
        client.post(reverse("account-email"), {"email": "new@example.org"})
        emailed_codes.deliver()
    assert len(mail.outbox) == 2
    for message in mail.outbox:
        assert isinstance(message, EmailMultiAlternatives)
        code = re.search(r"^    (\S+)$", message.body, re.MULTILINE)
        assert code, message.body
        message.body = message.body.replace(code[1], "")
        assert missed(message) == []


def test_no_line_of_a_text_template_is_too_long() -> None:
    templates = [*ROOT.glob("templates/**/*.txt"), *ROOT.glob("games/**/templates/**/*.txt")]
    assert len(templates) > 20
    assert [f"{path.name}:{number}" for path in templates
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
            if len(line) > MAX_COLUMNS] == []
