"""While one chooses: what would come of it, keys, typed orders, and a draft that is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from games.models import Game, User
from tests.browser.table_driver import Table
from tests.sample_games import legal
from tests.visits import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]


@pytest.fixture
def table(sit: Sit, alice: User, game: Game) -> Table:
    return sit(alice, game, viewport=DESK)


def test_the_table_is_swapped_and_not_loaded_again(table: Table) -> None:
    table.page.evaluate("window.before = true")
    table.tap(table.page.locator("#turn a.card").first)
    assert table.page.evaluate("window.before")
    assert table.page.url.partition("draft=")[2]
    assert table.page.evaluate("document.activeElement.id") == "composer"
    assert "Choose" in table.page.locator("#announcer").text_content()


def test_going_back_takes_the_step_back(table: Table) -> None:
    table.tap(table.page.locator("#turn a.card").first)
    assert table.draft
    table.page.go_back()
    table.page.locator("#composer", has_text="Take or play a card").wait_for()
    assert table.draft == []
    table.page.go_forward()
    table.page.locator(".draft code").wait_for()


def test_pointing_at_a_choice_shows_it_on_the_board_and_in_the_list(table: Table) -> None:
    table.tap(table.page.locator("#turn a.card").first)
    table.page.mouse.move(5, 5)
    option = table.page.locator("#turn a.option").first
    option.hover()
    href = option.get_attribute("href")
    twin = table.page.locator(f'.board-frame a[href="{href}"]')
    assert "lit" in twin.get_attribute("class")
    assert table.page.locator(".preview-layer path").count() >= 1
    twin.locator(".ax-mark, .ax-hit").first.hover()
    assert "lit" in option.get_attribute("class")
    said = table.page.locator("#preview")
    assert option.locator("strong").inner_text() in said.inner_text()
    words, place = said.bounding_box(), twin.bounding_box()
    assert (words["y"] >= place["y"] + place["height"]
            or words["y"] + words["height"] <= place["y"])


def test_a_whole_turn_by_keyboard_alone(table: Table, game: Game) -> None:
    rows = game.rows.count()
    table.press("1")
    while "action" not in table.heading:
        table.press("1")
    table.press("d", "e")
    table.page.keyboard.press("c")
    table.page.get_by_text("Confirmed.").wait_for()
    assert game.rows.count() == rows + 4


def test_arrow_keys_walk_over_the_board_and_enter_chooses(table: Table) -> None:
    table.press("1")
    table.page.keyboard.press("m")
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        table.page.keyboard.press(key)
        seen.add(table.page.evaluate("document.activeElement.getAttribute('href')"))
    assert seen - {None}
    assert table.page.locator('.board-frame a[tabindex="0"]').count() == 1
    table.press("Enter")
    assert table.page.evaluate("Boolean(document.activeElement.closest('#board, #turn'))")


def test_arrow_keys_tell_of_spaces_where_nothing_can_be_chosen(table: Table) -> None:
    table.page.keyboard.press("m")
    announced = set()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        table.page.keyboard.press(key)
        announced.add(table.page.locator("#announcer").text_content())
    assert len(announced) == 3


def test_the_keys_are_listed_and_can_be_switched_off(table: Table) -> None:
    table.page.keyboard.press("?")
    assert table.page.locator("#keys").is_visible()
    table.page.locator("#keys-on").uncheck()
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("1")
    table.page.wait_for_timeout(150)
    assert table.draft == []
    table.page.reload()
    assert not table.page.locator("#keys-on").is_checked()


def test_typed_orders_are_read_while_they_are_typed(table: Table, game: Game) -> None:
    order = legal(game)[0]
    table.page.keyboard.press("t")
    table.page.keyboard.type(order)
    table.page.locator(".draft code", has_text=order).wait_for()
    assert table.page.evaluate("document.activeElement.id") == "typed"
    assert table.page.locator("#typed").input_value() == order
    table.page.keyboard.type("\nmarch nowhere")
    table.page.locator("#typed-fault", has_text="march").wait_for()
    assert table.page.locator("#typed").input_value().endswith("march nowhere")
    assert not table.page.get_by_text("Not played.").count()
    assert table.draft == [order]


def test_what_is_clicked_stands_among_the_typed_orders(table: Table) -> None:
    table.tap(table.page.locator("#turn a.card").first)
    assert table.page.locator("#typed").input_value() == table.draft[0]


def test_a_draft_one_has_left_is_kept(table: Table, game: Game, live_server: object) -> None:
    address = table.page.url
    table.tap(table.page.locator("#turn a.card").first)
    kept = table.draft
    table.page.goto(f"{live_server.url}/rules/")
    table.page.goto(address)
    table.page.get_by_text("Your draft was kept.").wait_for()
    assert table.draft == kept
    table.tap(table.page.get_by_role("link", name="Discard it"))
    assert table.draft == []
    table.page.goto(address)
    assert table.draft == []


def test_a_kept_draft_is_dropped_when_the_position_has_moved_on(
    table: Table, game: Game, now: datetime
) -> None:
    address = table.page.url
    table.tap(table.page.locator("#turn a.card").first)
    table.page.locator(".reveal button, .bar button").first.click()
    table.page.get_by_text("Confirmed.").wait_for()
    table.page.goto(address)
    table.page.wait_for_timeout(150)
    assert table.draft == []
    assert not table.page.get_by_text("Your draft was kept.").count()


def test_somebody_without_a_session_is_led_to_the_whole_page(
    table: Table, faults: list[str]
) -> None:
    # What the page hears of the table in the meantime is another refusal, without any effect.
    table.page.route("**/stream/", lambda route: route.fulfill(status=204))
    table.page.context.clear_cookies()
    table.page.locator("#turn a.card").first.click()
    table.page.locator("#turn").wait_for(state="detached")
    table.page.wait_for_load_state()
    assert all("403" in fault for fault in faults)
    faults.clear()


def test_a_phone_lays_nothing_over_what_is_tapped(sit: Sit, alice: User, game: Game) -> None:
    table = sit(alice, game, viewport=PHONE, has_touch=True)
    address = table.page.url
    table.page.locator("#turn a.card").first.tap()
    table.page.wait_for_url(lambda url: url != address)
    assert "Choose" in table.heading


def test_every_province_in_reach_has_a_key_of_its_own(
    sit: Sit, alice: User, crossroads: Game
) -> None:
    table = sit(alice, crossroads, viewport=DESK)
    shown = table.page.locator("#turn .options > li > a.option[aria-keyshortcuts]")
    keys = [one.get_attribute("aria-keyshortcuts") for one in shown.all()]
    assert keys == [str(n) for n in range(3, 3 + len(keys))]
    assert keys
    assert [one.locator("kbd").inner_text() for one in shown.all()] == keys
    worth = shown.first.locator("strong").inner_text().rpartition(", ")[2].strip()
    table.press("3")
    assert table.heading.startswith("The province")
    assert worth in table.heading


def test_after_confirming_so_far_a_phone_stays_at_the_board(
    sit: Sit, alice: User, game: Game
) -> None:
    table = sit(alice, game, viewport=PHONE)
    table.tap(table.page.locator("#turn a.card").first)
    table.march()
    table.confirm()
    table.page.wait_for_function("scrollY > 0")
    points = table.page.locator(".players > ol").bounding_box()
    board = table.page.locator(".board-hold").bounding_box()
    done = table.page.get_by_text("Confirmed.").bounding_box()
    assert points["y"] == pytest.approx(0, abs=1)
    assert board["y"] == pytest.approx(points["height"], abs=1)
    assert board["y"] + board["height"] <= done["y"] <= PHONE["height"]


def test_after_confirming_so_far_a_desk_shows_the_page_from_its_top(table: Table) -> None:
    table.tap(table.page.locator("#turn a.card").first)
    table.march()
    table.confirm()
    assert table.page.url.endswith("#done")
    assert table.page.evaluate("scrollY") == 0
    assert table.page.get_by_text("Confirmed.").is_visible()
