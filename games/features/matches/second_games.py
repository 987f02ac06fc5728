"""Second games of matches: each starts by itself when the first game is over.

Owns when there is a second game, and what it takes over from the first.  The end of a first game
wakes a worker; if that fails, a sweep finds it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.base import failures, log_context
from games.features.matches import matches
from games.models import Game, Match, Seat, User
from games.table.clocks import paces
from games.table.lobby import open_tables, rematches
from games.table.play import bots, event_log
from games.table.seats import seating

log = logging.getLogger(__name__)

BATCH = 100  # matches that one sweep continues


def sweep(now: datetime) -> int:
    """Continues the matches whose first game is over; returns how many it tried to continue.

    The latest come first, so that one that fails again and again holds up no others.
    """
    due = Game.objects.filter(status=Game.Status.OVER, match=Match.FIRST).order_by("-finished_at")
    ids = list(due.values_list("pk", flat=True)[:BATCH])
    for pk in ids:
        try:
            start(pk, now=now)
        except Exception as error:  # the other matches must not wait for this one
            log.exception("a match could not be continued", extra={"game": pk})
            failures.keep(error, now=now)
    return len(ids)


@transaction.atomic
def start(pk: int, *, now: datetime) -> Game | None:
    """Starts the second game of a match, if this is the first game and it is over.

    Nobody has to do anything for it.  It is played by the same version of the rules.  There is no
    second game if somebody has left the table, so that a bot plays for them or nobody does.
    """
    first = Game.objects.select_for_update().filter(
        pk=pk, status=Game.Status.OVER, match=Match.FIRST).first()
    if first is None:
        return None
    seats = _locked_seats(first)
    if any(matches.has_left(seat) for seat in seats):
        _note(first, Match.BROKEN_OFF)
        return None
    _note(first, Match.CONTINUED)
    with log_context.about(first, log_context.TURN):
        return _started(first, seats, now=now)


def _started(first: Game, seats: Sequence[Seat], *, now: datetime) -> Game:
    second = _create(first, now=now)
    _seat_everybody(second, seats)
    rules = event_log.ruleset_of(first)
    open_tables.start(
        second,
        seed=secrets.token_bytes(32),
        now=now,
        version=first.rules_version if first.rules_version in rules.versions else None,
    )
    return second


def _locked_seats(first: Game) -> list[Seat]:
    """The seats of the first game, after locking their people, always in the same order."""
    people = User.objects.select_for_update().filter(seats__game=first).order_by("pk")
    list(people.values_list("pk"))
    return list(first.seats.select_related("user").order_by("index"))


def _note(first: Game, match: Match) -> None:
    first.match = match
    first.save(update_fields=["match"])


def _create(first: Game, *, now: datetime) -> Game:
    """Creates the second game like the first, with its deal."""
    return Game.objects.create(
        name=rematches.next_name(first.name), ruleset=first.ruleset,
        rules_version=first.rules_version,
        setup_id=event_log.keep_setup(matches.setup_of_second(first)),
        match=Match.SECOND, match_of=first, rated=first.rated,
        suggested_turns=first.suggested_turns,
        listed=first.listed, note=first.note, created_by=first.created_by,
        created_at=now, active_at=now, pace=first.pace, **paces.columns(paces.control_of(first)),
        required_reliability=first.required_reliability, newcomers=first.newcomers,
    )


def _seat_everybody(second: Game, seats: Sequence[Seat]) -> None:
    """Gives each seat to whoever had the other one; people first, so that they keep their names."""
    rules = event_log.ruleset_of(second)
    new = [Seat.objects.create(game=second, index=seat.index) for seat in seats]
    for seat, new_seat in sorted(zip(seats[::-1], new, strict=True), key=lambda pair: pair[0].bot):
        if seat.user is not None:
            seating.take(new_seat, seat.user)
        else:
            seating.take_by_bot(
                new_seat, seat.bot if seat.bot in rules.bots else bots.default_bot(rules))
