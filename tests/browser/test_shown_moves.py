"""What has happened is drawn on the board, move by move, once, and by no means to everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.models import Game, User
from tests.browser.table_driver import Table
from tests.sample_games import advance, mover
from tests.visits import DESK, PHONE, SHORT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]
SHAPES = ".preview-layer path"


@pytest.fixture
def news(game: Game, now: datetime) -> Game:
    """Alice is to move again, and Bob has moved since her last turn."""
    alices = mover(game)
    while mover(game) == alices:
        advance(game, now=now)
    while mover(game) != alices:
        advance(game, now=now)
    return game


SEEN = "Object.keys(localStorage).some((key) => key.includes('.shown.'))"
#: Each move is shown until somebody skips it, however slow the machine is.
STAY = """(() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, pause) => wait(act, pause < 1000 ? pause : 1e9);
})()"""


def show(page: Any) -> None:
    """Asks to be shown the moves, which stay."""
    bar(page).wait_for(state="hidden")
    page.evaluate(STAY)
    page.locator("[data-moves=show]").first.click()
    bar(page).wait_for()


def bar(page: Any) -> Any:
    return page.locator("#moves")


def skipped(page: Any) -> None:
    """Waits until no moves are shown."""
    bar(page).wait_for(state="hidden")
    assert page.locator(SHAPES).count() == 0
    assert page.locator("#preview").text_content() == ""


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_the_moves_of_others_are_shown_with_their_words_and_only_once(
    sit: Sit, alice: User, news: Game, viewport: dict[str, int]
) -> None:
    page = sit(alice, news, viewport=viewport).page
    page.wait_for_function(SEEN)
    skipped(page)
    page.reload()
    page.locator("[data-moves=show]").first.wait_for()
    skipped(page)
    show(page)
    assert page.locator(SHAPES).count()
    lit = page.locator("[data-row].lit").first
    assert page.locator("#preview").inner_text() in " ".join(lit.text_content().split())


@pytest.mark.parametrize("viewport", [DESK, PHONE, SHORT])
def test_the_words_of_a_move_are_in_sight_and_cover_nothing(
    sit: Sit, alice: User, news: Game, viewport: dict[str, int]
) -> None:
    page = sit(alice, news, viewport=viewport, reduced_motion="reduce").page
    show(page)
    board = page.locator(".board-frame").bounding_box()
    for part in (page.locator("#preview"), bar(page)):
        box = part.bounding_box()
        assert box["y"] >= board["y"] + board["height"]
        assert box["y"] + box["height"] <= viewport["height"]
    words, room = (page.locator(part).bounding_box() for part in (".captions", ".board-hold"))
    assert words["y"] + words["height"] <= room["y"] + room["height"]


@pytest.mark.parametrize("viewport", [DESK, PHONE, SHORT])
def test_what_is_shown_in_places_far_apart_is_within_the_frame(
    sit: Sit, alice: User, news: Game, viewport: dict[str, int]
) -> None:
    page = sit(alice, news, viewport=viewport, reduced_motion="reduce").page
    page.evaluate("""() => {
        const {width, height} = document.querySelector(".board-frame > svg").viewBox.baseVal;
        for (const line of document.querySelectorAll("[data-row]"))
            line.setAttribute("data-preview-far", `M9 9h9M${width - 9} ${height - 9}h-9`);
    }""")
    show(page)
    frame = page.locator(".board-frame").bounding_box()
    box = page.locator(".preview-layer").first.bounding_box()
    for at, far in (("x", "width"), ("y", "height")):
        assert frame[at] <= box[at]
        assert box[at] + box[far] <= frame[at] + frame[far]


def test_a_move_of_several_sentences_tells_one_after_the_other(
    sit: Sit, alice: User, news: Game
) -> None:
    page = sit(alice, news, viewport=DESK, reduced_motion="reduce").page
    page.evaluate("""document.querySelectorAll("[data-row]").forEach((line) => {
                         line.textContent = "Bob takes D7.NW. They end." })""")
    show(page)
    assert page.locator("#preview").inner_text() == "Bob takes D7.NW."


def test_skipping_and_going_on_end_it(sit: Sit, alice: User, news: Game) -> None:
    table = sit(alice, news, viewport=DESK)
    page = table.page
    show(page)
    page.get_by_role("button", name="Skip").click()
    skipped(page)
    show(page)
    table.tap(page.locator("#turn a.card").first)
    assert table.draft
    bar(page).wait_for(state="hidden")


def test_who_wants_no_moves_shown_is_not_shown_any(sit: Sit, alice: User, news: Game) -> None:
    page = sit(alice, news, viewport=DESK).page
    show(page)
    page.get_by_role("button", name="Never show moves").click()
    skipped(page)
    page.evaluate("""for (const key of Object.keys(localStorage))
                         if (key.includes(".shown.")) localStorage.removeItem(key)""")
    page.reload()
    page.locator("[data-moves=show]").first.wait_for()
    assert not page.evaluate(SEEN)
    show(page)
    page.get_by_role("button", name="Always show moves").click()
    page.get_by_role("button", name="Never show moves").wait_for()


def test_nothing_moves_by_itself_where_motion_is_reduced_but_lines_can_be_pointed_at(
    sit: Sit, alice: User, news: Game
) -> None:
    page = sit(alice, news, viewport=DESK, reduced_motion="reduce").page
    page.locator("[data-moves=show]").first.wait_for()
    skipped(page)
    assert not page.evaluate(SEEN)
    page.locator("[data-row]").first.hover()
    page.locator(SHAPES).first.wait_for(state="attached")
    page.locator("h1").hover()
    skipped(page)
    page.locator(".since .at").first.focus()
    page.locator(SHAPES).first.wait_for(state="attached")


def test_what_came_of_orders_is_put_away_for_good(
    sit: Sit, alice: User, game: Game, now: datetime
) -> None:
    table = sit(alice, game, viewport=DESK, reduced_motion="reduce")
    page = table.page
    table.tap(page.locator("#turn a.card").first)
    table.march()
    page.get_by_role("button", name="Confirm").first.click()
    page.locator("#done").wait_for()
    page.get_by_role("button", name="Got it").click()
    page.locator("#done").wait_for(state="hidden")
    page.reload()
    page.locator("#done").wait_for(state="hidden")
