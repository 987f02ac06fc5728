"""Whatever is put in place while somebody reads, types or scrolls leaves their page where it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.base import site_clock
from games.models import Game, TurnAdvice, User
from games.table.lobby import open_tables
from tests.browser.table_driver import Table
from tests.sample_games import legal
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
