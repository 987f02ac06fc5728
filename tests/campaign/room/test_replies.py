"""Replies as people write them: names of players, half sentences, and what cannot be meant."""

from __future__ import annotations

from datetime import datetime

import pytest

from engine.campaign.state import BUILD, State
from games.models import Game, User
from games.table.play import history, turns
from tests.campaign.room.conftest import play_until, submit
from tests.campaign.scenes import ALICE
from tests.inbox.email_replies import PostOffice, words
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def office(game: Game, now: datetime) -> PostOffice:
    """Where it is Alice's turn to trade and build."""
    while play_until(game, BUILD, now=now).seat != ALICE:
        submit(game, history.state(game).seat, "end", now=now)
    return PostOffice(now)


def standing_offers(game: Game) -> list[tuple[int, int]]:
    """The seats of all offers, and to whom they are."""
    game.refresh_from_db()
    state: State = history.state(game)
    return [(offer.seat, offer.to) for offer in state.offers]


@pytest.mark.rule("TR3")
@pytest.mark.parametrize("text", [
    "standing offer {kind} to Bob for {other}", "Standing offer {kind} for {other} to BOB!",
])
def test_players_can_be_named_by_their_names(
    game: Game, alice: User, office: PostOffice, text: str
) -> None:
    email = office.turn_email(game, alice)
    order = text.format(kind="gold", other="ore")

    office.reply(email, f"{order}\n", sender="alice@example.org")

    assert (ALICE, 0b010) in standing_offers(game)


def test_a_name_that_means_something_in_orders_is_not_replaced(
    game: Game, alice: User, bob: User, office: PostOffice
) -> None:
    game.seats.filter(user=bob).update(name="Ore")
    User.objects.filter(pk=bob.pk).update(name="Ore")
    email = office.turn_email(game, alice)

    office.reply(email, "standing offer gold for ore\n", sender="alice@example.org")

    assert (ALICE, 0b110) in standing_offers(game)


@pytest.mark.parametrize("name", ["A1", "NE", "ne", "E", "C10.E", "2nd", "Up", "Persis"])
def test_no_name_changes_the_orders_of_others(game: Game, bob: User, name: str) -> None:
    game.seats.filter(user=bob).update(name=name)
    User.objects.filter(pk=bob.pk).update(name=name)
    orders = "road A1.NE; road C10.E; standing offer gold for ore 2 times; bid up to 2"
    assert turns.by_colours(game, orders) == orders


def test_a_name_may_end_with_a_number(game: Game, bob: User) -> None:
    game.seats.filter(user=bob).update(name="Guest 1")
    User.objects.filter(pk=bob.pk).update(name="Guest 1")
    assert turns.by_colours(game, "offer wool to guest 1 for ore") == (
        "offer wool to yellow for ore")


def test_the_page_reads_names_too(
    game: Game, alice: User, office: PostOffice, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/")

    page = browser.press("Preview", orders="standing offer gold for ore to Carol")

    assert "standing offer gold for ore to blue" in page.words


def test_orders_that_are_confirmed_without_a_preview_read_names_too(
    game: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/?draft=standing+offer+gold+for+ore+to+Carol")

    browser.press("Confirm", orders="standing offer gold for ore to Carol")

    assert (ALICE, 0b100) in standing_offers(game)


def test_a_line_that_is_not_an_order_is_answered_with_what_to_write(
    game: Game, alice: User, office: PostOffice
) -> None:
    answer = office.answer(office.turn_email(game, alice), "my limit is 5\n")

    assert answer["X-Game-Post"] == "refusal"
    assert "It does not begin with an order. Each order begins with a word such as" in words(answer)
    assert "and many more orders that begin with" in words(answer)
