"""How long plans wait in a turn: as long as their owner has chosen, or about as long as usual.

A plan that plays at once, at any hour, or always exactly an hour after its turn has come, shows by
its timing that it is one.  So a plan can wait about as long as its owner usually takes: we choose
one of their last turns at random and wait as long, give or take a quarter, within their playing
hours.  For people with few turns, ``USUAL`` stands for these.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from games.models import Plan, TurnTiming
from games.table.clocks import playing_time, seat_clocks

LONGEST = timedelta(days=1)
MARGIN = timedelta(minutes=10)  # before the player's time runs out, a plan is played at the latest
LAST, FEWEST = 40, 8  # turns of somebody that are chosen from, and that are needed for that
QUICKEST = timedelta(minutes=1)  # of the turns that are chosen from: others were played at one go
USUAL = tuple(timedelta(minutes=minutes) for minutes in (
    2, 4, 7, 12, 20, 35, 60, 100, 160, 240))
SPREAD = range(75, 126)  # per cent


def of_turn(plan: Plan, *, now: datetime) -> timedelta:
    """Return how long the plan waits in a turn that begins now, without regard to deadlines."""
    return _usual(plan, now) if plan.as_usual else plan.grace


def _usual(plan: Plan, now: datetime) -> timedelta:
    timings = TurnTiming.objects.filter(user=plan.user_id, outcome=TurnTiming.Outcome.IN_TIME,
                                        used__gte=QUICKEST).order_by("-ended_at")
    known = list(timings.values_list("used", flat=True)[:LAST])
    length = secrets.choice(known if len(known) >= FEWEST else USUAL) * secrets.choice(SPREAD) / 100
    calendar = seat_clocks.calendars_of([plan.user_id])[plan.user_id]
    return min(playing_time.moment_after(calendar, now, length) - now, LONGEST)


def due_at(wait: timedelta, *, deadline: datetime | None, now: datetime) -> datetime:
    """Return when a plan that waits this long is due: in time before the deadline, if any."""
    if deadline is None:
        return now + wait
    left = max(timedelta(0), deadline - now)
    return now + min(wait, max(left / 2, left - MARGIN))
