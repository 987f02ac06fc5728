"""What was said at a table, in emails: with the next turn, at once, or never."""

from __future__ import annotations

from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import mail

from games.models import ChatMessage, EmailTiming, Game, OutgoingEmail, User
from games.post.emails.rendering import compose, texts
from games.post.inbox.parsing.markers import MARKER
from games.post.outbox import delivery, digest, preferences
from games.post.outbox.queue import queue_email
from games.table.talk import speaking
from tests import pseudo_language
from tests.outbox.test_notifications import html_of, text_of
from tests.outbox.translated import untranslated
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    return seat_table([alice, bob], now=now, options={"first": 0})


def say(game: Game, user: User, text: str = "", **values: Any) -> ChatMessage:
    return speaking.say(game, user=user, channel="table", text=text, key=f"{text}{values}",
                        now=game.created_at, **values)


def turn_of(game: Game, user: User, kind: str = "turn") -> OutgoingEmail:
    email = queue_email(kind, to=user.email or "", now=game.created_at, game=game,
                        seat=game.seats.get(user=user), user=user, number=game.number)
    assert email is not None
    return email


def sent(email: OutgoingEmail) -> EmailMessage:
    """The email as it is delivered."""
    status = delivery.deliver(email.pk, compose=compose, now=email.created_at)
    email.refresh_from_db()
    assert status == "sent", email.error
    return message_from_bytes(mail.outbox[-1].message().as_bytes(), policy=policy.default)


def test_a_turn_email_has_what_was_said_since_the_last_one(
    game: Game, alice: User, bob: User
) -> None:
    say(game, bob, preset="hello")
    say(game, bob, "Good luck!\nSee www.example.org <b>")
    say(game, alice, "Thanks")
    first = sent(turn_of(game, alice))
    assert ("WHAT WAS SAID\n  Bob: Hello!\n  Bob: Good luck!\n    See www. example. org <b>\n"
            "  You: Thanks\n") in text_of(first)
    assert "Good luck!<br>See www. example. org &lt;b&gt;</span>" in html_of(first)
    say(game, bob, "Are you there?")
    second = text_of(sent(turn_of(game, alice)))
    assert "  Bob: Are you there?" in second
    assert "Good luck" not in second
    assert "WHAT WAS SAID" not in text_of(sent(turn_of(game, alice)))


def test_ones_own_words_alone_are_not_news(game: Game, alice: User) -> None:
    say(game, alice, "Hello?")
    assert "WHAT WAS SAID" not in text_of(sent(turn_of(game, alice)))


def test_an_email_leaves_out_earlier_messages_and_says_so(
    game: Game, alice: User, bob: User
) -> None:
    for n in range(14):
        say(game, bob, f"Message {n}")
    text = text_of(sent(turn_of(game, alice)))
    assert "2 earlier messages are on the page." in text
    assert "Bob: Message 1\n" not in text
    assert "Bob: Message 2\n" in text


@pytest.mark.promise("R2", "R18")
def test_an_email_that_is_rendered_again_contains_the_same_messages(
    game: Game, alice: User, bob: User
) -> None:
    hidden, kept = say(game, bob, "Draw a horse"), say(game, bob, "Good luck")
    email = turn_of(game, alice)
    before = compose(email).message().as_bytes()
    assert compose(email).message().as_bytes() == before
    delivery.deliver(email.pk, compose=compose, now=email.created_at)
    email.refresh_from_db()
    text = texts(email)
    say(game, bob, "Said later")
    speaking.hide([hidden.pk], now=email.created_at + timedelta(hours=1))
    speaking.mute_person(alice, bob, now=email.created_at)
    preferences.change(alice, chat="never")
    assert texts(email) == text
    kept.delete()
    assert "Good luck" not in texts(email)[0]


def test_a_message_that_was_hidden_before_the_email_left_is_not_in_it(
    game: Game, alice: User, bob: User
) -> None:
    email = turn_of(game, alice)
    hidden = say(game, bob, "Nonsense")
    say(game, bob, "Good luck")
    compose(email)
    speaking.hide([hidden.pk], now=game.created_at)
    text = text_of(sent(email))
    assert "Nonsense" not in text
    assert "Bob: This message was removed by an operator." in text


@pytest.mark.parametrize("how", ["never", "person", "table"])
def test_a_turn_email_says_nothing_that_its_reader_does_not_want_to_hear(
    game: Game, alice: User, bob: User, how: str
) -> None:
    if how == "never":
        preferences.change(alice, chat="never")
    elif how == "person":
        speaking.mute_person(alice, bob, now=game.created_at)
    else:
        speaking.mute_table(alice, game, now=game.created_at)
    say(game, bob, "Good luck")
    assert "WHAT WAS SAID" not in text_of(sent(turn_of(game, alice)))


