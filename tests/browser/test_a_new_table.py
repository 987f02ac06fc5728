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
    assert [seat.name for seat in game.seats.order_by("index")][:2] == ["Alice", "Erin"]
    host.locator("#board").wait_for()  # the page loads itself again when the game begins


def test_the_first_page_and_the_lists_of_somebody_with_games(
    visit: Visit, alice: User, game: Game
) -> None:
    for path in ("/", "/games/", "/lobby/", "/account/"):
        assert fits(visit(alice, path, viewport=PHONE, color_scheme="dark")), path
        assert fits(visit(alice, path, viewport=DESK)), path
