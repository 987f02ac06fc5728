"""Handling many clocks: a few in each transaction, each of them once.

A clock that fails keeps only itself waiting.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.base import failures, log_context
from games.clocks import seat_clocks
from games.clocks.seat_clocks import Times
from games.models import Game, SeatClock
from games.outbox.queue import Letter, queue_all

BATCH = 1000
TOGETHER = 25  # clocks that one transaction handles: players of their games wait for it
TRY_AGAIN = timedelta(minutes=10)  # after an error

# Does to a clock what it calls for, and returns the emails to write about it; None if nothing
# was to be done.  The clock and its game are locked.
Handler = Callable[[SeatClock, Times], Sequence[Letter] | None]

log = logging.getLogger(__name__)


def handle_all(clocks: QuerySet[SeatClock], handle: Handler, *, now: datetime) -> int:
    """Handles these clocks, at most ``BATCH`` of them; returns for how many something was done.

    Each is selected again once its game is locked, and left out if it is no longer among them.
    """
    found = list(clocks.values_list("pk", "seat__game_id")[:BATCH])
    return sum(_try(clocks, found[first:first + TOGETHER], handle, now=now)
               for first in range(0, len(found), TOGETHER))


def _try(clocks: QuerySet[SeatClock], found: Sequence[tuple[int, int]], handle: Handler, *,
         now: datetime) -> int:
    """Handles some clocks; if that fails for one, only that one has to wait."""
    try:
        return _handle_together(clocks, found, handle, now=now)
    except Exception as error:  # the clocks of other games must not wait for this one
        if len(found) > 1:
            return sum(_try(clocks, [each], handle, now=now) for each in found)
        ((pk, _game),) = found
        log.exception("a clock could not be handled", extra={"clock": pk})
        failures.keep(error, now=now)
        SeatClock.objects.filter(pk=pk, due_at__lte=now).update(due_at=now + TRY_AGAIN)
        return 0


@transaction.atomic
def _handle_together(clocks: QuerySet[SeatClock], found: Sequence[tuple[int, int]],
                     handle: Handler, *, now: datetime) -> int:
    """Handles those of ``found`` (ids of clocks and their games) that are still among ``clocks``.

    A game that somebody has locked is left to the next sweep: a move is being played in it, or
    another worker is sweeping.  Clocks are locked in the order of their ids, as after somebody has
    changed their hours.  Calendars are read after that: whoever changes one now waits for these
    clocks, and then changes them.
    """
    games = Game.objects.select_for_update(skip_locked=True).order_by("pk").in_bulk(
        {game for _, game in found})
    locked = [pk for pk, game in found if game in games]
    current = list(clocks.filter(pk__in=locked).select_related("seat__user")
                   .select_for_update(of=("self",)).order_by("pk"))
    for clock in current:
        clock.seat.game = games[clock.seat.game_id]
    letters: list[Letter] = []
    done = 0
    for clock, times in zip(current, seat_clocks.times_of_all(current, now=now), strict=True):
        with log_context.about(clock.seat.game, log_context.TURN, seat=clock.seat.index):
            written = handle(clock, times)
        if written is not None:
            done += 1
            letters += written
    queue_all(letters, now=now)
    return done
