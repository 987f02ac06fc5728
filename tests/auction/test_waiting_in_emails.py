"""Emails say whom the game waits for while several players decide at the same time."""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage

import pytest

from games.models import Game, User
from games.table.play import bots
from tests.auction.conftest import submit, to_move
from tests.inbox.email_replies import PostOffice, html_of, text_of

pytestmark = pytest.mark.django_db
ALICE, BOB, CAROL = range(3)


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

    sentence = ("Waiting for you and two others. Nobody sees what you decide until everybody has"
                " decided.")
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


def test_the_receipt_of_the_last_decision_leaves_the_next_turn_to_its_own_email(
    game: Game, bob: User, now: datetime
) -> None:
    submit(game, ALICE, "offer", now=now)
    submit(game, ALICE, "bid 0", now=now)
    assert bots.play(game.pk, now=now) == 1
    office = PostOffice(now)

    receipt = receipt_for(office, game, bob, "bid 0")

    assert to_move(game) == [BOB]
    text = one_line(text_of(receipt))
    assert "Your next turn has begun, and we are sending you another email about it." in text
    assert "not over yet" not in text
