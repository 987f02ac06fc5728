"""A visitor without an account starts a game immediately and can keep it."""

from __future__ import annotations

import pytest

from games.models import Game, User
from games.rulesets import registry
from games.rulesets.addresses import rules_path
from tests.markup import squeezed
from tests.pages.page_reader import Sit
from tests.streams import heard

pytestmark = pytest.mark.django_db


def test_a_visitor_plays_at_once(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/")
    assert "Alexandros is a board game" in browser.page.words
    browser.press("Play now", players="3", board="delta")
    game = Game.objects.get()
    assert browser.page.url.endswith(f"/games/{game.code}/")
    assert game.status == Game.Status.RUNNING
    assert [bool(seat.bot) for seat in game.seats.all()] == [False, True, True]
    assert "Sign in to keep your games." in browser.page.words


def test_a_visitor_who_comes_back_finds_his_game(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/")
    browser.press("Play now", players="2", board="delta")
    browser.open("/games/")
    assert "Against bots" in browser.page.words
    assert User.objects.count() == 1
    browser.open("/")
    browser.press("Play now", players="2", board="delta")
    assert User.objects.count() == 1
    assert Game.objects.count() == 2


@pytest.mark.parametrize("wrong", [{"players": "9"}, {"board": "atlantis"}, {"bot": "skynet"}])
def test_a_wish_that_cannot_be_met_is_answered_with_400(sit: Sit, wrong: dict[str, str]) -> None:
    browser = sit(None)
    browser.open("/")
    browser.press("Play now", **wrong)
    assert browser.page.status == 400
    assert "Select a valid choice" in browser.page.words
    assert not User.objects.exists()


def test_the_first_page_says_whose_it_is_not(sit: Sit) -> None:
    page = sit(None).open("/")
    assert "an independent, unofficial implementation" in page.words
    assert list(page.find("Sign in"))


def test_the_foot_of_a_page_about_a_game_says_whose_that_game_is(sit: Sit) -> None:
    feet = {"alexandros": "the board game by Leo Colovini. Free software.",
            "campaign": "Its map and its names are our own. Free software."}
    for name in feet:
        page = sit(None).open(rules_path(registry.get(name)))
        assert [one for one, credit in feet.items() if credit in page.words] == [name]


def test_the_page_of_the_others_turn_looks_again_by_itself(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/")
    for _ in range(12):
        browser.open("/")
        browser.press("Play now", players="4", board="delta")
        if "The others are moving…" in browser.page.words:
            break
    html = squeezed(browser.page.html)
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in html
    version = next(v for _, n, v in browser.page.attributes if n == "data-version")
    where = next(v for _, n, v in browser.page.attributes if n == "data-watch")
    assert heard(browser.client.get(where))["version"] == version
