"""Effects of time: clocks start, players are reminded, and their time runs out.

Each sweep finds what is due by an index and handles it once, a few clocks in each transaction; a
clock that fails keeps only itself waiting.  Whatever changes a game is logged as a move by the
actor "clock".  Nobody's time runs out while the clocks of the site stand still, nor because of an
outage (``games.table.clocks.outages``).

Some clocks wait: for their turn email to leave, or because an email came back.  A sweep looks only
at clocks whose ``look_at`` has come.  A clock that somebody has just stored is looked at next, and
so are the clocks of somebody whose address has bounced or works again; then ``put_off`` notes when
something can happen next.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.base import events, failures, log_context
from games.models import AddressStatus, Game, LoggedMove, OutgoingEmail, Pace, SeatClock
from games.table.clocks import outages, paces, seat_clocks
from games.table.clocks.playing_time import NOTHING
from games.table.clocks.seat_clocks import BOUNCE_WITHIN, HELD_AFTER_BOUNCE, Times
from games.table.events import TimeNote, TimePassed, TimeStep
from games.table.play import turn_clocks
from games.table.seats import seating

BATCH = 1000
TOGETHER = 25  # clocks that one transaction handles: players of their games wait for it
TRY_AGAIN = timedelta(minutes=10)  # after an error

# Does to a clock what it calls for, and returns what its player is to hear; None if nothing was to
# be done.  The clock and its game are locked.
Handler = Callable[[SeatClock, Times], Sequence[TimeNote] | None]

log = logging.getLogger(__name__)


def handle_all(clocks: QuerySet[SeatClock], handle: Handler, *, now: datetime) -> int:
    """Handle at most ``BATCH`` of these clocks, and return how many needed something.

    Each clock is selected again once its game is locked, and left out if ``clocks`` no longer has
    it.
    """
    found = list(clocks.values_list("pk", "seat__game_id")[:BATCH])
    return sum(_try(clocks, found[first:first + TOGETHER], handle, now=now)
               for first in range(0, len(found), TOGETHER))


def _try(clocks: QuerySet[SeatClock], found: Sequence[tuple[int, int]], handle: Handler, *,
         now: datetime) -> int:
    """Handle some clocks together, or one by one if that fails."""
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
    """Handle the clocks of ``found`` (ids of clocks and games) still among ``clocks``.

    A game that somebody has locked is left to the next sweep: a move is being played in it, or
    another worker is sweeping.  Clocks are locked in the order of their ids, as after somebody has
    changed their hours.  Calendars are read after that: somebody who changes one now waits for
    these clocks, and then changes them.
    """
    games = Game.objects.select_for_update(skip_locked=True, no_key=True).order_by("pk").in_bulk(
        {game for _, game in found})
    locked = [pk for pk, game in found if game in games]
    current = list(clocks.filter(pk__in=locked).select_related("seat__user")
                   .select_for_update(of=("self",)).order_by("pk"))
    for clock in current:
        clock.seat.game = games[clock.seat.game_id]
    notes: list[TimeNote] = []
    done = 0
    for clock, times in zip(current, seat_clocks.times_of_all(current, now=now), strict=True):
        with log_context.about(clock.seat.game, log_context.TURN, seat=clock.seat.index):
            written = handle(clock, times)
        if written is not None:
            done += 1
            notes += written
    if notes:
        events.publish(TimePassed(notes=notes, now=now))
    return done


Status = OutgoingEmail.Status
_LEAVING = [Status.QUEUED, Status.SENDING, Status.RETRY]
_UNSENT = [*_LEAVING, Status.HELD]


def start_waiting(now: datetime) -> int:
    """Start the clocks whose turn emails have left or never will, and return how many."""
    ready = _ready(now).order_by("look_at").select_related("email__digest")
    started = handle_all(ready, partial(_start, now=now), now=now)
    put_off(now)
    return started


def _to_look_at(now: datetime) -> QuerySet[SeatClock]:
    """Return the clocks that stand still, and at which it is time to look."""
    return SeatClock.objects.filter(look_at__lte=now, since__isnull=True)


def _waits_for(statuses: Sequence[str]) -> Q:
    """Return clocks whose turn email, or the digest with it, has one of these statuses."""
    return Q(email__status__in=statuses) | Q(
        email__status=Status.FOLDED, email__digest__status__in=statuses)


def _ready(now: datetime) -> QuerySet[SeatClock]:
    """Return the clocks that stand still although their players know that it is their turn."""
    bounced = AddressStatus.objects.filter(
        address=OuterRef("seat__user__email"), bounced_at__isnull=False)
    held = Q(held_until__gt=now) & Exists(bounced)
    return _to_look_at(now).filter(_may_start()).exclude(_waits_for(_UNSENT)).exclude(held)


def _may_start() -> Q:
    """Return clocks that are to be started as soon as their emails allow it."""
    return Q(asked_at__isnull=False, since__isnull=True, seat__game__status=Game.Status.RUNNING,
             seat__game__paused_at=None, seat__user__isnull=False, seat__stand_in="")


def overlooked(clocks: QuerySet[SeatClock]) -> QuerySet[SeatClock]:
    """Return the clocks among these that should be looked at, now or later, and will not be."""
    return clocks.filter(_may_start(), look_at=None)


def _start(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[TimeNote]:
    """Start a clock from when its email was sent."""
    seat_clocks.start(clock, times, at=min(_sent_at(clock) or now, now))
    seat_clocks.store(clock)
    return ()


def _sent_at(clock: SeatClock) -> datetime | None:
    """Return when the turn email left, or None if it has not since the turn began."""
    email, asked_at = clock.email, clock.asked_at
    if email is None or asked_at is None or clock.held_until is not None:
        return None
    sent_at = email.digest.sent_at if email.digest else email.sent_at
    return sent_at if sent_at is not None and sent_at >= asked_at else None


def put_off(now: datetime) -> int:
    """Put off clocks for which nothing can happen for a while, and return how many.

    A clock whose email may leave at any moment is looked at by each sweep.
    """
    waiting = _to_look_at(now).exclude(_waits_for(_LEAVING)).order_by("look_at")
    return handle_all(waiting.select_related("email"), partial(_put_off, now=now), now=now)


def _put_off(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[TimeNote] | None:
    """Store when to look at a clock again; None for one that is ready to be started."""
    seat, email = clock.seat, clock.email
    game = seat.game
    playing = game.status == Game.Status.RUNNING and not game.paused_at and not seat.stand_in
    if clock.asked_at is None or not playing or seat.user is None:
        clock.look_at = None  # whoever changes that stores the clock
    elif email is not None and email.status == Status.HELD:
        clock.look_at = email.not_before
    elif clock.held_until is not None and clock.held_until > now:
        clock.look_at = clock.held_until
    else:
        return None
    clock.save(update_fields=["look_at"])
    return ()


def hold_bounced(now: datetime) -> int:
    """Stop the clocks of players whose emails came back, and return how many.

    They start again when the address is put right, and at the latest some days after the first
    email of the turn came back.  What they have used counts only if the email that came back
    cannot have been the turn email.
    """
    found = _bounced(now)
    if not found:
        return 0
    running = SeatClock.objects.filter(pk__in=found, since__isnull=False)
    return handle_all(running, partial(_hold, now=now), now=now)


@transaction.atomic
def _bounced(now: datetime) -> list[int]:
    """Return the running clocks to hold, of those to look at.

    The others need not be looked at again. They are locked meanwhile, so that a bounce recorded at
    this moment has them looked at again.
    """
    clocks = SeatClock.objects.filter(look_at__lte=now, since__isnull=False)
    found = list(clocks.order_by("look_at").select_related("seat__game", "seat__user")
                 .select_for_update(of=("self",), skip_locked=True, no_key=True)[:BATCH])
    since = AddressStatus.bounced_since(
        {_address(clock) for clock in found}, now - HELD_AFTER_BOUNCE
    )
    bounced = {clock.pk for clock in found
               if _is_to_hold(clock, since.get(_address(clock)), now=now)}
    SeatClock.objects.filter(pk__in=[clock.pk for clock in found if clock.pk not in bounced]
                             ).update(look_at=None)
    return list(bounced)


def _address(clock: SeatClock) -> str:
    return clock.seat.user.email or "" if clock.seat.user else ""


def _is_to_hold(clock: SeatClock, bounced_at: datetime | None, *, now: datetime) -> bool:
    """Return whether an email of this turn came back, for the first time or lately."""
    if bounced_at is None or clock.asked_at is None or clock.seat.game.pace == Pace.LIVE:
        return False
    is_over = clock.held_from is not None and clock.held_from <= now - HELD_AFTER_BOUNCE
    return bounced_at >= clock.asked_at and not is_over


def _hold(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[TimeNote] | None:
    """Stop a clock if an email of this turn came back and its address still does not work."""
    address = _address(clock)
    bounced_at = AddressStatus.bounced_since([address], now - HELD_AFTER_BOUNCE).get(address)
    if not _is_to_hold(clock, bounced_at, now=now) or bounced_at is None or clock.since is None:
        return None
    may_be_of_turn = bounced_at <= clock.since + BOUNCE_WITHIN
    seat_clocks.halt(clock, times, now=clock.since if may_be_of_turn else bounced_at)
    clock.held_from = clock.held_from or bounced_at
    clock.held_until = clock.held_from + HELD_AFTER_BOUNCE
    seat_clocks.store(clock)
    return ()


def sweep(now: datetime) -> int:
    """Start and stop clocks, handle those that are due, and return how many were due."""
    if outages.notice(now) and outages.to_refresh() is None:
        seat_clocks.refresh_all(now=now)
    seat_clocks.refresh_next(now=now)
    hold_bounced(now)
    start_waiting(now)
    if outages.current() is not None:
        return 0
    return run_out(now)


def run_out(now: datetime) -> int:
    """Handle the clocks that are due, and return how many were."""
    due = SeatClock.objects.filter(due_at__lte=now).order_by("due_at")
    return handle_all(due, partial(_handle, now=now), now=now)


def _handle(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[TimeNote] | None:
    """Take the step that this clock calls for, and return the news for its player, or None."""
    seat, game = clock.seat, clock.seat.game
    if game.status != Game.Status.RUNNING or game.paused_at or seat.stand_in or not seat.user_id:
        seat_clocks.halt(clock, times, now=now)  # nobody's time may run out here
        seat_clocks.store(clock)
        return None
    step = next_step(clock, times, now=now)
    if step is None:
        seat_clocks.refresh(clock, times)
        clock.save(update_fields=["due_at", "deadline"])
        return None
    return [_take(step, clock, times, now=now)]


def next_step(clock: SeatClock, times: Times, *, now: datetime) -> TimeStep | None:
    """Return the step that this running clock calls for now, or None."""
    left = seat_clocks.left(clock, times, now)
    if left + clock.seat.game.grace > NOTHING:
        is_short = left <= seat_clocks.reminder_left(clock) and not clock.reminded
        return TimeStep.REMINDED if is_short else None
    if clock.extensions and not clock.extended:
        return TimeStep.EXTENDED
    return TimeStep.STOOD_IN if clock.missed + 1 < paces.STAND_IN_TURNS else TimeStep.REPLACED


def _take(step: TimeStep, clock: SeatClock, times: Times, *, now: datetime) -> TimeNote:
    if step is TimeStep.REPLACED:
        note = _note(step, clock)  # while the seat is still its player's
        seating.hand_to_bot(clock.seat, resigned=False, now=now)
        return note
    if step is TimeStep.REMINDED:
        clock.reminded = True
        seat_clocks.refresh(clock, times)
        clock.save(update_fields=["reminded", "due_at", "deadline"])
    elif step is TimeStep.EXTENDED:
        turn_clocks.grant(clock, times, automatic=True, actor=LoggedMove.Actor.CLOCK, now=now)
    else:
        seating.stand_in(clock, times, now=now)
    return _note(step, clock)


def _note(step: TimeStep, clock: SeatClock) -> TimeNote:
    """Return the news for a player about this step, taken before the seat may be lost."""
    seat = copy.copy(clock.seat)
    return TimeNote(game=seat.game, seat=seat, step=step, number=seat.game.number,
                    deadline=clock.deadline)
