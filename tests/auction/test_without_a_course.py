"""A game whose room has no course: nothing leads to one, and other games keep theirs."""

from __future__ import annotations

import pytest

from games.rulesets import registry
from tests.auction.rules import AUCTION
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_a_game_without_a_course_has_no_page_for_it_and_no_link(sit: Sit) -> None:
    page = sit(None).open(f"/rules/{AUCTION.name}/")

    assert registry.get(AUCTION.name).course is None
    assert not list(page.find("Course"))
    missing = sit(None).open(f"/learn/games/{AUCTION.name}/")
    assert missing.status == 404
    assert "There is no course for this game." in missing.words


def test_the_course_of_a_game_that_is_not_the_default_names_its_game(
    sit: Sit, settings: object
) -> None:
    settings.GAMES = settings.GAMES[::-1]  # type: ignore[attr-defined]
    browser = sit(None)

    page = browser.open("/learn/games/alexandros/")
    assert page.link("Start with the first lesson").href == "/learn/games/alexandros/marching/"
    browser.open("/learn/games/alexandros/marching/")
    solved = browser.press("Check", orders="take lyre\nmarch C6.S via E SE SE")
    assert solved.link("Go on with lesson 2: Routes").href == "/learn/games/alexandros/routes/"
    assert browser.open("/learn/").status == 404
