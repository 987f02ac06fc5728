"""Whoever loses their session while composing a turn is told so and finds their draft again."""

from __future__ import annotations

import pytest

from games.models import Game, User
from tests.pages.page_reader import Browser, Sit

pytestmark = pytest.mark.django_db

SENTENCE = "You are signed out. Your draft is kept."


def composing(sit: Sit, alice: User, game: Game) -> Browser:
    """A browser with a draft on its page, whose session ends in another window."""
    browser = sit(alice)
    browser.open(f"/games/{game.code}/?draft=take+temple")
    browser.client.logout()
    return browser


def sign_in_link(browser: Browser) -> str:
    return next(link.href for link in browser.page.find("Sign in") if "next=" in link.href)


@pytest.mark.parametrize("listed", [True, False])
def test_the_next_choice_says_so_and_leads_back_to_the_draft(
    fresh: Game, alice: User, sit: Sit, listed: bool
) -> None:
    Game.objects.filter(pk=fresh.pk).update(listed=listed)
    browser = composing(sit, alice, fresh)
    page = browser.open(f"/games/{fresh.code}/?draft=take+temple;+march+B5.NW")
    assert (page.status, SENTENCE in page.words) == (403, True)
    browser.client.force_login(alice)
    link = sign_in_link(browser)
    assert "next=/games/" in link
    page = browser.open(link)  # somebody who is signed in goes on at once
    assert "take temple" in page.words
    assert "march B5.NW" in page.words


@pytest.mark.parametrize("button", ["Confirm and see the new card", "Preview"])
def test_orders_that_are_sent_are_kept(
    fresh: Game, alice: User, sit: Sit, button: str
) -> None:
    browser = composing(sit, alice, fresh)
    changes = {"orders": "take temple"} if button == "Preview" else {}
    page = browser.press(button, **changes)
    assert SENTENCE in page.words
    assert "take%2Btemple" in sign_in_link(browser)
    assert fresh.rows.count() == 1


def test_strangers_learn_nothing_about_a_table_by_a_draft(fresh: Game, sit: Sit) -> None:
    browser = sit(None)
    answers = [browser.open(f"/games/{code}/?draft=draw").words for code in (fresh.code, "nosuch")]
    assert answers[0] == answers[1]


def test_a_spectator_without_a_draft_just_watches(fresh: Game, sit: Sit) -> None:
    Game.objects.filter(pk=fresh.pk).update(listed=True)
    assert sit(None).open(f"/games/{fresh.code}/").status == 200
