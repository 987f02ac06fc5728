"""The page of playing hours in a browser, and the time zone that posted forms carry along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import EmailPreferences, Game, PlayingHours, User
from tests.browser.table_driver import Table
from tests.visits import DESK, PHONE, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]


@pytest.fixture
def hours_of(sit: Sit, live_server: Any, game: Game) -> Callable[..., Any]:
    """Somebody's page of playing hours; their browser is in Berlin."""

    def opened(user: User, **options: Any) -> Any:
        page = sit(user, game, timezone_id="Europe/Berlin", **options).page
        page.goto(f"{live_server.url}/time/")
        return page

    return opened


def save(page: Any) -> None:
    page.get_by_role("button", name="Save my playing hours").click()
    page.get_by_text("Your playing hours have been saved.").wait_for()


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_it_fits_the_screen_and_axe_finds_nothing_grave(
    hours_of: Callable[..., Any], alice: User, size: dict[str, int], scheme: str
) -> None:
    page = hours_of(alice, viewport=size, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert severe(page) == []


def test_the_time_zone_of_the_browser_is_filled_in_for_whoever_has_chosen_none(
    hours_of: Callable[..., Any], alice: User
) -> None:
    page = hours_of(alice)
    assert page.get_by_label("My time zone").input_value() == "Europe/Berlin"
    save(page)
    assert EmailPreferences.objects.get(user=alice).time_zone == "Europe/Berlin"


def test_without_javascript_hours_are_saved_as_well(
    hours_of: Callable[..., Any], alice: User
) -> None:
    page = hours_of(alice, java_script_enabled=False)
    page.get_by_label("My time zone").fill("Asia/Tokyo")
    page.get_by_label("I play from").fill("18:00")
    page.get_by_label("Monday").check()
    save(page)
    row = PlayingHours.objects.filter(user=alice).latest("since")
    assert (row.time_zone, row.opens, row.free_weekdays) == ("Asia/Tokyo", 18 * 60, 1)


def test_a_posted_form_carries_the_time_zone_of_the_browser_and_a_search_does_not(
    hours_of: Callable[..., Any], alice: User
) -> None:
    page = hours_of(alice)
    carried = """(method) => {
        const form = document.createElement("form");
        form.method = method;
        document.body.append(form);
        return new FormData(form).get("browser_zone");
    }"""
    assert page.evaluate(carried, "post") == "Europe/Berlin"
    assert page.evaluate(carried, "get") is None


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_an_address_for_the_calendar_is_made_and_copied(
    hours_of: Callable[..., Any], alice: User, size: dict[str, int]
) -> None:
    page = hours_of(alice, viewport=size, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Make my addresses").click()
    field = page.get_by_label("Or enter this address there")
    field.wait_for()
    page.locator("#calendar").get_by_role("button", name="Copy").first.click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == field.input_value()
    link = page.get_by_role("link", name="Add my turns to my calendar").get_attribute("href")
    assert link == f"webcal://{field.input_value().partition('://')[2]}"
    page.get_by_text("Where to enter the calendar’s address").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert severe(page) == []
