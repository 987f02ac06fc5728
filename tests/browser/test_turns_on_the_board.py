"""A real browser takes turns: with and without JavaScript, on a phone and at a desk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from games.models import Game, User
from tests.browser.table_driver import Table
from tests.sample_games import advance
from tests.visits import DESK, PHONE, SHORT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]


@pytest.fixture(params=[(PHONE, True), (DESK, True), (PHONE, False)],
                ids=["phone", "desk", "phone without JavaScript"])
def table(request: pytest.FixtureRequest, sit: Sit, alice: User, game: Game) -> Table:
    size, script = request.param
    return sit(alice, game, viewport=size, java_script_enabled=script)


@pytest.mark.promise("R21")
def test_a_turn_is_played_on_the_board(table: Table, game: Game) -> None:
    table.tap(table.page.locator("#turn a.card").first)
    table.march()
    for _ in range(2):
        table.tap(table.page.get_by_role("link", name="draw a card from the supply"))
    rows = game.rows.count()
    table.confirm()
    assert game.rows.count() == rows + 4


def test_no_page_is_wider_than_the_screen(table: Table) -> None:
    table.tap(table.page.locator("#turn a.card").first)
    size = table.page.viewport_size["width"]
    assert table.page.locator("body").bounding_box()["width"] <= size
    for part in (".board-frame", ".bar", ".zoom", "#turn"):
        box = table.page.locator(part).bounding_box()
        assert box["x"] >= -1, part
        assert box["x"] + box["width"] <= size + 1, part


def test_what_can_be_chosen_is_large_enough_for_a_thumb(
    sit: Sit, alice: User, game: Game
) -> None:
    table = sit(alice, game, viewport=PHONE)
    controls = "#turn a.card, #turn button, #turn a.option, #turn a.button, .zoom label"
    for step in range(3):
        sizes = table.page.eval_on_selector_all(controls, """found => found
            .map(one => one.getBoundingClientRect()).filter(box => box.height && box.width > 2)
            .map(box => Math.min(box.width, box.height))""")
        assert sizes
        assert min(sizes) >= 44
        if step < 2:
            table.tap(table.page.locator("#turn a.card, #turn a.option").first)


def test_the_board_stays_in_sight_while_one_chooses(sit: Sit, alice: User, game: Game) -> None:
    table = sit(alice, game, viewport=PHONE)
    table.page.locator("#turn").scroll_into_view_if_needed()
    table.tap(table.page.locator("#turn a.card").first)
    board = table.page.locator(".board-frame").bounding_box()
    assert 200 < board["y"] + board["height"] < PHONE["height"] * 0.7
    heading = table.page.locator("#composer").bounding_box()
    assert board["y"] + board["height"] <= heading["y"] < PHONE["height"] - 60


@pytest.mark.parametrize(("viewport", "size"), [(PHONE, 2), (SHORT, 2), (DESK, 1)])
def test_the_size_of_the_board_is_marked_before_one_is_chosen(
    sit: Sit, alice: User, game: Game, viewport: dict[str, int], size: int
) -> None:
    page = sit(alice, game, viewport=viewport).page
    weights = page.locator(".zoom label").evaluate_all(
        "labels => labels.map((label) => Number(getComputedStyle(label).fontWeight))")
    assert [weight > 400 for weight in weights] == [number == size for number in (1, 2, 3)]


def test_the_board_can_be_made_larger(table: Table) -> None:
    svg = table.page.locator(".board-frame > svg")
    table.page.locator("label:has(#zoom-1)").click()
    whole = svg.bounding_box()["width"]
    table.page.locator("label:has(#zoom-3)").click()
    assert svg.bounding_box()["width"] > 2 * whole
    assert table.page.locator("body").bounding_box()["width"] <= table.page.viewport_size["width"]


def test_two_fingers_make_the_board_larger_and_a_choice_leaves_it_so(
    sit: Sit, alice: User, game: Game
) -> None:
    table = sit(alice, game, viewport=PHONE, has_touch=True, is_mobile=True)
    board = table.page.locator(".board-frame > svg")
    before = board.bounding_box()["width"]
    touch = table.page.context.new_cdp_session(table.page)
    box = table.page.locator(".board-frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, apart in (("touchStart", 40), ("touchMove", 50), ("touchMove", 60),
                        ("touchMove", 75)):
        fingers = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.page.wait_for_function(
        "wide => document.querySelector('.board-frame > svg').clientWidth > wide", arg=1.3 * before
    )
    larger = board.bounding_box()["width"]
    table.tap(table.page.locator("#turn a.card").first)
    assert board.bounding_box()["width"] == larger
    table.page.locator("label:has(#zoom-1)").click()
    assert board.bounding_box()["width"] <= PHONE["width"]


def test_a_waiting_page_shows_the_next_move_by_itself(
    sit: Sit, bob: User, game: Game, now: datetime
) -> None:
    page = sit(bob, game, viewport=PHONE).page
    assert page.get_by_text("It is Alice’s turn.").is_visible()
    page.clock.install()
    page.reload()
    turn = game.turn
    while game.turn == turn:
        advance(game, now=now)
    page.clock.run_for(4000)
    page.get_by_text("It is your turn.").wait_for()
