"""Every kind of action by hand, on a phone and at a desk, with its price and its warning."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.models import Game, User
from tests.browser.table_driver import Table
from tests.sample_games import mover
from tests.visits import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def table(request: pytest.FixtureRequest, sit: Sit, alice: User, crossroads: Game) -> Table:
    return sit(alice, crossroads, viewport=request.param)


def option(table: Table, words: str) -> None:
    """Chooses something to occupy that can be paid."""
    table.tap(table.page.locator("#turn a.option:not(.off)", has_text=words).first)


@pytest.mark.rule("C1", "C2")
def test_cards_are_drawn_and_taken(table: Table, crossroads: Game) -> None:
    table.tap(table.page.get_by_role("link", name="take it face up").first)
    table.tap(table.page.get_by_role("link", name="draw a card from the supply"))
    assert [text.split()[0] for text in table.draft] == ["take", "draw"]
    table.confirm()
    moves = crossroads.rows.order_by("-number").values_list("move", flat=True)[:2]
    assert [move.split()[0] for move in moves] == ["draw", "take"]


@pytest.mark.rule("A3")
def test_a_card_that_nobody_has_seen_yet_is_a_plain_back_named_as_new(
    sit: Sit, alice: User, game: Game
) -> None:
    table = sit(alice, game, viewport=PHONE)
    table.tap(table.page.locator("#turn a.card").first)
    table.march()
    new = table.page.locator("#turn .card.unknown", has_text="new card")
    other = table.page.locator("#turn .card", has_text="draw")
    backs = [card.locator("svg").first for card in (new, other)]
    assert [back.evaluate("back => getComputedStyle(back).opacity") for back in backs] == ["1", "1"]
    assert backs[0].bounding_box()["width"] == backs[1].bounding_box()["width"]


@pytest.mark.rule("O1", "O2", "O3")
def test_a_province_is_occupied_as_proposed(table: Table, crossroads: Game) -> None:
    seat = mover(crossroads)
    option(table, "Occupy, worth")
    assert table.page.get_by_text("To occupy").is_visible()
    assert table.page.locator("form.guards input:checked").count() >= 1
    table.tap(table.page.get_by_role("button", name="Occupy it").first)
    table.confirm()
    assert crossroads.rows.filter(move__startswith="occupy", seat=seat).exists()


@pytest.mark.rule("O3")
def test_tapping_a_symbol_puts_a_guard_there_and_tells_the_price(table: Table) -> None:
    option(table, "Occupy, worth")
    guards = table.page.locator("form.guards input:checked")
    for box in guards.all():
        address = table.page.url
        box.evaluate("box => box.scrollIntoView({block: 'center'})")
        box.uncheck(force=True)
        table.page.wait_for_url(lambda url, before=address: url != before)
        break
    before = guards.count()
    table.tap(table.page.locator(".board-frame a").first)
    assert guards.count() != before


@pytest.mark.rule("K1", "K2", "K3")
def test_a_province_is_taken_over_with_the_gift_proposed(table: Table, crossroads: Game) -> None:
    option(table, "Take over from")
    seat = mover(crossroads)
    assert table.page.get_by_text("To remove guards").is_visible()
    assert table.page.locator("select[name=give] option").count() >= 1
    table.tap(table.page.get_by_role("button", name="Take it over").first)
    table.confirm()
    assert crossroads.rows.filter(
        move__startswith="occupy", move__contains=" give ", seat=seat).exists()


@pytest.mark.rule("L1", "L2", "L3")
def test_a_levy_shows_its_table_before_it_is_done(table: Table, crossroads: Game) -> None:
    shown = table.page.locator("#turn table", has_text="Would gain")
    assert shown.locator("tbody tr").count() == 3
    table.tap(table.page.locator("#turn a", has_text="Levy with").first)
    assert table.draft[0].startswith("levy")
    assert table.page.get_by_text("already levied taxes this turn").is_visible()
    table.confirm()
    assert crossroads.rows.filter(move__startswith="levy").exists()


@pytest.mark.rule("B1")
def test_a_guard_is_taken_back_and_the_turn_ended(table: Table, crossroads: Game) -> None:
    table.page.locator("#recalls summary").click()
    table.tap(table.page.locator("#recalls a.option").first)
    table.tap(table.page.locator("#turn a", has_text="End the turn"))
    assert [text.split()[0] for text in table.draft] == ["recall", "end"]
    table.confirm()
    assert crossroads.rows.filter(move__startswith="recall").exists()
