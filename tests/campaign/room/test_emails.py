"""Turn emails say what is up for auction, what the reader holds and what they could build."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from engine.campaign.state import BUILD, State
from games.models import Game, User
from games.rulesets import registry
from tests.campaign.room.conftest import play_until, submit
from tests.campaign.scenes import ALICE, BOB, NAMES, auction, turn
from tests.inbox.email_replies import PostOffice, html_of, text_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def suggested(view: State, seat: int) -> list[str]:
    parts = registry.get("campaign").emails.suggestions(view, names=NAMES, seat=seat)
    return [one.order for one in parts["turns"]]


def test_an_email_in_an_auction_says_what_is_up_for_it_and_how_much_one_can_bid(
    game: Game, alice: User, now: datetime
) -> None:
    email = PostOffice(now).turn_email(game, alice)
    for text in (words(email), " ".join(html_of(email).split())):
        assert "A settlement at Philippi (A1.SE) is up for auction." in text
        assert re.search(r"You can bid from 1 to \d+, or nothing\.", text)
        assert text.count("What counts:") == 1 + (text == words(email))  # on the board in letters
        assert "You hold " in text
    assert max(map(len, text_of(email).split("THE BOARD")[0].splitlines())) <= 72


def test_an_email_in_ones_own_turn_says_what_one_could_build(
    game: Game, alice: User, now: datetime
) -> None:
    state = play_until(game, BUILD, now=now)
    while state.seat != ALICE:
        submit(game, state.seat, "end", now=now)
        state = play_until(game, BUILD, now=now)
    email = PostOffice(now).turn_email(game, alice)
    for text in (words(email), " ".join(html_of(email).split())):
        assert "Settlement (1 brick, 1 lumber, 1 wheat and 1 wool): you" in text
        assert "City (2 wheat and 3 ore): you" in text


def test_a_table_without_suggestions_gets_facts_but_no_turns(game: Game) -> None:
    parts = registry.get("campaign").emails.suggestions(turn(), names=NAMES, seat=ALICE,
                                                        advice=False)
    assert "turns" not in parts
    assert [price.name for price in parts["prices"]][:2] == ["Road", "Settlement"]


def test_several_bids_and_a_pass_are_ready_to_play(game: Game) -> None:
    orders = suggested(auction(), ALICE)
    assert len(orders) >= 3
    assert orders[-1] == "bid nothing"


def test_a_turn_is_ready_to_play_and_so_is_its_end(game: Game) -> None:
    orders = suggested(turn(), ALICE)
    assert orders[-1] == "end"
    assert all(order.endswith("end") or len(order.split(";")) <= 12 for order in orders)


def test_somebody_for_whom_nobody_waits_gets_no_turns(game: Game) -> None:
    parts = registry.get("campaign").emails.suggestions(turn(), names=NAMES, seat=BOB)
    assert "turns" not in parts
