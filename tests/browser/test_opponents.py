"""People choose an opponent in real browsers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")],
                                ids=["phone, dark", "desk, light"])


@SIZES
def test_somebody_meets_the_bots_and_plays_one(
    visit: Visit, size: dict[str, int], scheme: Any, faults: list[str]
) -> None:
    page = visit(None, "/", viewport=size, color_scheme=scheme)
    page.get_by_role("link", name="our bots").click()
    page.get_by_role("heading", name="Choose your opponent").wait_for()
    page.get_by_text("The figures").first.click()
    assert fits(page)
    page.locator("#planner").get_by_role("button").click()
    page.get_by_text("About this game").click()
    page.get_by_text("Eumenes is a bot (playing style: plans whole turns).").wait_for()
    assert faults == []


@SIZES
def test_somebody_chooses_a_bot_on_the_home_page(
    visit: Visit, size: dict[str, int], scheme: Any, faults: list[str]
) -> None:
    page = visit(None, "/?bot=random#play", viewport=size, color_scheme=scheme)
    assert page.get_by_role("radio", name="Bucephalus").is_checked()
    page.get_by_role("radio", name="Parmenion").check()
    assert fits(page)
    assert faults == []
