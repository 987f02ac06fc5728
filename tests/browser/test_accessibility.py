"""Nothing serious for a screen reader or a weak eye, in light and dark, at each step of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from games.models import Game, User
from tests.browser.table_driver import Table
from tests.visits import DESK, PHONE, severe

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
