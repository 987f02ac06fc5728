"""People watch their time bank, ask for a day and take their seats back, in real browsers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.base import heartbeats
from games.models import Game, SeatClock, User
from games.table.seats import time_outs
from tests.browser.table_driver import Table
from tests.sample_games import clocked_table, never_sleep
from tests.visits import DESK, PHONE, fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Sit = Callable[..., Table]

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture
def clocked(alice: User, bob: User, carol: User, transactional_db: None) -> Game:
    """A game with a clock, begun just now; nobody sleeps, and Alice is to move."""
    now = timezone.now()
    never_sleep(alice, bob, carol, now=now)
    game = clocked_table([alice, bob, carol], now=now)
    sweep(now)
    return game


def sweep(now: datetime) -> None:
    """A sweep at this moment, before which the service was up."""
    heartbeats.record(heartbeats.SWEEP, now=now)
    time_outs.sweep(now)


def run_out(game: Game, *, missed: int) -> None:
    """Lets Alice's time run out, who has missed so many turns before and has no extension left."""
    begun = timezone.now() - timedelta(days=3)
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(
        asked_at=begun, since=begun, due_at=begun, extensions=0, missed=missed, reminded=True)
    sweep(timezone.now())


@SIZES
def test_the_time_bank_is_shown_and_one_more_day_is_a_click(
    sit: Sit, alice: User, bob: User, clocked: Game, size: dict[str, int]
) -> None:
    page = sit(alice, clocked, viewport=size).page
    times = page.get_by_role("region", name="Time")
    own = times.locator("li", has_text="Alice")
    own.get_by_text("in 24 hours").wait_for()
    assert times.locator("li", has_text="Bob").get_by_text("24 hours", exact=True).is_visible()
    assert fits(page)
    page.get_by_role("button", name="I need one more day (3 left)").click()
    page.get_by_role("button", name="I need one more day (2 left)").wait_for()
    own.get_by_text("in 2 days").wait_for()
    page.get_by_text("You have asked for one more day: 24 hours").first.wait_for()
    assert fits(page)
    others = sit(bob, clocked, viewport=size).page
    others.get_by_text("Alice has asked for one more day").first.wait_for()
    assert others.get_by_role("button", name="I need one more day").count() == 0


@SIZES
def test_somebody_who_is_late_plays_the_turn_themselves_before_the_bot_does(
    sit: Sit, alice: User, clocked: Game, size: dict[str, int]
) -> None:
    run_out(clocked, missed=0)
    table = sit(alice, clocked, viewport=size)
    page = table.page
    page.get_by_text("a bot is about to play this turn for you").wait_for()
    assert page.locator("#turn a.card").count() == 0
    assert fits(page)
    page.get_by_role("button", name="I am here: I play it myself").click()
    page.locator("#turn a.card").first.wait_for()
    table.tap(page.locator("#turn a.card").first)
    assert fits(page)


@SIZES
def test_somebody_takes_back_the_seat_that_a_bot_keeps(
    sit: Sit, alice: User, clocked: Game, size: dict[str, int]
) -> None:
    run_out(clocked, missed=2)
    page = sit(alice, clocked, viewport=size).page
    page.get_by_text("A bot is playing for you.").wait_for()
    assert fits(page)
    page.get_by_role("button", name="Take my seat back").click()
    page.get_by_text("You are back and play for yourself again.").first.wait_for()
    page.locator("#turn a.card").first.wait_for()
    assert fits(page)
    clocked.refresh_from_db()
    assert clocked.seats.get(index=0).user == alice
