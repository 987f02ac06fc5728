"""A plan, orders by hand and a second worker at the same moment: exactly one of them plays."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.errors import Stale
from games.features.plans import playing, saving
from games.models import Game, LoggedMove, OutgoingEmail, Plan, PlanAttempt, User
from games.table.play import turns, verification
from tests.concurrency import at_once
from tests.features.plans.saved_plans import play_turn, save_plan
from tests.sample_games import submit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R5")]
Outcome = PlanAttempt.Outcome


def rows_of_bob(game: Game) -> int:
    return LoggedMove.objects.filter(game=game, seat=1).count()


def test_two_workers_play_a_plan_once(game: Game, orders: str, now: datetime) -> None:
    save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    attempt = PlanAttempt.objects.get()
    results = at_once(*[lambda: playing.play(attempt.pk, now=now)] * 6)
    assert sorted(results) == ["", "", "", "", "", Outcome.PLAYED]
    assert rows_of_bob(game) == len(orders.split("; "))
    assert OutgoingEmail.objects.filter(game=game, kind="planned").count() == 1
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None


def test_a_plan_and_orders_by_hand_are_not_both_played(
    game: Game, orders: str, now: datetime
) -> None:
    plan = save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    attempt, number = PlanAttempt.objects.get(), Game.objects.get(pk=game.pk).number

    def by_hand() -> Any:
        return submit(Game.objects.get(pk=game.pk), seat=1, text=orders, number=number, key="hand",
                      actor=LoggedMove.Actor.PAGE, now=now)

    planned, own = at_once(lambda: playing.play(attempt.pk, now=now), by_hand)
    plan.refresh_from_db()
    if planned == Outcome.PLAYED:
        assert isinstance(own, Stale)
        assert plan.played == 1
    else:
        assert isinstance(own, turns.Receipt)
        assert (planned, plan.played) == (Outcome.OVERTAKEN, 0)
    assert rows_of_bob(game) == len(orders.split("; "))
    assert verification.first_fault(Game.objects.get(pk=game.pk)) is None


def test_turning_a_plan_off_while_it_plays_leaves_nothing_half_done(
    game: Game, bob: User, orders: str, now: datetime
) -> None:
    plan = save_plan(game, orders, now=now)
    play_turn(game, 0, now=now)
    attempt = PlanAttempt.objects.get()
    planned, was_on = at_once(lambda: playing.play(attempt.pk, now=now),
                              lambda: saving.turn_off(game, seat=1, user=bob, now=now))
    plan.refresh_from_db()
    assert (planned == Outcome.PLAYED) == (plan.ending == Plan.Ending.DONE)
    assert was_on == (plan.ending == Plan.Ending.OFF)
    assert rows_of_bob(game) == (len(orders.split("; ")) if plan.played else 0)


def test_saving_twice_at_once_leaves_one_active_plan(
    game: Game, orders: str, now: datetime
) -> None:
    at_once(*[lambda: save_plan(game, orders, now=now)] * 4,
            lambda: save_plan(game, f"if my score is 0: {orders}", now=now))
    assert Plan.objects.filter(ended_at=None).count() == 1
