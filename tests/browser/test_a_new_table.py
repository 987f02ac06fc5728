"""People meet at a table in real browsers: made on a phone, joined by its link, started."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from games.models import Game, User
from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.promise("R21")
def test_a_table_is_made_shared_and_filled(visit: Visit, alice: User) -> None:
    host = visit(alice, "/games/new/?game=alexandros", viewport=PHONE,
                 permissions=["clipboard-read", "clipboard-write"])
    assert fits(host)
    host.get_by_text("More settings").click()
    host.get_by_label("Name of the table").fill("Issus")
    host.get_by_role("group", name="Players").get_by_label("3").check()
    host.get_by_role("radio", name="The Nile delta, for learning").check()
    host.get_by_role("button", name="Open the table").click()
    host.get_by_text("Waiting for 2 more players.").wait_for()
    assert fits(host)
    host.get_by_role("button", name="Copy").click()
    host.get_by_role("button", name="Copied").wait_for()
    link = host.evaluate("navigator.clipboard.readText()")
    host.get_by_role("button", name="give to a bot").last.click()
    host.get_by_text("Waiting for 1 more player.").wait_for()
    friend = visit(None, urlsplit(link).path, viewport=DESK, color_scheme="dark")
    assert fits(friend)
    friend.get_by_label("Your name at the table").fill("Erin")
    friend.get_by_role("button", name="Take a seat").click()
    friend.get_by_role("heading", name="Issus").wait_for()
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert [seat.name for seat in game.seats.order_by("index")][:2] == ["Alice", "Erin (guest)"]
    host.locator("#board").wait_for()  # the page loads itself again when the game begins


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_new_table_needs_no_settings(
    visit: Visit, alice: User, size: dict[str, int]
) -> None:
    page = visit(alice, "/games/new/?game=alexandros", viewport=size)
    button = page.get_by_role("button", name="Open the table")
    assert button.bounding_box()["y"] + button.bounding_box()["height"] <= size["height"]
    button.click()
    page.get_by_text("Waiting for 1 more player.").wait_for()


def test_settings_that_do_not_apply_are_left_out(visit: Visit, alice: User) -> None:
    page = visit(alice, "/games/new/?game=alexandros", viewport=PHONE)
    page.get_by_text("More settings").click()
    shown = {
        "Friends": (True, True, False, False), "Anybody": (True, True, True, False),
        "Only you": (False, False, False, True),
    }
    for company, expected in shown.items():
        page.get_by_role("radio", name=company).check()
        fields = [page.get_by_label("Invite by email"), page.get_by_role("group", name="Pace"),
                  page.get_by_role("group", name="Who may join from the lobby"),
                  page.get_by_role("group", name="Kind of bot")]
        assert tuple(field.is_visible() for field in fields) == expected, company
        assert fits(page)
    page.get_by_role("radio", name="Friends").check()
    page.get_by_role("group", name="Seats for bots").get_by_label("1").check()
    assert page.get_by_role("group", name="Kind of bot").is_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_play_now_and_the_picture_are_in_the_first_screen(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit(None, "/", viewport=size)
    button = page.get_by_role("button", name="Play now").bounding_box()
    assert button["y"] + button["height"] <= size["height"]
    assert page.locator(".film img:visible").bounding_box()["y"] < size["height"]
    assert fits(page)


def test_the_moving_picture_can_be_stopped(visit: Visit) -> None:
    page = visit(None, "/", viewport=PHONE)
    moving, still = page.locator(".film .moving"), page.locator(".film .still")
    assert (moving.is_visible(), still.is_visible()) == (True, False)
    page.get_by_label("Stop the moving picture").press("Space")
    assert (moving.is_visible(), still.is_visible()) == (False, True)


def test_the_picture_does_not_move_for_people_who_prefer_that(visit: Visit) -> None:
    page = visit(None, "/", viewport=PHONE, reduced_motion="reduce")
    assert not page.locator(".film .moving").is_visible()
    assert page.locator(".film .still").is_visible()


def test_the_first_page_and_the_lists_of_somebody_with_games(
    visit: Visit, alice: User, game: Game
) -> None:
    for path in ("/", "/games/", "/lobby/", "/account/"):
        assert fits(visit(alice, path, viewport=PHONE, color_scheme="dark")), path
        assert fits(visit(alice, path, viewport=DESK)), path
