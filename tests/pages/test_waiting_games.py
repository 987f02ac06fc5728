"""Every page says in its title how many games wait for its reader, and so does the poll."""

from __future__ import annotations

import pytest

from games.models import Game, User
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_title_and_poll_say_how_many_games_wait(
    alice: User, fresh: Game, running: Game, sit: Sit
) -> None:
    browser = sit(alice)
    waiting = sum(game.seats.get(user=alice).to_move for game in (fresh, running))
    assert waiting
    for path in ("/games/", f"/games/{fresh.code}/", "/lobby/"):
        browser.open(path)
        title = browser.page.html.partition("<title>")[2].partition("</title>")[0]
        assert title.split()[0] == f"({waiting})"
    mark = f"/games/{fresh.code}/mark/"
    assert browser.client.get(mark).json()["waiting"] == waiting
    fresh.seats.update(to_move=False)
    assert browser.client.get(mark).json()["waiting"] == waiting - 1
    browser.open("/rules/")
    assert (f"({waiting - 1})" in browser.page.html.partition("</title>")[0]) == (waiting > 1)
