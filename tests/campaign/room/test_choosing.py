"""People choose The Campaign in the lobby or on the home page and make a table of it."""

from __future__ import annotations

import pytest

from games.models import Game, User
from games.table.play import event_log
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_in_the_lobby_people_choose_it_and_make_a_table(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open("/lobby/")
    page = browser.follow("The Campaign")
    assert "A new table for The Campaign" in page.words
    assert "Open bidding" in page.words

    page = browser.press("Open the table", players="4", listed="on", name="March")

    game = Game.objects.get()
    assert (game.ruleset, game.seats.count()) == ("campaign", 4)


def test_the_home_page_introduces_it_and_starts_a_game_against_bots(sit: Sit) -> None:
    browser = sit(None)
    page = browser.open("/?game=campaign")
    assert "bid for the right to help him" in page.words

    page = browser.press("Play now", players="3", bot="hasty")

    assert Game.objects.get().ruleset == "campaign"
    assert "Bid for a settlement" in page.words


def test_its_previews_and_lists_have_pictures(game: Game, sit: Sit) -> None:
    browser = sit(None)
    preview = browser.client.get("/preview/campaign.png")
    assert preview.content.startswith(b"\x89PNG")
    assert "Friends The Campaign" in browser.open("/lobby/").words


def test_it_has_a_page_of_rules(game: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/")
    assert {link.href for link in page.links if "/rules/" in link.href} == {"/rules/campaign/"}
    assert "The rules of The Campaign" in browser.open("/rules/campaign/").words


def test_a_new_table_begins_with_the_balanced_start_unless_its_creator_turns_it_off(
    alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    for chosen, options in (({}, {"balanced_start": True}), ({"option_balanced_start": ""}, {})):
        browser.open("/games/new/?game=campaign")
        browser.press("Open the table", players="3", **chosen)
        assert event_log.setup_of(Game.objects.latest("pk")).options == options


def test_a_game_against_bots_has_the_balanced_start(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/?game=campaign")
    browser.press("Play now", players="3", bot="hasty")
    assert event_log.setup_of(Game.objects.get()).options == {"balanced_start": True}
