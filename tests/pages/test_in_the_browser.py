"""A real browser takes turns: with and without JavaScript, on a phone, under the strict CSP."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from games.models import Game, User
from tests.service.playing import advance, seat_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


@pytest.fixture
def game(alice: User, bob: User, now: datetime, transactional_db: None) -> Game:
    """Alice and Bob in the middle of a game; Alice is to move."""
    game = seat_table([alice, bob], now=now, options={"first": 0})
    while game.turn < 9 or game.to_move != 0:
        advance(game, now=now)
    return game


@pytest.fixture
def faults() -> list[str]:
    """What browsers complained of."""
    return []


def visitor(browser: Any, live_server: Any, client: Any, faults: list[str], **options: Any) -> Any:
    """A page of somebody who is signed in with the client's session."""
    context = browser.new_context(**options)
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    return page


@pytest.fixture(params=[(PHONE, True), (DESK, True), (PHONE, False)],
                ids=["phone", "desk", "phone without JavaScript"])
def page(request: pytest.FixtureRequest, browser: Any, live_server: Any, client: Any,
         alice: User, game: Game, faults: list[str]) -> Iterator[Any]:
    size, script = request.param
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    page = visitor(browser, live_server, client, faults, viewport=size,
                   java_script_enabled=script)
    page.goto(f"{live_server.url}/games/{game.code}/")
    yield page
    page.context.close()


def tap(page: Any, what: Any) -> None:
    """Taps and waits for the table that comes of it, whoever puts it in place."""
    address = page.url
    what.click()
    page.wait_for_url(lambda url: url != address)


def march(page: Any) -> None:
    """Chooses on the board until Alexander has arrived."""
    for _ in range(3):
        if page.locator("#turn h2", has_text="action").count():
            return
        # What is drawn last lies on top: a way's letter, else a point, else a space.
        for handle in (".ax-letter", ".ax-hit", ".ax-mark"):
            found = page.locator(f".board-frame a {handle}")
            if found.count():
                tap(page, found.last)
                break
    assert page.locator("#turn h2", has_text="action").count()


@pytest.mark.promise("R21")
def test_a_turn_is_played_on_the_board(page: Any, game: Game, faults: list[str]) -> None:
    tap(page, page.locator("#turn a.card").first)
    march(page)
    tap(page, page.get_by_label("Draw a card from the supply"))
    tap(page, page.get_by_label("Draw a card from the supply"))
    rows = game.rows.count()
    page.get_by_role("button", name="Confirm the turn").click()
    page.get_by_text("Done.").wait_for()
    assert game.rows.count() == rows + 4
    assert faults == []


def test_no_page_is_wider_than_the_screen(page: Any, faults: list[str]) -> None:
    tap(page, page.locator("#turn a.card").first)
    box = page.locator("body").bounding_box()
    assert box["width"] <= page.viewport_size["width"]
    frame = page.locator(".board-frame").bounding_box()
    assert frame["x"] + frame["width"] <= page.viewport_size["width"] + 1
    assert faults == []


def test_what_can_be_chosen_is_large_enough_for_a_thumb(page: Any) -> None:
    for link in page.locator("#turn a.card, #turn button, #turn a.option").all():
        box = link.bounding_box()
        if box and box["height"]:  # what is folded away has none
            assert box["height"] >= 40
            assert box["width"] >= 40


def test_a_waiting_page_shows_the_next_move_by_itself(
    browser: Any, live_server: Any, client: Any, bob: User, game: Game, now: datetime,
    faults: list[str],
) -> None:
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    page = visitor(browser, live_server, client, faults, viewport=PHONE)
    page.clock.install()
    page.goto(f"{live_server.url}/games/{game.code}/")
    assert page.get_by_text("It is Alice’s turn.").is_visible()
    turn = game.turn
    while game.turn == turn:
        advance(game, now=now)
    page.clock.run_for(4000)
    page.get_by_text("It is your turn.").wait_for()
    assert faults == []
    page.context.close()
