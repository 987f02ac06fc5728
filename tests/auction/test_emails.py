"""Emails and notifications about offers, and about those who still have to decide."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from games.models import (
    EmailPreferences,
    EmailTiming,
    Game,
    IncomingEmail,
    OutgoingEmail,
    PushDevice,
    PushNotice,
    User,
)
from games.post.emails.rendering import compose
from games.post.outbox import digest
from games.post.push import notices
from games.table.play import bots
from tests.auction.conftest import ALICE, BOB, CAROL, calling_table, submit, to_move
from tests.inbox.email_replies import PostOffice, html_of, text_of, words
from tests.outbox.translated import untranslated
from tests.pseudo_language import spoken

pytestmark = pytest.mark.django_db
LATER = timedelta(hours=1)


@pytest.fixture
def office(now: datetime) -> PostOffice:
    return PostOffice(now)


def kinds() -> list[str]:
    return list(OutgoingEmail.objects.order_by("pk").values_list("kind", flat=True))


def test_an_email_says_who_offers_what_and_how_to_accept_it(
    table: Game, office: PostOffice, now: datetime
) -> None:
    submit(table, BOB, "call 2\ncall 3", now=now)

    (email,) = office.deliver()

    assert email["To"] == "carol@example.org"
    assert email["X-Game-Post"] == "asked"
    text = words(email)
    assert "Bob makes you an offer in Friends." in text
    assert "* Bob offers 2 coins for a point. * Bob offers 3 coins for a point." in text
    assert "Nobody waits for your answer" in text
    assert "reply to this email with your orders" in text
    assert "\n  sell\n" in text_of(email)
    for words_of_it in ("Bob makes you an offer in Friends", "Bob offers 3 coins for a point."):
        assert words_of_it in html_of(email)


@pytest.mark.promise("R13")
def test_a_reply_accepts_the_offer(table: Game, office: PostOffice, now: datetime) -> None:
    submit(table, BOB, "call 3", now=now)
    (email,) = office.deliver()

    receipt = office.answer(email, "sell\n", sender="carol@example.org")

    assert receipt["X-Game-Post"] == "receipt"
    assert "Carol sells a point for 3 coins." in words(receipt)
    assert "It is Alice’s turn. We will email you when it is your turn again." in words(receipt)
    table.refresh_from_db()
    assert (table.rows.get(number=3).move, to_move(table)) == ("sell", [ALICE])


@pytest.mark.promise("R13")
def test_a_reply_to_a_receipt_is_read_as_orders_in_later_turns_too(
    table: Game, office: PostOffice, now: datetime
) -> None:
    submit(table, ALICE, "offer", now=now)
    submit(table, ALICE, "pass", now=now)
    submit(table, CAROL, "pass", now=now)
    sent = next(each for each in office.deliver() if each["To"] == "bob@example.org")
    office.reply(sent, "bid 1\n", sender="bob@example.org")
    offered = office.turn_email(table, table.seats.get(index=BOB).user)
    office.reply(offered, "offer\n", sender="bob@example.org")
    receipt = office.answer(office.turn_email(table, table.seats.get(index=BOB).user), "bid 1\n",
                            sender="bob@example.org")

    office.reply(receipt, "call 3\n", sender="bob@example.org")

    table.refresh_from_db()
    last = table.rows.order_by("number").last()
    assert last is not None
    assert (last.seat, last.move) == (BOB, "call 3")


def test_a_refused_reply_lists_what_can_be_ordered_out_of_turn(
    table: Game, office: PostOffice, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    (email,) = office.deliver()

    answer = office.answer(email, "offer\n", sender="carol@example.org")

    assert "It is not your turn. We will tell you when it is." in words(answer)
    assert "\n  sell\n" in text_of(answer)
    office.reply(answer, "sell\n", sender="carol@example.org")
    table.refresh_from_db()
    assert table.number == 3


def test_a_reply_to_an_offer_that_is_gone_is_refused_as_stale(
    table: Game, office: PostOffice, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    (email,) = office.deliver()
    submit(table, BOB, "call 0", now=now)

    answer = office.answer(email, "sell\n", sender="carol@example.org")

    assert "The game has moved on to position 3 since" in words(answer)
    assert IncomingEmail.objects.get().outcome == "stale"


def test_without_orders_out_of_turn_a_reply_is_told_to_wait(
    game: Game, office: PostOffice, alice: User, now: datetime
) -> None:
    email = office.turn_email(game, alice)
    submit(game, ALICE, "offer", now=now)
    submit(game, ALICE, "pass", now=now)

    answer = office.answer(email, "call 3\n")

    assert "This turn is over, and it is not your turn now." in words(answer)


def test_nobody_is_told_twice_of_the_same_offer(
    table: Game, office: PostOffice, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    submit(table, BOB, "call 3", now=now)
    assert kinds() == ["asked"]

    submit(table, BOB, "call 4", now=now)
    assert kinds() == ["asked", "asked"]


def test_who_was_to_move_is_not_told_of_an_offer_that_stands(table: Game, now: datetime) -> None:
    submit(table, BOB, "call 3", now=now)
    submit(table, ALICE, "offer", now=now)
    OutgoingEmail.objects.all().delete()

    submit(table, ALICE, "pass", now=now)

    assert table.seats.get(index=ALICE).asked
    assert kinds() == []


def test_an_email_about_an_offer_that_is_gone_is_not_sent(
    table: Game, office: PostOffice, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    submit(table, BOB, "call 4", now=now)

    (email,) = office.deliver()

    assert "Bob offers 4 coins for a point." in words(email)


def test_the_settings_can_exclude_offers_alone(table: Game, carol: User, now: datetime) -> None:
    EmailPreferences.objects.create(user=carol, offers=False)
    submit(table, BOB, "call 3", now=now)
    assert kinds() == []

    submit(table, ALICE, "offer", now=now)
    assert OutgoingEmail.objects.filter(kind="turn", user=carol).exists()


def test_an_offer_waits_for_the_end_of_quiet_hours(
    table: Game, carol: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=carol, quiet_from=now.hour, quiet_until=now.hour + 2)

    submit(table, BOB, "call 3", now=now)

    assert OutgoingEmail.objects.get().not_before == now + 2 * LATER


def test_a_digest_tells_of_an_offer_and_where_to_accept_it(
    table: Game, carol: User, alice: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=carol, when=EmailTiming.QUIET)
    other = calling_table([alice, carol], now=now)
    submit(table, BOB, "call 2\ncall 3", now=now)
    submit(other, ALICE, "offer", now=now)
    digest.release_due(now + LATER)

    email = next(each for each in PostOffice(now + LATER).deliver()
                 if each["X-Game-Post"] == "digest")

    assert "It is your turn in one game." in words(email)
    assert ("Somebody makes you an offer. * Bob offers 2 coins for a point. * Bob offers 3 coins"
            " for a point.") in words(email)
    assert "Answer on the page" in html_of(email)


def test_a_digest_says_nothing_of_an_offer_that_is_gone(
    table: Game, carol: User, now: datetime
) -> None:
    EmailPreferences.objects.create(user=carol, when=EmailTiming.QUIET)
    submit(table, BOB, "call 3", now=now)
    submit(table, BOB, "call 0", now=now)

    assert digest.release_due(now + LATER) == 0


def test_a_device_shows_that_there_is_an_offer_as_long_as_it_stands(
    table: Game, carol: User, now: datetime
) -> None:
    PushDevice.objects.create(user=carol, endpoint="https://push.example.org/1", p256dh="", auth="",
                              name="Phone", created_at=now)
    submit(table, BOB, "call 3", now=now)
    notice = PushNotice.objects.select_related("device__user", "game").get()

    shown = notices.notification(notice)
    assert shown is not None
    assert "Somebody makes you an offer." in shown.sentence
    submit(table, BOB, "call 0", now=now)
    assert notices.notification(notice) is None


@pytest.mark.parametrize("domain", ["example.org", ""])
def test_emails_about_offers_are_translated(
    table: Game, now: datetime, settings: Any, domain: str
) -> None:
    settings.REPLY_DOMAIN = domain
    submit(table, BOB, "call 3", now=now)
    with spoken():
        email = compose(OutgoingEmail.objects.get())

    words = frozenset({"Lots", "sell"})
    (html, _kind) = email.alternatives[0]
    assert untranslated(str(email.subject), str(email.body), str(html), names=words) == []




def one_line(text: str) -> str:
    return " ".join(text.split())


def receipt_for(office: PostOffice, game: Game, user: User, order: str) -> EmailMessage:
    """The receipt for an order that this person sends in reply to their turn email."""
    address = user.email or ""
    office.reply(office.turn_email(game, user), f"{order}\n", sender=address)
    (receipt,) = (email for email in office.deliver() if email["X-Game-Post"] == "receipt")
    return receipt


def test_a_turn_email_names_the_others_who_decide(game: Game, bob: User, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)

    email = PostOffice(now).turn_email(game, bob)

    sentence = ("It is your turn, and that of two others. Nobody sees what you decide until"
                " everybody has decided.")
    assert sentence in one_line(text_of(email))
    assert sentence in html_of(email)


def test_a_turn_email_to_the_only_one_to_move_says_nothing_of_it(
    game: Game, alice: User, now: datetime
) -> None:
    email = PostOffice(now).turn_email(game, alice)

    assert "Nobody sees" not in text_of(email)


def test_a_receipt_says_who_has_yet_to_decide(game: Game, bob: User, now: datetime) -> None:
    submit(game, ALICE, "offer", now=now)
    office = PostOffice(now)

    receipt = receipt_for(office, game, bob, "bid 1")

    assert "Waiting for Alice and Croesus. We will email you when it is your turn again." in (
        one_line(text_of(receipt)))


def test_the_receipt_of_the_last_decision_and_the_next_turn_are_one_email(
    game: Game, bob: User, now: datetime
) -> None:
    office = _before_the_last_decision(game, now=now)

    mine = _answer_to(office, office.turn_email(game, bob), bob, "bid 0")

    assert to_move(game) == [BOB]
    assert [email["X-Game-Post"] for email in mine] == ["turn"]
    text = one_line(text_of(mine[0]))
    assert text.index("YOUR ORDERS HAVE BEEN PLAYED") < text.index("It is your turn in")
    assert "Bob" in text[:text.index("It is your turn in")]
    assert "SINCE YOUR LAST TURN" not in text
    assert mine[0]["Auto-Submitted"] == "auto-replied"


def test_a_reader_who_wants_digests_gets_the_receipt_at_once_and_the_turn_later(
    game: Game, bob: User, now: datetime
) -> None:
    office = _before_the_last_decision(game, now=now)
    email = office.turn_email(game, bob)
    EmailPreferences.objects.create(user=bob, when=EmailTiming.QUIET)

    (receipt,) = _answer_to(office, email, bob, "bid 0")

    assert receipt["X-Game-Post"] == "receipt"
    text = one_line(text_of(receipt))
    assert "Your next turn has begun, and we are sending you another email about it." in text


def test_the_receipt_is_sent_although_the_next_turn_is_over_by_then(
    game: Game, bob: User, now: datetime
) -> None:
    office = _before_the_last_decision(game, now=now)
    office.reply(office.turn_email(game, bob), "bid 0\n", sender=bob.email or "")
    submit(Game.objects.get(pk=game.pk), BOB, "offer", now=now)

    mine = [email for email in office.deliver() if email["To"] == bob.email]

    text = one_line(text_of(mine[0]))
    assert "Your orders in" in text
    assert "have been played." in text
    assert "It is your turn in" not in text


def _before_the_last_decision(game: Game, *, now: datetime) -> PostOffice:
    """The game waits for Bob's bid alone; Bob's next turn follows it."""
    submit(game, ALICE, "offer", now=now)
    submit(game, ALICE, "bid 0", now=now)
    assert bots.play(game.pk, now=now) == 1
    return PostOffice(now)


def _answer_to(
    office: PostOffice, email: EmailMessage, user: User, order: str
) -> list[EmailMessage]:
    """The emails that this person gets after this order in a reply to an email."""
    office.reply(email, f"{order}\n", sender=user.email or "")
    return [email for email in office.deliver() if email["To"] == user.email]
