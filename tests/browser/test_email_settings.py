"""The page of email settings shows what applies, and proposes the browser's time zone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.models import EmailPreferences, Game, User
from tests.browser.table_driver import Table
from tests.visits import DESK, PHONE, severe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]
MINUTES, HOUR, NIGHT = (
    "How many minutes to wait", "The hour of the daily email", "No emails from")


@pytest.fixture
def settings_of(sit: Sit, live_server: Any, game: Game) -> Callable[..., Any]:
    """Somebody's page of email settings; their browser is in Berlin."""

    def opened(user: User, **options: Any) -> Any:
        page = sit(user, game, timezone_id="Europe/Berlin", **options).page
        page.goto(f"{live_server.url}/mail/")
        return page

    return opened


def shown(page: Any) -> list[str]:
    return [label for label in (MINUTES, HOUR, NIGHT) if page.get_by_label(label).is_visible()]


def choose(page: Any, when: str) -> list[str]:
    page.locator(f"input[name=when][value={when}]").check()
    return shown(page)


def test_only_the_fields_that_apply_are_shown(
    settings_of: Callable[..., Any], alice: User, game: Game
) -> None:
    page = settings_of(alice, viewport=PHONE)
    assert shown(page) == [NIGHT]
    assert choose(page, "quiet") == [MINUTES, NIGHT]
    assert choose(page, "daily") == [HOUR, NIGHT]
    assert choose(page, "never") == []
    page.locator(f"select[name=game-{game.code}]").select_option("quiet")
    assert shown(page) == [MINUTES, NIGHT]


def test_a_hidden_field_does_not_keep_the_form_from_being_sent(
    settings_of: Callable[..., Any], alice: User
) -> None:
    page = settings_of(alice, viewport=PHONE)
    choose(page, "quiet")
    page.get_by_label(MINUTES).fill("999")
    choose(page, "never")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your settings have been saved").wait_for()
    assert EmailPreferences.objects.get(user=alice).when == "never"


def test_without_javascript_the_same_fields_are_shown_and_saved(
    settings_of: Callable[..., Any], alice: User
) -> None:
    page = settings_of(alice, viewport=DESK, java_script_enabled=False)
    page.locator("input[name=when][value=daily]").check()
    page.get_by_label(HOUR).select_option("19")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your settings have been saved").wait_for()
    assert EmailPreferences.objects.get(user=alice).hour == 19


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_quiet_hours_are_one_row_and_axe_finds_nothing_grave(
    settings_of: Callable[..., Any], alice: User, size: dict[str, int], scheme: str
) -> None:
    page = settings_of(alice, viewport=size, color_scheme=scheme)
    fields = (page.locator("[name=quiet_from]"), page.locator("[name=quiet_until]"))
    boxes = [field.bounding_box() for field in fields]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert severe(page) == []


def test_the_time_zone_of_the_browser_is_the_preset_for_whoever_has_saved_none(
    settings_of: Callable[..., Any], alice: User
) -> None:
    page = settings_of(alice)
    assert page.get_by_label("My time zone").input_value() == "Europe/Berlin"
    page.get_by_text("Europe/Berlin is the time zone of this browser.").wait_for()
    assert not EmailPreferences.objects.exists()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Your settings have been saved").wait_for()
    assert EmailPreferences.objects.get(user=alice).time_zone == "Europe/Berlin"
    assert not page.get_by_text("time zone of this browser").is_visible()


def test_a_saved_time_zone_is_changed_only_by_a_click(
    settings_of: Callable[..., Any], alice: User
) -> None:
    EmailPreferences.objects.create(user=alice, time_zone="Asia/Tokyo")
    page = settings_of(alice)
    field = page.get_by_label("My time zone")
    assert field.input_value() == "Asia/Tokyo"
    page.get_by_role("button", name="Use Europe/Berlin").click()
    assert field.input_value() == "Europe/Berlin"
