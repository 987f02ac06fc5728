"""People choose a pace, edit its details and read what that means, in real browsers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Pace, PlayingHours, User
from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_pace_is_chosen_edited_and_explained(
    visit: Visit, alice: User, size: dict[str, int], faults: list[str]
) -> None:
    PlayingHours.objects.create(user=alice, since=alice.date_joined, time_zone="Europe/Berlin",
                                opens=9 * 60, closes=21 * 60)
    page = visit(alice, "/games/new/?game=alexandros", viewport=size)
    page.get_by_role("radio", name="Anybody").check()
    page.get_by_text("More settings").click()
    assert page.get_by_role("radio", name="relaxed").is_checked()
    page.get_by_text("Your turns will end between 9:00 and 21:00 your time.").wait_for()
    page.get_by_role("radio", name="one day").check()
    assert not page.get_by_label("Time at the start").is_visible()
    page.get_by_text("Edit the details").click()
    page.get_by_label("Time at the start").fill("3d")
    page.get_by_role("radio", name="people who play mostly in time").check()
    assert fits(page)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("The time at the start cannot be more than the most").wait_for()
    assert page.get_by_label("Time at the start").input_value() == "3d"
    assert fits(page)
    assert ["400" in fault for fault in faults] == [True]  # browsers report refused forms
    faults.clear()
    page.get_by_label("The most somebody can have").fill("90 h")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("You start with 72 hours of your playing time").wait_for()
    page.get_by_text("A slow turn of yours takes 7 days.").wait_for()
    page.get_by_text("For people who play mostly in time, and for newcomers.").wait_for()
    assert fits(page)
    game = Game.objects.get()
    assert (game.pace, game.bank_at_start, game.bank_limit, game.grace) == (
        Pace.DAY, timedelta(hours=72), timedelta(hours=90), timedelta(hours=2))
