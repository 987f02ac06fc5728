"""Without a network, Chromium shows the games that it has seen last, until somebody signs out.

The page says so in the language of its reader.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.models import Game, User
from tests.visits import PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

READY = """navigator.serviceWorker.register("/push-worker.js", { scope: "/" })
    .then(() => navigator.serviceWorker.ready)"""
SPEAKS_GERMAN = """caches.match("/offline/")
    .then((page) => page?.headers.get("Content-Language") === "de")"""
KEPT = 'caches.match("/offline/games.json").then(Boolean)'


def test_a_browser_shows_the_games_it_has_seen_last_until_somebody_signs_out(
    visit: Visit, alice: User, game: Game, live_server: Any
) -> None:
    page = visit(alice, "/rules/", viewport=PHONE)
    page.goto(f"{live_server.url}/games/")
    assert not page.evaluate(KEPT)  # for a site that is only visited, browsers keep nothing
    page.evaluate(READY)
    page.reload()
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    page.goto(f"{live_server.url}/games/{game.code}/")
    page.get_by_role("heading", name="Waiting for you").wait_for()
    assert page.get_by_text("These are your games as this browser last saw them").is_visible()
    assert page.locator("main li strong").all_text_contents() == [game.name]
    assert page.locator("time").text_content()
    assert fits(page)
    page.context.set_offline(False)
    page.goto(live_server.url + reverse("account_logout"))
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_function(f"{KEPT}.then((kept) => !kept)")
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_function(SPEAKS_GERMAN)
