"""A visitor plays a whole game against a bot in a real browser, and looks back on it."""

from __future__ import annotations

import secrets
from datetime import datetime

import pytest

from games.base import task_queue
from games.models import Game
from games.table.play import bots, verification
from tests.browser.table_driver import Table
from tests.visits import DESK, Visit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONGEST = 40  # turns of one player; the walls of the small board do not last for half of them


@pytest.fixture(autouse=True)
def _bots_at_once(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    """Bots move before the page that follows a turn is shown."""

    def announce(task: str, *args: int) -> bool:
        if task in ("play_bot", "think"):
            bots.play(*args, now=now)
        return True

    monkeypatch.setattr(task_queue, "send_task", announce)


@pytest.fixture(autouse=True)
def _one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal does not depend on what the browser asked for before."""
    seed = secrets.token_bytes()
    monkeypatch.setattr(secrets, "token_bytes", lambda nbytes=None: seed[:nbytes])


@pytest.fixture
def visitor(visit: Visit) -> Table:
    """Somebody at the first page, at a desk."""
    return Table(visit(None, "/", viewport=DESK))


def act(table: Table) -> None:
    """One action: occupies what can be paid, else levies, else draws."""
    choices = table.page.locator("#turn a")
    occupy = choices.filter(has_text="Occupy, worth").and_(table.page.locator(":not(.off):visible"))
    levy = choices.filter(has_text="Levy with")
    draw = table.page.get_by_role("link", name="draw a card from the supply")
    if occupy.count():
        table.tap(occupy.first)
        table.tap(table.page.get_by_role("button", name="Occupy it").first)
    else:
        found = (levy, draw, choices.filter(has_text="End the turn"))
        table.tap(next(one for one in found if one.count()).first)


def take_turn(table: Table) -> None:
    """Marches with the first card there is, acts twice and confirms."""
    table.tap(table.page.locator("#turn a.card").first)
    table.march()
    while "action" in table.heading:
        act(table)
    table.page.locator(".bar button").click()
    table.page.wait_for_url(lambda url: "draft" not in url)


def test_a_whole_game_is_played_by_clicks(visitor: Table) -> None:
    page = visitor.page
    page.get_by_text("More settings").click()
    page.get_by_role("group", name="Players").get_by_label("2").check()
    page.get_by_label("Board", exact=True).select_option("delta")
    page.get_by_role("button", name="Play now").click()
    result = page.get_by_role("link", name="See the replay")
    mine = page.get_by_text("It is your turn.")
    for _ in range(LONGEST):
        result.or_(mine).wait_for()
        if result.count():
            break
        take_turn(visitor)
    game = Game.objects.get()
    assert game.status == Game.Status.OVER
    moves = {move.split()[0] for move in
             game.rows.filter(seat=0).values_list("move", flat=True)}
    assert {"take", "march", "occupy"} <= moves
    assert verification.first_fault(game) is None
    result.click()
    page.locator(".replay.live").wait_for()
    page.keyboard.press("End")
    page.locator("#replay-position", has_text=f"Position {game.number} of").wait_for()
    scores = page.locator("#replay-standings td strong").all_text_contents()
    assert [int(score) for score in scores] == game.result["scores"]  # type: ignore[index]
