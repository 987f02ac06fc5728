"""A game without an analyst has no puzzles: nothing leads to them, and other games keep theirs."""

from __future__ import annotations

import pytest

from tests.auction.rules import AUCTION
from tests.pages.page_reader import Sit
from tests.sample_puzzles import todays, wrong_turn

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_a_game_without_puzzles_has_no_pages_for_them_and_no_link(sit: Sit) -> None:
    todays()

    assert not list(sit(None).open(f"/rules/{AUCTION.name}/").find("Puzzles"))
    assert "Today’s puzzles" not in sit(None).open(f"/?game={AUCTION.name}").words
    missing = sit(None).open(f"/puzzles/games/{AUCTION.name}/")
    assert missing.status == 404
    assert "There are no puzzles for this game." in missing.words


def test_the_puzzles_of_a_game_that_is_not_the_default_name_their_game(
    sit: Sit, settings: object
) -> None:
    easy, browser = todays()[0], sit(None)
    wrong = wrong_turn(easy)
    settings.GAMES = settings.GAMES[::-1]  # type: ignore[attr-defined]
    path = f"/puzzles/games/alexandros/{easy.key}/"

    assert path in [link.href for link in browser.open("/puzzles/games/alexandros/").links]
    browser.open(path)
    assert "Not yet." in browser.press("Check", orders=wrong).words
    assert browser.open("/puzzles/").status == 404
