"""A forecast of the reader's next turn, from the turns that others have to play first.

Pure; ``playing_time`` computes how much of a player's time passes.  A forecast must not give
anybody's habits away.  So of players' past turns it uses only their usual time, and the result is a
wide window in the reader's own playing hours, which tells less than the deadlines at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games.table.clocks.playing_time import (
    NOTHING,
    Calendar,
    Span,
    moment_after,
    next_open,
    playing_time,
)

STEP = timedelta(minutes=30)  # so that a forecast seldom changes: calendar programs ask often
FARTHEST = timedelta(days=60)  # turns later than this are not forecast
LATE = 2  # how many times their usual time players take, for the late end of a window


@dataclass(frozen=True, slots=True)
class ExpectedTurn:
    """A turn that somebody has to play before the reader's.

    ``usual`` is the playing time that they usually take; ``most`` is the time that they have left
    when their clock starts, with the grace period.  If their clock runs, it has run since
    ``since``; ``spent`` is the time that they used for this turn before that.
    """

    calendar: Calendar
    usual: timedelta
    most: timedelta
    since: datetime | None = None
    spent: timedelta = NOTHING


def window(present: Sequence[ExpectedTurn], later: Sequence[ExpectedTurn], *, reader: Calendar,
           stopped: Sequence[Span] = (), now: datetime) -> Span | None:
    """Return the time in which the reader's turn will probably come, never before ``now``.

    The ``present`` turns are played at the same time, the ``later`` ones one by one after them.
    The window begins if all these players take half their usual time, and ends if they take twice
    their usual time, or all the time they have.  Somebody who has taken longer already is expected
    to take half their usual time more.  Both ends lie in the reader's playing hours, since a turn
    that comes while they rest can wait until then.

    The result is the same within the same half hour.  It is None if nobody has to play first, or if
    the turn is too far away.
    """
    if not present and not later:
        return None
    begin = _slot(now)
    early, late = (_end(present, later, begin, late=late, stopped=stopped)
                   for late in (False, True))
    if early > begin + FARTHEST:
        return None
    first = next_open(reader, max(_rounded_up(early), begin + STEP))
    last = next_open(reader, _rounded_up(late))
    return Span(first, max(last, first + STEP))


def _end(present: Sequence[ExpectedTurn], later: Sequence[ExpectedTurn], begin: datetime, *,
         late: bool, stopped: Sequence[Span]) -> datetime:
    """Return when the last of these turns is over, if all players are quick or all late."""
    ends = (moment_after(turn.calendar, begin, _rest(turn, begin, late=late, stopped=stopped),
                         stopped=stopped) for turn in present)
    moment = max(ends, default=begin)
    for turn in later:
        rest = _rest(turn, moment, late=late, stopped=stopped)
        moment = moment_after(turn.calendar, moment, rest, stopped=stopped)
    return moment


def _rest(turn: ExpectedTurn, begin: datetime, *, late: bool,
          stopped: Sequence[Span]) -> timedelta:
    """Return the playing time that a turn still takes from this moment on."""
    used = NOTHING if turn.since is None else playing_time(
        turn.calendar, turn.since, begin, stopped=stopped)
    taken = turn.spent + used
    expected = max(LATE * turn.usual - taken, turn.usual / 2) if late else turn.usual / 2 - taken
    return max(NOTHING, min(expected, turn.most - used))


def _slot(moment: datetime) -> datetime:
    """Return the beginning of the half hour in which this moment lies."""
    moment = moment.astimezone(UTC)
    return moment.replace(minute=moment.minute // 30 * 30, second=0, microsecond=0)


def _rounded_up(moment: datetime) -> datetime:
    slot = _slot(moment)
    return slot if slot == moment else slot + STEP
