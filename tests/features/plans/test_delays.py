"""Plans that wait as usual are played when their owner could have played, and never at once."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest

from games.features.plans import delays
from games.models import Game, Plan, PlanAttempt, TurnTiming, User
from games.table.clocks import playing_hours
from tests.features.plans.saved_plans import look, play_turn, reach_turn, save_plan
from tests.pages.page_reader import Sit
from tests.sample_games import clock_of, clocked_table, never_sleep

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
Outcome = PlanAttempt.Outcome


def took(user: User, game: Game, *lengths: timedelta, now: datetime,
         outcome: str = TurnTiming.Outcome.IN_TIME) -> None:
    """Notes turns of the person that took so much of their time."""
    TurnTiming.objects.bulk_create(TurnTiming(
        user=user, game=game, ended_at=now, outcome=outcome, used=length, took=length)
        for length in lengths)


def test_such_a_plan_waits_and_the_turn_email_says_until_when(
    game: Game, orders: str, now: datetime
) -> None:
    assert reach_turn(game, orders, now=now, as_usual=True) == [Outcome.WAITING]
    due = PlanAttempt.objects.get().due_at
    assert now + MINUTE < due <= now + 5 * HOUR
    assert look(due - timedelta(seconds=1)) == []
    assert look(due) == [Outcome.PLAYED]


def test_it_waits_about_as_long_as_one_of_the_last_turns_took(
    game: Game, orders: str, alice: User, bob: User, now: datetime
) -> None:
    took(alice, game, *[6 * HOUR] * 9, now=now)
    took(bob, game, *[20 * MINUTE] * 5, *[40 * MINUTE] * 5, *[timedelta(seconds=5)] * 90, now=now)
    took(bob, game, *[9 * HOUR] * 9, now=now, outcome=TurnTiming.Outcome.MISSED)
    plan = save_plan(game, orders, as_usual=True, now=now)
    waits = {delays.of_turn(plan, now=now) / MINUTE for _ in range(200)}
    assert len(waits) > 50
    assert all(15 <= wait <= 25 or 30 <= wait <= 50 for wait in waits)
    assert min(waits) < 17 < 40 < max(waits)


def test_it_is_not_played_in_the_night(
    game: Game, orders: str, bob: User, now: datetime
) -> None:
    playing_hours.change_hours(bob, "UTC", opens=18 * 60, closes=23 * 60, free_weekdays=(),
                               now=now)
    plan = save_plan(game, orders, as_usual=True, now=now)
    for hour in (0, 3, 22):
        began = now.replace(hour=hour) + timedelta(days=7)
        for _ in range(50):
            moment = began + delays.of_turn(plan, now=began)
            assert time(18) < moment.time() <= time(23) or moment - began == delays.LONGEST


def test_it_is_played_before_the_time_runs_out(
    alice: User, bob: User, orders: str, now: datetime
) -> None:
    never_sleep(alice, bob, now=now)
    game = clocked_table([alice, bob], now=now)
    took(bob, game, *[timedelta(days=9)] * delays.FEWEST, now=now)
    save_plan(game, orders, as_usual=True, now=now)
    play_turn(game, 0, now=now)
    latest = now + clock_of(game, 1).bank - delays.MARGIN
    assert PlanAttempt.objects.get().due_at <= min(now + delays.LONGEST, latest)


@pytest.mark.parametrize(("wait", "left", "due"), [
    (30 * HOUR, None, 30 * HOUR), (HOUR, 24 * HOUR, HOUR),
    (30 * HOUR, 24 * HOUR, 24 * HOUR - 10 * MINUTE), (HOUR, 16 * MINUTE, 8 * MINUTE),
    (HOUR, -HOUR, timedelta(0)),
])
def test_a_plan_waits_until_ten_minutes_or_half_of_the_time_are_left(
    now: datetime, wait: timedelta, left: timedelta | None, due: timedelta
) -> None:
    deadline = None if left is None else now + left
    assert delays.due_at(wait, deadline=deadline, now=now) == now + due


def test_a_new_version_waits_like_the_one_before_unless_it_says_otherwise(
    game: Game, orders: str, now: datetime
) -> None:
    save_plan(game, orders, as_usual=True, now=now)
    save_plan(game, f"{orders}\nthen:\nask me", grace=None, now=now)  # type: ignore[arg-type]
    assert [plan.as_usual for plan in Plan.objects.order_by("pk")] == [True, True]
    save_plan(game, orders, grace=HOUR, now=now)
    latest = Plan.objects.order_by("pk").last()
    assert latest is not None
    assert (latest.as_usual, latest.grace) == (False, HOUR)


def test_the_page_offers_it_and_says_that_timing_may_tell(
    game: Game, orders: str, bob: User, sit: Sit
) -> None:
    browser = sit(bob)
    page = browser.open(f"/games/{game.code}/plan/")
    assert "may tell them that you have a plan" in page.words
    shown = browser.press("Save the plan", text=orders, grace="usual")
    assert "Your plan has been saved." in shown.words
    plan = Plan.objects.get()
    assert (plan.as_usual, plan.grace) == (True, timedelta(0))
    again = browser.open(f"/games/{game.code}/plan/")
    assert 'value="usual" selected' in again.html
