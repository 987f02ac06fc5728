"""What-if boards in a real browser: by keyboard, without touching the game's own draft."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from games.features.what_if import trees
from games.models import Game, LoggedMove, User
from tests.browser.table_driver import Table
from tests.sample_games import table_in_the_middle
from tests.visits import DESK, PHONE, Visit, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(alice: User, bob: User, now: datetime, transactional_db: None) -> Game:
    return table_in_the_middle([alice, bob], now=now)


@pytest.fixture
def board(visit: Visit, alice: User, game: Game, now: datetime) -> Callable[..., Table]:
    """Opens a new board of Alice's, who is to move: ``board(viewport=...)``."""

    def opened(**options: object) -> Table:
        tree = trees.begin(game, user=alice, seat=0, number=game.number, now=now)
        return Table(visit(alice, f"/games/{game.code}/what-if/{tree.key}/1/", **options))

    return opened


def test_a_turn_is_tried_and_added_by_keyboard_alone(
    board: Callable[..., Table], game: Game
) -> None:
    table = board(viewport=DESK)
    table.press("1")
    while "action" not in table.heading:
        table.press("1")
    table.press("d", "e", "c")
    assert table.page.url.endswith("/2/")
    assert table.page.locator(".what-if-tree [aria-current] code").text_content().endswith("end")
    assert LoggedMove.objects.filter(game=game).count() == game.number
    table.press("u")
    assert table.page.url.endswith("/1/")


def test_what_is_tried_is_not_kept_as_the_draft_of_the_game(
    board: Callable[..., Table], game: Game
) -> None:
    table = board(viewport=DESK)
    table.press("1")
    assert table.draft
    keys = table.page.evaluate("Object.keys(localStorage)")
    assert not [key for key in keys if ".draft." in key]
    table.page.get_by_role("link", name="Go back to the game").click()
    table.page.locator("#composer").wait_for()
    assert table.draft == []
    assert not table.page.get_by_text("Your draft was kept.").count()


def test_typed_orders_are_tried_while_one_types(board: Callable[..., Table]) -> None:
    table = board(viewport=DESK)
    table.page.keyboard.press("t")
    with table.page.expect_response(lambda response: "draft=levy" in response.url):
        table.page.keyboard.type("levy horse")
    table.page.locator("#typed-fault", has_text="First move Alexander").wait_for()
    assert "/what-if/" in table.page.url


def test_the_replay_begins_a_board_at_the_position_that_it_shows(
    visit: Visit, alice: User, game: Game
) -> None:
    page = visit(alice, f"/games/{game.code}/replay/1/", viewport=DESK)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/2/")
    page.get_by_role("button", name="What if from here").click()
    page.get_by_text("From position 2").wait_for()


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "dark"), (PHONE, "light")],
                         ids=["desk, dark", "phone, light"])
def test_axe_finds_nothing_grave_on_a_board(
    board: Callable[..., Table], size: dict[str, int], scheme: str
) -> None:
    table = board(viewport=size, color_scheme=scheme)
    table.page.locator("#suppose summary").click()
    assert severe(table.page) == []
    table.tap(table.page.locator("#suppose button").first)
    assert severe(table.page) == []


def test_on_a_phone_the_board_comes_first_and_nothing_is_wider_than_the_screen(
    board: Callable[..., Table]
) -> None:
    page = board(viewport=PHONE).page
    top = {name: page.locator(name).first.bounding_box()["y"]
           for name in ("#board .board-frame", "#turn", "#tree")}
    assert top["#board .board-frame"] < top["#turn"] < top["#tree"]
    assert top["#board .board-frame"] < PHONE["height"] / 2
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
