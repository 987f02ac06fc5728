"""Two people choose the game in the lobby and play it to the end in real browsers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import Game, User
from games.table.play import bots
from tests.auction.conftest import play_on
from tests.auction.pages import LotsReplay
from tests.visits import DESK, PHONE, Visit, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST = 40


@pytest.fixture
def visit(visit: Visit) -> Visit:
    """Opens pages that do not reload themselves: that would abort a reload of the test."""

    def opened(user: User | None, path: str, **options: Any) -> Any:
        page = visit(user, path, **options)
        page.context.route("**/stream/", lambda route: route.fulfill(status=204))
        return page

    return opened


def act(page: Any, *, nth: int) -> bool:
    """Plays one order on the page, if it is this person's turn; returns whether it was."""
    page.reload()
    choices = page.locator("#turn .panel.mine ul a.button")
    if not choices.count():
        return False
    choices.nth(nth % choices.count()).click()
    page.locator(".reveal button, .bar button").get_by_text("Confirm").click()
    page.wait_for_url("**played=**")
    return True


def test_two_people_choose_it_in_the_lobby_and_play_to_the_end(
    visit: Visit, alice: User, bob: User
) -> None:
    host = visit(alice, "/lobby/", viewport=PHONE)
    assert fits(host)
    host.get_by_role("link", name="Make a new table").click()
    host.get_by_role("link", name="Lots").click()
    assert fits(host)
    host.get_by_role("radio", name="Anybody").check()
    host.get_by_text("More settings").click()
    host.get_by_label("Name of the table").fill("Sale")
    host.get_by_role("button", name="Open the table").click()
    host.get_by_text("Waiting for 1 more player").wait_for()
    other = visit(bob, "/lobby/", viewport=DESK)
    other.get_by_role("link", name="Sale").click()
    other.get_by_role("button", name="Take a seat").click()
    other.wait_for_url("**/games/**")
    game = Game.objects.get()
    assert game.ruleset == "lots"
    assert act(host, nth=0)
    for page in (host, other):
        page.reload()
        assert fits(page)
    for number in range(MOST):
        if not [act(page, nth=number + 2) for page in (other, host)].count(True):
            break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    other.get_by_text("All lots are sold; the auction is over.").first.wait_for()

    other.get_by_role("link", name="See the replay").click()
    assert fits(other)
    other.keyboard.press("ArrowRight")
    other.get_by_text("offers a lot worth").first.wait_for()
    other.locator("#replay-thumb").press("End")
    other.wait_for_url(f"**/replay/{game.number}/")
    assert other.locator("#replay-position").text_content().startswith(f"Position {game.number} of")


def test_a_visitor_plays_against_bots(visit: Visit) -> None:
    page = visit(None, "/?game=lots", viewport=PHONE)
    assert fits(page)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/games/**")
    game = Game.objects.get()
    for number in range(MOST):
        while bots.play(game.pk, now=game.created_at):
            pass
        if not act(page, nth=number):
            break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


def test_a_replay_without_a_chart_goes_from_step_to_step(
    visit: Visit, game: Game, alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LotsReplay, "chart", lambda *_args, **_options: "")
    play_on(game, now=now)
    page = visit(alice, f"/games/{game.code}/replay/", viewport=PHONE)
    assert fits(page)
    assert not page.locator("#replay-chart").is_visible()
    page.keyboard.press("ArrowRight")
    page.get_by_text("Alice offers a lot worth").first.wait_for()
    page.locator("#replay-speed").select_option("very fast")
    page.locator("#replay-toggle").click()
    page.wait_for_url(f"**/replay/{game.number}/", timeout=60_000)
