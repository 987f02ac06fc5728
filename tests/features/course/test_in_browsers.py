"""The course in a real browser: at both widths, with and without JavaScript, by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def check(page: Any) -> None:
    page.locator("form.bar").get_by_role("button", name="Check").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_lesson_is_failed_and_then_solved_by_clicking(
    visit: Visit, size: dict[str, int], scripts: bool
) -> None:
    page = visit(None, "/learn/takeovers/", viewport=size, java_script_enabled=scripts)

    again = page.get_by_role("link", name="Start the lesson again")

    page.get_by_role("link", name="Levy with a horse").click()
    again.wait_for()
    check(page)
    page.get_by_text("Not yet. The province of C10, worth 4, still belongs to Yellow.").wait_for()
    again.click()
    again.wait_for(state="detached")  # the old page offers a takeover, too, as a second action
    page.locator("#turn a.option", has_text="Take over from Yellow, worth 4").click()
    page.locator("#occupy").get_by_role("button", name="Take it over").click()
    check(page)

    page.get_by_text("Well done!").wait_for()
    assert page.get_by_role("link", name="Go on with lesson 8: Levies").is_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_lesson_is_failed_and_then_solved_on_the_map(visit: Visit, size: dict[str, int]) -> None:
    page = visit(None, "/learn/games/campaign/yields/", viewport=size)

    page.get_by_role("link", name="Philippi (A1.SE)").first.click()
    check(page)
    page.get_by_text("Not yet. The hexes around Philippi").wait_for()
    page.get_by_role("link", name="Start the lesson again").click()
    page.get_by_role("link", name="Alexandria by Issus (D3.N)").first.click()
    check(page)

    page.get_by_text("Well done!").wait_for()
    assert page.get_by_role("link", name="Go on with lesson 2").is_visible()


def test_a_lesson_can_be_solved_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit(None, "/learn/takeovers/", viewport=DESK)

    page.keyboard.press("t")
    page.keyboard.type("occupy C10")
    page.get_by_role("heading", name="Your second action").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.get_by_text("Well done!").wait_for()


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")],
                         ids=["desk, light", "phone, dark"])
@pytest.mark.parametrize("path", [
    "/learn/", "/learn/walls/", "/learn/levies/?draft=levy+temple&checked=yes",
    "/learn/win-from-behind/", "/learn/games/campaign/", "/learn/games/campaign/yields/",
    "/learn/games/campaign/paying/?draft=bid+up+to+4&checked=yes",
])
def test_the_pages_fit_and_axe_finds_nothing_grave(
    visit: Visit, path: str, size: dict[str, int], scheme: str
) -> None:
    assert fits(visit(None, path, viewport=size, color_scheme=scheme))
