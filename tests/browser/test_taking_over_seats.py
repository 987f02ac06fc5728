"""A player offers a vacant seat and a friend takes it over in real browsers."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, Seat, User
from games.table.seats import leaving
from tests.sample_games import advance, clocked_table
from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def vacant(alice: User, bob: User, carol: User, now: datetime, transactional_db: None) -> Game:
    """A private game of three, in which Bob is to move and that Alice has left."""
    game = clocked_table([alice, bob, carol], now=now)
    while game.turn < 5:
        advance(game, now=now)
    leaving.leave(game, user=alice, now=now)
    return game


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_player_offers_the_seat_and_somebody_from_the_lobby_takes_it(
    visit: Visit, vacant: Game, bob: User, dave: User, size: dict[str, int]
) -> None:
    table = visit(bob, f"/games/{vacant.code}/", viewport=size)
    table.get_by_role("button", name="Get a link for a friend").click()
    link = table.get_by_label("Link to Alice’s seat").input_value()
    assert "/take-over/0/" in link
    assert fits(table)
    table.get_by_role("button", name="Offer it in the lobby").click()
    table.get_by_text("It is offered in the lobby.").wait_for()
    lobby = visit(dave, "/lobby/", viewport=size)
    assert fits(lobby)
    lobby.get_by_role("link", name="See this seat").click()
    lobby.get_by_role("heading", name="Take over a seat in Friends").wait_for()
    assert fits(lobby)
    lobby.get_by_role("button", name="Take over this seat").click()
    lobby.get_by_text("The seat is yours").wait_for()
    assert Seat.objects.get(game=vacant, index=0).user == dave


def test_my_games_lead_back_to_a_seat_that_a_bot_plays(
    visit: Visit, vacant: Game, alice: User
) -> None:
    page = visit(alice, "/games/", viewport=PHONE)
    assert fits(page)
    page.get_by_role("button", name="Take my seat back").click()
    page.get_by_text("Welcome back!").wait_for()
