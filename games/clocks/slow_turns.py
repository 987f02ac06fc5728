"""How long a slow turn of somebody takes, in days as everybody else counts them.

Pure.  A slow turn uses up what the player has at the start (or what each turn adds, if that is
more) and then the grace period.  Somebody who has saved time up to the limit can take longer, but
only after many quick turns.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.clocks.paces import TimeControl
from games.clocks.playing_time import (
    DAY,
    HORIZON,
    Calendar,
    Hours,
    end_of_next_window,
    moment_after,
)

WHOLE_WEEK = 7


def slow_turn(calendar: Calendar, control: TimeControl, *, week: datetime) -> timedelta:
    """The longest that a slow turn can take if it begins in the week from this moment on.

    Vacations and later changes of the hours are left out.  The worst moment to be asked is when
    the playing hours end: until then a later begin is no better, and from then on no time passes.
    ``HORIZON`` if this person's time never passes.
    """
    amount = max(control.at_start, control.per_turn) + control.grace
    hours = hours_at(calendar, week)
    if hours is None:
        return amount
    if never_plays(hours):
        return HORIZON
    ends = {end_of_next_window(hours, week + days * DAY) for days in range(WHOLE_WEEK)}
    typical = Calendar((hours,))
    return max(moment_after(typical, end, amount) - end for end in ends)


def hours_at(calendar: Calendar, moment: datetime) -> Hours | None:
    """The playing hours that hold at this moment; None if all time counts."""
    if not calendar.hours:
        return None
    begun = [each for each in calendar.hours if each.since <= moment]
    return begun[-1] if begun else calendar.hours[0]


def never_plays(hours: Hours) -> bool:
    """Whether every day is free."""
    return len(hours.free) == WHOLE_WEEK
