"""A turn behind a link in an email is played in a real browser in which nobody is signed in."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, LoggedMove
from games.post.inbox import turn_links
from tests.browser.table_driver import Table
from tests.sample_games import mover
from tests.visits import PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.promise("R13")
def test_a_whole_turn_is_played_by_clicks_behind_a_link(
    game: Game, visit: Visit, now: datetime
) -> None:
    seat = mover(game)
    url = turn_links.action_url(game, game.seats.get(index=seat), "", now=now)
    path = url.removeprefix("http://127.0.0.1:8000")
    table = Table(visit(None, path, viewport=PHONE))
    page = table.page
    page.evaluate("window.stayed = true")

    table.tap(page.locator("#turn a.card").first)
    table.march()
    assert fits(page)
    for _ in range(2):
        table.tap(page.get_by_role("link", name="draw a card from the supply"))
    assert table.heading == "Your draft"
    assert fits(page)
    assert page.evaluate("window.stayed"), "the page has not been loaded again"
    table.confirm()

    assert f"/{path}".endswith(page.evaluate("location.pathname"))
    game.refresh_from_db()
    assert mover(game) != seat
    assert LoggedMove.objects.filter(game=game).latest("number").actor == "mail"
    assert fits(page)