# ---------- at once ----------
def chats() -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(kind="chat").order_by("pk"))


def test_by_default_no_email_of_its_own_is_sent(game: Game, bob: User) -> None:
    say(game, bob, "Hello")
    assert chats() == []


def test_whoever_wants_to_hear_at_once_gets_an_email_that_can_be_answered(
    game: Game, alice: User, bob: User
) -> None:
    for user in (alice, bob):
        preferences.change(user, chat="now")
    say(game, bob, "Hello")
    say(game, bob, "Are you there?")
    [email] = chats()  # one that waits contains both
    assert email.user == alice
    message = sent(email)
    text = text_of(message)
    assert "  Bob: Hello\n  Bob: Are you there?\n" in text
    assert "Reply to this email to answer." in text
    assert str(message["Reply-To"]).startswith("talk-")
    assert MARKER not in text
    assert "WHAT WAS SAID" not in text_of(sent(turn_of(game, alice)))
    say(game, bob, "Hm")
    assert len(chats()) == 2


@pytest.mark.parametrize("how", ["person", "table", "game", "closed"])
def test_nobody_is_told_at_once_what_they_do_not_want_to_hear(
    game: Game, alice: User, bob: User, how: str
) -> None:
    preferences.change(alice, chat="now")
    if how == "person":
        speaking.mute_person(alice, bob, now=game.created_at)
    elif how == "table":
        speaking.mute_table(alice, game, now=game.created_at)
    elif how == "game":
        preferences.set_for_game(alice, game, EmailTiming.NEVER)
    else:
        User.objects.filter(pk=alice.pk).update(is_active=False)
    say(game, bob, "Hello")
    assert chats() == []


def test_an_email_whose_news_its_reader_has_had_is_not_sent(
    game: Game, alice: User, bob: User
) -> None:
    preferences.change(alice, chat="now")
    say(game, bob, "Hello")
    sent(turn_of(game, alice))
    [email] = chats()
    assert delivery.deliver(email.pk, compose=compose, now=email.created_at) == "failed"
    email.refresh_from_db()
    assert email.is_obsolete


def test_it_waits_for_the_end_of_quiet_hours(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    preferences.change(alice, chat="now", quiet_from=11, quiet_until=13)
    say(game, bob, "Hello")
    [email] = chats()
    assert (email.status, email.not_before.hour) == ("held", 13)
    assert digest.release_due(now + timedelta(hours=2)) == 1
    assert "Bob: Hello" in text_of(sent(OutgoingEmail.objects.get(pk=email.pk)))


def test_a_digest_says_what_was_said_in_each_game(
    alice: User, bob: User, now: datetime
) -> None:
    preferences.change(alice, when="quiet")
    for n in range(2):
        game = seat_table([alice, bob], now=now, options={"first": 0})
        say(game, bob, f"Hello from table {n}")
        turn_of(game, alice)
    digest.release_due(now + timedelta(hours=1))
    message = sent(OutgoingEmail.objects.get(kind="digest"))
    for n in range(2):
        assert f"  Bob: Hello from table {n}\n" in text_of(message)
        assert f"Hello from table {n}</span>" in html_of(message)


@pytest.mark.promise("R19")
def test_what_somebody_says_cannot_add_active_content_or_a_link(
    game: Game, alice: User, bob: User
) -> None:
    preferences.change(alice, chat="now")
    say(game, bob, "<script>alert(1)</script> https://example.org/unsubscribe/x/ {{ seed }}\x1b")
    message = sent(chats()[0])
    assert "<script" not in html_of(message)
    assert "https://example.org" not in text_of(message) + html_of(message)
    assert "{{ seed }}" in " ".join(text_of(message).split())
    assert "\x1b" not in text_of(message)


def test_emails_about_what_was_said_are_translated_and_folded(
    game: Game, alice: User, bob: User
) -> None:
    preferences.change(alice, chat="now")
    say(game, bob, "Issus " * 60)
    say(game, bob, preset="well-played")
    for email in (chats()[0], turn_of(game, alice)):
        with pseudo_language.spoken():
            message = compose(OutgoingEmail.objects.get(pk=email.pk))
        text, html = str(message.body), str(message.alternatives[0].content)
        assert untranslated(str(message.subject), text, html) == []
        assert [line for line in text.splitlines() if len(line) > 72 and "://" not in line] == []
        OutgoingEmail.objects.filter(kind="chat").update(status="failed")
