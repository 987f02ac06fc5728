"""Has sweeps look again at the turns of people whose email has changed.

Sweeps look at a seat or a clock only when it is time (``Seat.remind_at``, ``SeatClock.look_at``).
Whatever somebody changes about their email, or happens to their address, may let a reminder be
sent or a clock start or stop before that.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q

from games.models import Game, Seat, SeatClock
from games.models.moments import AT_ONCE
from games.table.clocks import seat_clocks


def look_at_reminders(user_ids: Iterable[int]) -> None:
    """Has the next sweep look whether these people are to be reminded of their turns."""
    _remind(Q(user__in=user_ids))


def look_at_turns(user_ids: Iterable[int]) -> None:
    """Does so, and has it look whether these people's clocks are to be started or held."""
    ids = list(user_ids)
    _remind(Q(user__in=ids))
    seat_clocks.look_again(SeatClock.objects.filter(seat__user__in=ids))


def look_at_turns_of(address: str) -> None:
    """The same for whoever has this email address, in lower case."""
    _remind(Q(user__email=address))
    seat_clocks.look_again(SeatClock.objects.filter(seat__user__email=address))


def _remind(theirs: Q) -> None:
    """Seats whose turn has been looked at; the others are looked at in time."""
    Seat.objects.filter(
        theirs, to_move=True, remind_at=None, game__status=Game.Status.RUNNING,
        game__bank_per_turn=timedelta(0),
    ).update(remind_at=AT_ONCE)
