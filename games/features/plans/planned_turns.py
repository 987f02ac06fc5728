"""Plans whose turn has come: notes it, and wakes the worker that plays them.

Called in the transaction of the move that begins a turn, so it looks at no position: whether a
plan can be played is decided by ``games.features.plans``, in a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.base import task_queue
from games.models import Game, Plan, PlanAttempt, Seat

# How long a turn email waits for the plan to be looked at, so that it can say what became of it,
# or need not be sent because the plan has played the turn.
PATIENCE = timedelta(seconds=20)
MARGIN = timedelta(minutes=10)  # before the player's time runs out, a plan is played at the latest


def active(seats: Sequence[Seat]) -> dict[int, Plan]:
    """The active plans of the people who play these seats themselves, by the seats' ids."""
    playing = {seat.pk: seat for seat in seats if is_played_by_person(seat)}
    if not playing:
        return {}
    plans = Plan.objects.filter(seat__in=playing, ended_at=None).order_by("pk")
    return {plan.seat_id: plan for plan in plans if plan.user_id == playing[plan.seat_id].user_id}


def is_played_by_person(seat: Seat) -> bool:
    """Whether a person plays this seat and no bot stands in for them."""
    return seat.user_id is not None and not seat.bot and not seat.stand_in


def begin(game: Game, plans: Mapping[int, Plan], *, deadlines: Mapping[int, datetime],
          now: datetime) -> None:
    """Notes that the turn of these plans has come, and has a worker look at them.

    ``deadlines`` are those of the turns, by the seats' ids.
    """
    if not plans:
        return
    settle(PlanAttempt.objects.filter(plan__in=plans.values()), now=now)
    for seat_id, plan in plans.items():
        attempt = PlanAttempt.objects.create(
            plan=plan, step=plan.played, turn=game.turn, number=game.number, begun_at=now,
            due_at=due_at(plan.grace, deadline=deadlines.get(seat_id), now=now), look_at=now)
        task_queue.send_after_commit("play_plan", attempt.pk)


def due_at(grace: timedelta, *, deadline: datetime | None, now: datetime) -> datetime:
    """When a plan with this grace period is played: in time before the deadline, if any."""
    if deadline is None:
        return now + grace
    left = max(timedelta(0), deadline - now)
    return now + min(grace, max(left / 2, left - MARGIN))


def settle(attempts: QuerySet[PlanAttempt], *, now: datetime) -> None:
    """Ends those of these attempts that are open: something else has overtaken them."""
    attempts.filter(outcome__in=PlanAttempt.OPEN).update(
        outcome=PlanAttempt.Outcome.OVERTAKEN, look_at=None, settled_at=now)
