"""Answers to emails without orders are written in their reader's language."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, OutgoingEmail, User
from games.post.inbox import intake
from games.table.lobby import open_tables
from games.templatetags.email_parts import WIDTH
from tests import pseudo_language
from tests.inbox.email_replies import PostOffice, text_of
from tests.inbox.test_translated_replies import missed

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

EVE = "eve@example.org"


def assert_translated(office: PostOffice, kind: str) -> None:
    answer = next(each for each in office.deliver() if each["X-Game-Post"] == kind)
    assert missed(answer, names=frozenset({"Somebody"})) == []
    assert [line for line in text_of(answer).splitlines()
            if len(line) > WIDTH and "://" not in line and "@" not in line] == []


@pytest.mark.parametrize("sender", [EVE, "eve@work.example"])
@pytest.mark.parametrize(("text", "kind"), [
    ("yes", "accepted"), ("no", "declined"), ("maybe", "signpost"), ("x " * 9000, "signpost"),
])
@pytest.mark.parametrize("players", [2, 3])
def test_the_answer_to_an_invitation_is_translated(
    alice: User, office: PostOffice, now: datetime, text: str, kind: str, sender: str, players: int
) -> None:
    with pseudo_language.spoken():
        open_tables.create_table(by=alice, name="Issus", board="delta", players=players,
                            invite_emails=[EVE], now=now)
        office.reply(office.deliver()[-1], text, sender=sender)
        assert_translated(office, kind if sender == EVE else "signpost")


@pytest.mark.parametrize("index", [0, 1])
def test_the_answer_to_a_reply_to_news_is_translated(
    game: Game, office: PostOffice, alice: User, bob: User, index: int
) -> None:
    user = (alice, bob)[index]
    with pseudo_language.spoken():
        OutgoingEmail.objects.create(
            kind="test", user=user, to=user.email or "", message_id="<a@alexandros.localhost>",
            not_before=office.now, created_at=office.now)
        email = office.deliver()[-1]
        for _ in range(5):
            office.reply(email, "take temple", sender=user.email or "")
        assert_translated(office, "signpost")
        assert "signpost" in {each["X-Game-Post"] for each in office.delivered}
        assert missed(office.delivered[-1]) == [], "the last one of the day"


def test_the_answer_to_email_that_nobody_reads_is_translated(office: PostOffice) -> None:
    with pseudo_language.spoken():
        intake.answer_writer(EVE, now=office.now)
        assert_translated(office, "unread")
