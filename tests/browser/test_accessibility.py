"""Nothing serious for a screen reader or a weak eye, in light and dark, at each step of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from games.models import Game, User
from tests.browser.table_driver import Table
from tests.visits import DESK, PHONE, outline, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def steps(table: Table) -> Iterator[str]:
    """The page at each step of a turn."""
    yield "take"
    table.tap(table.page.locator("#turn a.card").first)
    yield table.heading
    while "action" not in table.heading:
        table.tap(table.page.locator("#turn a.option").first)
        yield table.heading
    table.page.keyboard.press("?")
    yield "keys"
    table.page.keyboard.press("Escape")
    table.press("d", "e")
    yield "whole"


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")],
                         ids=["desk, light", "phone, dark"])
def test_axe_finds_nothing_grave_in_a_turn(
    sit: Callable[..., Table], alice: User, game: Game, size: dict[str, int], scheme: str
) -> None:
    table = sit(alice, game, viewport=size, color_scheme=scheme)
    for step in steps(table):
        assert severe(table.page) == [], step


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")],
                         ids=["phone, light", "desk, dark"])
def test_axe_finds_nothing_grave_where_everything_can_be_done(
    sit: Callable[..., Table], alice: User, crossroads: Game, size: dict[str, int], scheme: str
) -> None:
    table = sit(alice, crossroads, viewport=size, color_scheme=scheme)
    assert severe(table.page) == []
    table.tap(table.page.locator("#turn a.option:not(.off)", has_text="Take over").first)
    assert severe(table.page) == []


def test_a_screen_reader_goes_from_the_players_over_the_board_to_the_choices(
    sit: Callable[..., Table], alice: User, game: Game
) -> None:
    read = outline(sit(alice, game, viewport=DESK, reduced_motion="reduce").page)
    assert read[:read.index("region: Talk")] == [
        "heading: Friends", "link: Talk", "button: Shortcuts",
        "region: Players", "link: Alice", "link: Bob",
        "region: Board", "region: Board. The arrow keys move from space to space.",
        "heading: Take or play a card to march", "heading: Face up",
        "link: temple take it: B5 or G10, 2 sides away",
        "link: soldier take it: F8, 1 side away",
        "heading: Yours",
        "link: lyre 2 play it from your hand: C6 or D10, 1 side away",
        "link: soldier 2 play it from your hand: F8, 1 side away",
        "region: Since your last turn", "heading: Since your last turn",
        "button: Show on the board", "link: Turn 8",
    ]


def test_a_whole_turn_is_played_by_keys_and_each_step_is_told(
    sit: Callable[..., Table], alice: User, game: Game
) -> None:
    table, told = sit(alice, game, viewport=DESK), []
    for key in ("1", "1", "1", "d", "d"):
        table.press(key)
        told.append(table.page.locator("#announcer").text_content())
    assert told == [
        "You take the temple to march. A new card is turned up. Choose a space to march to",
        "You take the temple to march. A new card is turned up. Choose the point to march to",
        ("Alexander marches to the north-west point of B5 in Alexandria. He places 2 new walls."
        " A province of 3 spaces in Alexandria worth 2 is closed off."
        " A province of 3 spaces in Alexandria worth 2 is closed off. Up to two actions"),
        "You draw a card from the supply. Your second action",
        "You draw a card from the supply. Your turn ends; Bob is next. Your draft",
    ]
    table.page.keyboard.press("Enter")
    table.page.get_by_text("Confirmed.").wait_for()
