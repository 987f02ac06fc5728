"""Puzzles in a real browser: at both widths, with and without JavaScript, by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from games.base.site_clock import now
from games.features.puzzles import solving
from games.models import Puzzle, User
from tests.sample_puzzles import todays, wrong_turn
from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def easy(transactional_db: None) -> Puzzle:
    return todays()[0]


def check(page: Any, orders: str) -> None:
    """Opens the field for orders, fills it and sends it."""
    page.locator("#typing summary").click()
    page.locator("#typed").fill(orders)
    page.locator("#typing").get_by_role("button", name="Check").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_puzzle_is_failed_solved_and_liked_on_a_phone(
    easy: Puzzle, alice: User, visit: Visit, scripts: bool
) -> None:
    page = visit(alice, "/", viewport=PHONE, java_script_enabled=scripts)

    page.get_by_role("link", name="Easy").click()
    check(page, wrong_turn(easy))
    page.get_by_text("Not yet.").wait_for()
    page.get_by_role("link", name="Start the puzzle again").click()
    page.get_by_role("link", name="Start the puzzle again").wait_for(state="detached")
    check(page, easy.best)
    page.get_by_text("Well done!").wait_for()
    page.get_by_role("button", name="I like it").click()
    page.get_by_text("You like this puzzle.").wait_for()
    page.locator("form.bar").get_by_role("link", name="Next puzzle").click()

    page.get_by_role("heading", name="The best turn for").wait_for()
    assert easy.key not in page.url


def test_a_puzzle_can_be_solved_with_the_keyboard_alone(easy: Puzzle, visit: Visit) -> None:
    page = visit(None, f"/puzzles/{easy.key}/", viewport=DESK)

    page.keyboard.press("t")
    page.keyboard.type(easy.best)
    page.get_by_role("heading", name="Your draft").wait_for()
    page.locator("form.bar").get_by_role("button", name="Check").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.get_by_text("Well done!").wait_for()


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")],
                         ids=["desk, light", "phone, dark"])
@pytest.mark.parametrize("path", ["/", "/puzzles/", "/puzzles/{key}/",
                                  "/puzzles/{key}/?draft={best}&checked=yes"])
def test_the_pages_fit_and_axe_finds_nothing_grave(
    easy: Puzzle, alice: User, visit: Visit, path: str, size: dict[str, int], scheme: str
) -> None:
    solving.note(alice, easy, solved=True, now=now())
    path = path.format(key=easy.key, best=easy.best.replace(" ", "+"))

    assert fits(visit(alice, path, viewport=size, color_scheme=scheme))
