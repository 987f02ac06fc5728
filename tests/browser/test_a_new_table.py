"""People meet at a table in real browsers: made on a phone, joined by its link, started."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from games.models import Game, User
from tests.browser.table_driver import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Visit = Callable[..., Any]
SEVERE = ("serious", "critical")


@pytest.fixture
def visit(browser: Any, live_server: Any) -> Iterator[Visit]:
    """A page of somebody's browser (None: a visitor's); its complaints are faults."""
    contexts, faults = [], []

    def opened(user: User | None, path: str, **options: Any) -> Any:
        context = browser.new_context(**options)
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            cookie = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.on("console",
                lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(live_server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def fits(page: Any) -> bool:
    """Whether nothing reaches beyond the screen and axe finds nothing severe."""
    found = Axe().run(page).response["violations"]
    assert [v["id"] for v in found if v["impact"] in SEVERE] == []
    width = page.viewport_size["width"]
    return bool(page.evaluate("document.documentElement.scrollWidth") <= width)


@pytest.mark.promise("R21")
def test_a_table_is_made_shared_and_filled(visit: Visit, alice: User) -> None:
    host = visit(alice, "/games/new/", viewport=PHONE,
                 permissions=["clipboard-read", "clipboard-write"])
    assert fits(host)
    host.get_by_label("Name of the table").fill("Issus")
    host.get_by_role("group", name="Players").get_by_label("3").check()
    host.get_by_role("radio", name="The Nile delta").check()
    host.get_by_role("button", name="Open the table").click()
    host.get_by_text("Waiting for 2 more players.").wait_for()
    assert fits(host)
    host.get_by_role("button", name="Copy").click()
    host.get_by_role("button", name="Copied").wait_for()
    link = host.evaluate("navigator.clipboard.readText()")
    host.get_by_role("button", name="give to a bot").last.click()
    host.get_by_text("Waiting for 1 more player.").wait_for()
    friend = visit(None, urlsplit(link).path, viewport=DESK, color_scheme="dark")
    assert fits(friend)
    friend.get_by_label("Your name at the table").fill("Erin")
    friend.get_by_role("button", name="Take a seat").click()
    friend.get_by_role("heading", name="Issus").wait_for()
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert [seat.name for seat in game.seats.order_by("index")][:2] == ["Alice", "Erin"]
    host.reload()
    host.locator("#board").wait_for()


def test_the_first_page_and_the_lists_of_somebody_with_games(
    visit: Visit, alice: User, game: Game
) -> None:
    for path in ("/", "/games/", "/lobby/", "/account/"):
        assert fits(visit(alice, path, viewport=PHONE, color_scheme="dark")), path
        assert fits(visit(alice, path, viewport=DESK)), path
