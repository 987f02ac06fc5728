"""On a small screen the board begins high on the page, and whoever chooses sees it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.models import Game, User
from tests.browser.table_driver import Table
from tests.sample_games import advance, seat_table
from tests.visits import DESK, PHONE, SHORT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HIGHEST = 190  # pixels above the board: the head, everybody's points and the goal
PARTS = ".game-head > h1, .game-head > .status, .game-head > .ways-out"


@pytest.fixture
def with_guest(alice: User, guest: User, now: datetime, transactional_db: None) -> Game:
    """A guest plays with Alice, whose table has a long name."""
    game = seat_table([alice, guest], now=now, options={"first": 1})
    Game.objects.filter(pk=game.pk).update(name="The long march from Pella to the river Indus")
    return game


def top(page: Any) -> float:
    return float(page.locator(".board-frame").bounding_box()["y"])


def middles(page: Any) -> list[float]:
    """Where the parts of the head stand, from the top of the page."""
    boxes = [part.bounding_box() for part in page.locator(PARTS).all() if part.is_visible()]
    return [box["y"] + box["height"] / 2 for box in boxes]


def check(table: Table) -> None:
    assert top(table.page) <= HIGHEST
    found = middles(table.page)
    assert len(found) == 3
    assert max(found) - min(found) < 12
    assert table.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_board_begins_high_on_a_phone_for_whoever_looks(
    sit: Callable[..., Table], alice: User, bob: User, game: Game
) -> None:
    for user in (alice, bob):
        check(sit(user, game, viewport=PHONE))


def test_a_long_name_and_a_guest_take_no_more_room(
    sit: Callable[..., Table], alice: User, guest: User, with_guest: Game, now: datetime
) -> None:
    for user in (alice, guest):
        table = sit(user, with_guest, viewport=PHONE)
        check(table)
    note = table.page.locator("main > .guest").bounding_box()
    assert note["y"] > top(table.page)
    advance(with_guest, now=now)
    check(sit(guest, with_guest, viewport=PHONE))


def test_on_a_short_screen_the_choices_are_beside_the_board(
    sit: Callable[..., Table], alice: User, game: Game
) -> None:
    page = sit(alice, game, viewport=SHORT).page
    board = page.locator(".board-frame").bounding_box()
    choices = page.locator("#turn").bounding_box()
    assert board["x"] + board["width"] <= choices["x"]
    assert max(board["y"], choices["y"]) <= HIGHEST
    page.locator("#turn a.card").first.click()
    page.locator(".bar a.button").first.wait_for()
    page.locator("#composer").scroll_into_view_if_needed()
    board, bar = (page.locator(part).bounding_box() for part in (".board-frame", ".bar"))
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= SHORT["height"]
    assert bar["height"] < 60
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    stack, below = (page.locator(part).bounding_box()
                    for part in (".board-stack", ".game > .below"))
    assert stack["y"] + stack["height"] <= below["y"]


def test_on_a_large_screen_nothing_is_cut_off(
    sit: Callable[..., Table], guest: User, with_guest: Game
) -> None:
    heading = sit(guest, with_guest, viewport=DESK).page.get_by_role("heading", level=1)
    assert heading.evaluate("h => h.scrollWidth <= h.clientWidth")
