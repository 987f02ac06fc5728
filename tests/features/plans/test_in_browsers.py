"""A plan by keyboard on a phone and a desk: made, shown and turned off; it never makes a move."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, LoggedMove, Plan, User
from tests.sample_games import table_in_the_middle
from tests.visits import DESK, PHONE, Visit, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PLAN = "if a horse is face up: take horse; march B3; draw; end\notherwise ask me"


@pytest.fixture
def game(alice: User, bob: User, now: datetime, transactional_db: None) -> Game:
    return table_in_the_middle([alice, bob], now=now)


@pytest.mark.parametrize(("size", "scheme", "scripts"), [
    (PHONE, "dark", True), (DESK, "light", True), (PHONE, "light", False),
], ids=["phone, dark", "desk, light", "phone, no scripts"])
def test_a_plan_is_made_and_turned_off_by_keyboard(
    visit: Visit, alice: User, game: Game, size: dict[str, int], scheme: str, *,
    scripts: bool
) -> None:
    moves = LoggedMove.objects.filter(game=game).count()
    page = visit(alice, f"/games/{game.code}/", viewport=size, color_scheme=scheme,
                 java_script_enabled=scripts)
    page.locator("#plan summary").focus()
    page.keyboard.press("Enter")
    page.locator("#plan-text").focus()
    page.keyboard.type(PLAN)
    for _ in range(6):  # two links, the conditions with their button, and when to play it
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Your plan has been saved.").wait_for()
    assert Plan.objects.get(ended_at=None).text == PLAN
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    if scripts:
        assert severe(page) == []
    page.get_by_role("button", name="Turn it off").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Your plan is off.").wait_for()
    assert not Plan.objects.filter(ended_at=None).exists()
    assert LoggedMove.objects.filter(game=game).count() == moves


def test_the_page_of_the_game_with_a_plan_has_nothing_grave(
    visit: Visit, alice: User, game: Game
) -> None:
    page = visit(alice, f"/games/{game.code}/", viewport=PHONE, color_scheme="light")
    page.locator("#plan summary").click()
    page.locator("#plan-text").fill(PLAN)
    page.get_by_role("button", name="Save the plan").click()
    page.get_by_text("Your plan has been saved.").wait_for()
    page.goto(page.url.replace("plan/", ""))
    page.locator("#plan .plan-branch").first.wait_for()
    assert severe(page) == []
