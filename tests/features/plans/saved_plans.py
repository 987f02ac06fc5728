"""Plans for tests: saving one for a seat, and having a worker look at what is due."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from alexandros_rules.drafts import example_turn
from games.features.plans import playing, saving
from games.models import Game, LoggedMove, Plan, PlanAttempt
from games.table.play import history
from tests.sample_games import RULES, submit


def save_plan(game: Game, text: str, *, seat: int = 1, now: datetime,
              grace: timedelta = timedelta(0), as_usual: bool = False,
              made_by: str = LoggedMove.Actor.PAGE) -> Plan:
    """Saves a plan for the person in this seat."""
    user = game.seats.get(index=seat).user
    assert user is not None
    return saving.store(game, seat=seat, user=user, text=text, grace=grace,
                        as_usual=as_usual, made_by=made_by, now=now)


def look(now: datetime) -> list[str]:
    """Has a worker look at all open attempts that are due; returns what came of each."""
    due = PlanAttempt.objects.filter(look_at__lte=now).order_by("pk")
    return [playing.play(attempt.pk, now=now) for attempt in due]


def reach_turn(game: Game, text: str, *, now: datetime, **options: Any) -> list[str]:
    """Saves a plan for Bob, plays Alice's turn and has a worker look; returns what came of it."""
    save_plan(game, text, now=now, **options)
    play_turn(game, 0, now=now)
    return look(now)


def whole_turn(game: Game, seat: int) -> str:
    """Orders for a whole turn that this seat, which is to move, can play now."""
    return example_turn(RULES, history.view(game, seat), seat=seat)


def play_turn(game: Game, seat: int, *, now: datetime, orders: str = "",
              actor: str = LoggedMove.Actor.PAGE) -> str:
    """Plays a whole turn for this seat; returns its orders."""
    game.refresh_from_db()
    orders = orders or whole_turn(game, seat)
    submit(game, seat=seat, text=orders, number=game.number, key=f"test:{game.number}",
           actor=actor, now=now)
    return orders
