"""Emails from programs and from other addresses than the account's."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as sent
from django.test import Client

from games.models import (
    EmailPreferences,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    Seat,
    TurnToken,
    User,
)
from games.post.inbox import tokens
from games.post.inbox.parsing.message_reader import read
from games.table.seats import leaving
from tests import emailed_codes
from tests.email_parsing import corpus_index, hostile
from tests.inbox.email_replies import PostOffice, text_of, written
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.mark.sandbox
@pytest.mark.promise("R16")
def test_no_email_from_a_program_in_the_corpus_plays_or_is_answered(
    game: Game, office: PostOffice, alice: User, settings: Any
) -> None:
    settings.MAIL_DOMAIN = corpus_index.OWN_DOMAIN
    to = str(office.turn_email(game, alice)["Reply-To"])
    sent.outbox.clear()
    for entry in corpus_index.AUTOMATIC:
        raw = corpus_index.raw(entry)
        # The worst case: the machine writes in the player's own name.
        sender = read(raw).sender or "alice@example.org"
        User.objects.filter(pk=alice.pk).update(email=sender)
        message = office.take_in(raw, to=to)
        assert (message.status, message.answer) == ("ignored", None), entry["file"]
    assert len(corpus_index.AUTOMATIC) >= 30
    assert not sent.outbox
    assert OutgoingEmail.objects.exclude(kind="turn").count() == 0
    assert LoggedMove.objects.filter(game=game).count() == 1


@pytest.mark.promise("R16")
def test_our_own_email_that_is_returned_is_ignored(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.take_in(email.as_bytes(), to=str(email["Reply-To"]), sender=alice.email)
    assert (message.status, message.outcome, message.answer) == ("ignored", "own", None)


@pytest.mark.promise("R16")
def test_the_null_sender_is_never_answered(game: Game, office: PostOffice, alice: User) -> None:
    to = str(office.turn_email(game, alice)["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    assert office.take_in(raw, to=to, sender="").status == "ignored"
    assert LoggedMove.objects.filter(game=game).count() == 1


@pytest.mark.promise("R16")
def test_at_most_five_refusals_about_a_game_are_sent_to_an_address_in_a_day(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    for n in range(8):
        assert office.reply(email, f"nonsense {n}", sender=alice.email).status == "refused"
    assert OutgoingEmail.objects.filter(kind="refusal").count() == 5
    message = office.reply(email, "take temple", sender=alice.email)
    assert message.answer is not None, "orders that are played always have a receipt"
    office.now += timedelta(hours=25)
    receipt = office.deliver()[-1]
    office.reply(receipt, "nonsense again", sender=alice.email)
    assert OutgoingEmail.objects.filter(kind="refusal").count() == 6


def test_the_answers_to_questions_are_limited(
    game: Game, office: PostOffice, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.post.inbox.answers.MAX_ANSWERS_PER_DAY", 3)
    email = office.turn_email(game, alice)
    for _ in range(5):
        office.reply(email, "show", sender=alice.email)
    assert OutgoingEmail.objects.filter(kind="answer").count() == 3


@pytest.fixture
def other_senders_allowed(alice: User) -> None:
    """Alice allows orders from other addresses, which she then confirms."""
    EmailPreferences.objects.create(user=alice, other_senders=True)


def test_another_address_plays_nothing_and_the_owner_is_told_what_to_do(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, "take temple", sender="alice@work.example")
    assert (message.status, message.outcome) == ("refused", "other-sender")
    assert LoggedMove.objects.filter(game=game).count() == 1
    [refusal] = office.deliver()
    assert refusal["To"] == alice.email, "never the address that wrote"
    text = " ".join(text_of(refusal).split())
    assert "came from alice@work.example, which is not the address of your account" in text
    assert "Please write from alice@example.org, or allow other addresses" in text
    assert "/mail/" in text
    assert "/turn/" not in text, "there is nothing to click before she has allowed it"
    assert office.reply(refusal, "take temple", sender=alice.email or "").status == "done"


@pytest.mark.usefixtures("other_senders_allowed")
def test_an_owner_who_allows_it_is_asked_about_orders_from_another_address(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, "take temple", sender="alice@work.example")
    assert (message.status, message.outcome) == ("refused", "other-sender")
    assert LoggedMove.objects.filter(game=game).count() == 1
    [question] = office.deliver()
    assert question["To"] == alice.email, "never the address that wrote"
    text = text_of(question)
    assert "alice@work.example" in text
    assert "* You take the temple to march." in text
    assert "/turn/" in text
    assert "draft=take+temple" in text


@pytest.mark.usefixtures("other_senders_allowed")
def test_only_the_owners_yes_plays_orders_from_another_address(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "take temple", sender="alice@work.example")
    [question] = office.deliver()
    assert office.reply(question, "yes", sender="alice@work.example").status == "refused"
    assert office.reply(question, "yes", sender=alice.email).outcome == "orders"


@pytest.mark.usefixtures("other_senders_allowed")
def test_the_owner_hears_of_a_strangers_nonsense_at_most_five_times(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    for n in range(4):
        office.reply(email, f"nonsense {n}", sender="eve@example.net")
        office.reply(email, "take temple", sender="eve@example.net")
    assert {m["To"] for m in office.deliver()} == {alice.email}
    assert OutgoingEmail.objects.exclude(kind="turn").count() == 5


@pytest.mark.parametrize("allowed", [False, True])
def test_a_stranger_who_asks_learns_nothing_about_the_game(
    game: Game, office: PostOffice, alice: User, allowed: bool
) -> None:
    EmailPreferences.objects.create(user=alice, other_senders=allowed)
    email = office.turn_email(game, alice)
    message = office.reply(email, "show", sender="eve@example.net")
    assert message.outcome == "other-sender"
    [told] = office.deliver()
    assert told["To"] == alice.email
    assert "lease write from alice@example.org" in " ".join(text_of(told).split())


def test_the_owner_hears_nothing_of_a_strangers_email_about_a_past_turn(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, "take temple; march B5.NW via E; draw; draw", sender=alice.email)
    office.deliver()
    message = office.reply(email, "take temple", sender="eve@example.net")
    assert (message.status, message.answer) == ("refused", None)


def test_the_reply_address_of_a_player_who_left_is_ignored(
    office: PostOffice, alice: User, bob: User, carol: User
) -> None:
    game = seat_table([alice, bob, carol], now=office.now, options={"first": 0})
    email = office.turn_email(game, alice)
    leaving.leave(game, user=alice, now=office.now)
    message = office.reply(email, "take temple", sender=alice.email)
    assert (message.status, message.outcome, message.answer) == ("ignored", "left", None)


def test_a_guessed_address_is_unknown(game: Game, office: PostOffice, alice: User) -> None:
    office.turn_email(game, alice)
    to = f"turn-{'a' * 32}@alexandros.localhost"
    message = office.take_in(written("draw", to=to, sender=alice.email or ""), to=to)
    assert (message.status, message.outcome) == ("ignored", "unknown-address")


@pytest.mark.promise("R13")
def test_the_database_holds_no_token_in_clear(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    token = str(email["Reply-To"]).partition("@")[0].removeprefix("turn-")
    kept = [str(value) for row in TurnToken.objects.values_list() for value in row]
    kept += [str(value) for row in OutgoingEmail.objects.values_list() for value in row]
    assert not any(token in value for value in kept)
    assert tokens.token_digest(token) in kept


@pytest.mark.promise("R13")
def test_an_address_is_for_one_seat_only(
    game: Game, office: PostOffice, alice: User, bob: User
) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, "take temple", sender=bob.email)
    assert message.outcome == "other-sender"
    token = str(email["Reply-To"]).partition("@")[0].removeprefix("turn-")
    assert tokens.find(token, purpose=TurnToken.Purpose.PLAY) is None, "nor by another way"


def test_a_new_secret_of_the_site_makes_new_addresses(
    game: Game, office: PostOffice, alice: User, settings: Any
) -> None:
    old = office.turn_email(game, alice)
    settings.SECRET_KEY = "another secret, long enough for anybody who guesses"
    new = office.turn_email(game, alice)
    assert new["Reply-To"] != old["Reply-To"]
    assert office.reply(old, "draw", sender=alice.email).outcome == "unknown-address"
    assert office.reply(new, "take temple", sender=alice.email).status == "done"


HOSTILE = ("ten megabytes of text", "2000 multiparts in each other", "a line of 50 KB",
           "a character set that is no character set", "zeros in header and text",
           "bytes that fit no character set", "nothing at all", "a uuencoded part that lies")


@pytest.mark.promise("R17", "R19")
@pytest.mark.parametrize("says", HOSTILE)
def test_a_hostile_email_raises_no_exception(
    game: Game, office: PostOffice, alice: User, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    made = next(email.make() for email in hostile.MAILS if email.says == says)
    to = str(office.turn_email(game, alice)["Reply-To"])
    message = office.take_in(made, to=to)
    assert message.status in ("ignored", "refused")
    assert not message.raw or message.kept_until
    assert "was not handled" not in caplog.text
    for email in office.deliver():
        assert text_of(email)
    assert LoggedMove.objects.filter(game=game).count() == 1


@pytest.mark.promise("R19")
def test_orders_that_no_email_can_repeat_are_still_refused_by_email(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_email(game, alice)["Reply-To"])
    head = written("x", to=to, sender=alice.email or "").partition(b"Content-Type")[0]
    raw = head + b"Content-Type: text/plain; charset=utf-7\r\n\r\ntake +2AA- <script>x</script>\r\n"
    message = office.take_in(raw, to=to, sender=alice.email)
    assert message.status == "refused"
    [refusal] = office.deliver()
    assert "<script>" not in str(refusal.get_body(preferencelist=("html",)))


def test_a_closed_account_gets_no_answer(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    message = office.reply(email, "take temple", sender=alice.email)
    assert message.outcome == "left"
    assert Seat.objects.get(game=game, index=0).user == alice
    assert IncomingEmail.objects.exclude(answer=None).count() == 0


@pytest.mark.promise("R16")
def test_an_email_with_a_sign_in_code_is_marked_as_ours_too(client: Client, alice: User) -> None:
    client.post("/account/login/", {"email": alice.email})
    emailed_codes.deliver()
    raw = sent.outbox[-1].message().as_bytes()
    assert read(raw).reason == "own"
