"""What comes while somebody reads, types or scrolls leaves their page there; a turn is in sight."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.base import site_clock
from games.models import Game, TurnAdvice, User
from games.table.lobby import open_tables
from tests.browser.table_driver import Table
from tests.sample_games import advance, legal, mover
from tests.visits import DESK, PHONE, SHORT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]
SIZES = pytest.mark.parametrize("size", [SHORT, PHONE, DESK], ids=["short", "phone", "desk"])


@pytest.fixture
def lesson(alice: User, now: datetime, transactional_db: None) -> Game:
    """A game that Alice plays against a bot, with a hint that is still being thought of."""
    game = open_tables.create_table(by=alice, name="Issus", board="delta", players=2,
                                    options={"first": 0}, bots=["greedy"], now=now)
    game.refresh_from_db()
    TurnAdvice.objects.create(game=game, number=game.number, seat=0, degree=1)
    return game


def think(game: Game) -> None:
    TurnAdvice.objects.filter(game=game).update(
        orders=[legal(game)[0]], answered_at=site_clock.now())


def top(part: Any) -> float:
    return float(part.bounding_box()["y"])


@SIZES
def test_typing_leaves_the_field_and_the_hint_where_they_are(
    sit: Sit, alice: User, lesson: Game, size: dict[str, int]
) -> None:
    think(lesson)
    table = sit(alice, lesson, viewport=size)
    page = table.page
    page.locator("#typing summary").click()
    page.locator("#typed").click()
    before = top(page.locator("#typed"))
    page.keyboard.type("march nowhere")
    page.locator("#typed-fault", has_text="march").wait_for()
    assert top(page.locator("#typed")) == pytest.approx(before, abs=2)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(legal(lesson)[0])
    page.locator(".draft code").first.wait_for(state="attached")
    assert top(page.locator("#typed")) == pytest.approx(before, abs=2)
    assert page.locator("#hint", has_text="The strongest bot would play this").is_visible()
    assert page.evaluate("document.activeElement.id") == "typed"


@SIZES
def test_a_hint_that_comes_leaves_what_is_being_typed(
    sit: Sit, alice: User, lesson: Game, size: dict[str, int]
) -> None:
    page = sit(alice, lesson, viewport=size).page
    page.evaluate("window.before = true")
    page.locator("#typing summary").click()
    page.locator("#typed").click()
    before = top(page.locator("#typed"))
    think(lesson)
    page.locator("#hint", has_text="The strongest bot would play this").wait_for()
    assert page.evaluate("window.before")
    assert page.evaluate("document.activeElement.id") == "typed"
    assert top(page.locator("#typed")) == pytest.approx(before, abs=2)


@SIZES
def test_a_wheel_over_the_board_scrolls_the_page_until_the_board_is_clicked(
    sit: Sit, alice: User, game: Game, size: dict[str, int]
) -> None:
    page = sit(alice, game, viewport=size).page
    page.locator("label:has(#zoom-3)").click()
    page.evaluate("scrollTo(0, 0)")
    frame = page.locator(".board-frame")
    box, pane = frame.bounding_box(), frame.evaluate("frame => frame.scrollTop")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => scrollY > 50")
    assert frame.evaluate("frame => frame.scrollTop") == pane
    page.evaluate("scrollTo(0, 0)")
    frame.focus()
    page.mouse.wheel(0, 60)
    page.wait_for_function("y => document.querySelector('.board-frame').scrollTop > y", arg=pane)


def end_turn(table: Table, game: Game) -> None:
    """Plays Alice's turn, in which she draws two cards."""
    table.tap(table.page.locator("#turn a.card").first)
    table.march()
    for _ in range(2):
        table.tap(table.page.get_by_role("link", name="draw a card from the supply"))
    table.confirm()
    assert mover(game) != 0


def come_round(game: Game, table: Table, *, now: datetime) -> None:
    """Plays for the others until it is Alice's turn, and waits for its page."""
    game.refresh_from_db()
    while mover(game) != 0:
        advance(game, now=now)
    table.page.locator("#composer").wait_for(state="attached")
    table.page.wait_for_load_state()


@SIZES
def test_one_sees_the_board_after_a_turn_and_then_where_the_next_begins(
    sit: Sit, alice: User, game: Game, now: datetime, size: dict[str, int]
) -> None:
    table = sit(alice, game, viewport=size, reduced_motion="reduce")
    page = table.page
    end_turn(table, game)
    frame, done = (page.locator(part).bounding_box() for part in (".board-frame", "#done"))
    assert frame["y"] >= 0
    assert 0 <= done["y"] < size["height"] - 100
    come_round(game, table, now=now)
    frame, heading = (page.locator(part).bounding_box() for part in (".board-frame", "#composer"))
    assert heading["y"] >= (frame["y"] + frame["height"] if size == PHONE else 0)
    assert heading["y"] + heading["height"] <= size["height"]


@SIZES
def test_whoever_reads_further_down_is_left_there_when_their_turn_comes(
    sit: Sit, alice: User, game: Game, now: datetime, size: dict[str, int]
) -> None:
    table = sit(alice, game, viewport=size, reduced_motion="reduce")
    end_turn(table, game)
    table.page.locator("footer").scroll_into_view_if_needed()
    before = table.page.evaluate("scrollY")
    come_round(game, table, now=now)
    assert table.page.evaluate("scrollY") > before / 2  # the page may have become shorter
