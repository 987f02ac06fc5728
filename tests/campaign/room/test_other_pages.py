"""Pages beside that of the game: what-if boards, links in emails, the map in lists."""

from __future__ import annotations

import re
from datetime import datetime
from urllib.parse import urlsplit

import pytest
from django.test import Client

from engine.campaign.state import BUILD
from games.models import Game, User, WhatIfTree
from games.table.play import history
from tests.campaign.room.conftest import play_until, submit
from tests.inbox.email_replies import PostOffice, text_of
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ALICE, BOB = 0, 1


def test_bids_of_everybody_can_be_tried_on_a_what_if_board(
    game: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/what-if/")
    browser.press("New board from the current position")
    browser.follow("Pass")
    browser.press("Add to the tree")
    assert [(node.seat, node.text) for node in WhatIfTree.objects.get().nodes.all()] == [
        (None, ""), (ALICE, "bid nothing")]


def test_a_form_of_a_what_if_board_adds_to_its_draft(
    game: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/what-if/")
    browser.press("New board from the current position")
    page = browser.press("Add this bid", limit="2", **{"pay-gold": "2"})
    assert "draft=bid+2+pay+2+gold" in page.url


def test_a_link_in_an_email_shows_the_turn_and_plays_it(
    game: Game, alice: User, now: datetime, client: Client
) -> None:
    email = PostOffice(now).turn_email(game, alice)
    address = next(url for url in re.findall(r"http\S+/turn/\S+", text_of(email))
                   if "bid+nothing" in url)
    parts = urlsplit(address)
    page = client.get(f"{parts.path}?{parts.query}").content.decode()
    assert "Alice bids nothing." in page
    assert "You hold" in page or "brick" in page
    assert history.state(game).auction.bids[ALICE] is None


@pytest.mark.rule("TR3")
def test_an_offer_is_told_by_email_and_accepted_by_reply(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    state = play_until(game, BUILD, now=now)
    while state.seat != ALICE:
        submit(game, state.seat, "end", now=now)
        state = play_until(game, BUILD, now=now)
    office = PostOffice(now)
    office.deliver()
    wanted = next(kind for kind, held in zip(
        ("brick", "lumber", "wheat", "wool", "ore"), state.hands[BOB], strict=False) if held)
    submit(game, ALICE, f"offer 1 gold for 1 {wanted} to yellow", now=now)

    (email,) = [mail for mail in office.deliver() if mail["X-Game-Post"] == "asked"]
    assert email["To"] == bob.email
    office.reply(email, "accept 1\n", sender=str(bob.email))

    game.refresh_from_db()
    after = history.state(game)
    assert after.hands[BOB][5] == state.hands[BOB][5] + 1
