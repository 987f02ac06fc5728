"""The page of a game for somebody who may act out of turn."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import EmailPreferences, Game, User
from games.post.inbox import turn_links
from tests.auction.calling import ALICE, BOB, calling_table
from tests.auction.conftest import submit, to_move
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db
CLOSED, OPEN = '<details class="panel out-of-turn" id="out-of-turn">', "out-of-turn\" open>"


@pytest.fixture
def table(alice: User, bob: User, carol: User, now: datetime) -> Game:
    return calling_table([alice, bob, carol], now=now)


def flat(html: str) -> str:
    return " ".join(html.split())


def test_the_turn_form_is_folded_up_when_nobody_waits(table: Game, bob: User, sit: Sit) -> None:
    page = sit(bob).open(f"/games/{table.code}/")

    assert CLOSED in flat(page.html)
    assert "Act out of turn" in page.words
    assert "It is Alice’s turn." in page.words
    assert not list(page.find("Save as a plan"))


def test_orders_out_of_turn_are_composed_and_confirmed(
    table: Game, bob: User, sit: Sit, now: datetime
) -> None:
    browser = sit(bob)
    browser.open(f"/games/{table.code}/")
    page = browser.follow("call 2")
    assert OPEN in flat(page.html)
    assert "Bob offers 2 coins for a point." in page.words

    page = browser.press("Confirm")

    assert page.status == 200
    table.refresh_from_db()
    assert (table.rows.get(number=2).move, to_move(table)) == ("call 2", [ALICE])


def test_whoever_is_asked_finds_the_form_open(
    table: Game, carol: User, sit: Sit, now: datetime
) -> None:
    submit(table, BOB, "call 3", now=now)
    browser = sit(carol)

    page = browser.open(f"/games/{table.code}/")
    assert OPEN in flat(page.html)
    assert "Somebody makes you an offer." in page.words
    browser.press("Confirm", orders="sell")

    table.refresh_from_db()
    assert table.rows.get(number=3).move == "sell"


def test_a_refusal_out_of_turn_keeps_what_was_entered(table: Game, bob: User, sit: Sit) -> None:
    browser = sit(bob)
    browser.open(f"/games/{table.code}/")

    page = browser.press("Confirm", orders="call 2\noffer")

    assert page.status == 403
    assert "It is not your turn. We will tell you when it is." in page.words
    assert OPEN in flat(page.html)
    assert "call 2" in page.html


def test_others_see_no_form(
    table: Game, game: Game, alice: User, bob: User, dave: User, sit: Sit
) -> None:
    for person, shown in ((alice, table), (dave, table), (bob, game)):
        assert "Act out of turn" not in sit(person).open(f"/games/{shown.code}/").words


def test_a_link_in_an_email_does_not_say_that_it_is_the_readers_turn(
    table: Game, bob: User, sit: Sit, now: datetime
) -> None:
    seat = table.seats.get(index=BOB)
    url = turn_links.action_url(table, seat, "call 3", now=now).removeprefix("http://127.0.0.1:8000")
    browser = sit(None)

    page = browser.open(url)
    assert "Check these orders and confirm them." in page.words
    assert "Your turn" not in page.words
    browser.press("Confirm")

    table.refresh_from_db()
    assert table.rows.get(number=2).move == "call 3"


def test_emails_about_offers_can_be_turned_off(bob: User, sit: Sit) -> None:
    browser = sit(bob)
    page = browser.open("/mail/")
    assert "Tell me when somebody makes me an offer while it is not my turn" in page.words

    browser.press("Save", offers=[])

    assert EmailPreferences.objects.get(user=bob).offers is False
