"""Clocks that wait: for their turn email to leave, or because an email came back.

A sweep looks only at clocks whose ``look_at`` has come.  It is at once for a clock that somebody
has just stored, and for the clocks of somebody whose address has bounced or works again; then
``put_off`` notes when something can happen next.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.absence.clock_groups import BATCH, handle_all
from games.clocks import seat_clocks
from games.clocks.seat_clocks import HELD_AFTER_BOUNCE, Times
from games.models import AddressStatus, Game, OutgoingEmail, Pace, SeatClock
from games.outbox import bounces
from games.outbox.bounces import BOUNCE_WITHIN
from games.outbox.queue import Letter

Status = OutgoingEmail.Status
_LEAVING = [Status.QUEUED, Status.SENDING, Status.RETRY]
_UNSENT = [*_LEAVING, Status.HELD]


def start_waiting(now: datetime) -> int:
    """Starts the clocks whose turn emails have left or will never leave; returns how many."""
    ready = _ready(now).order_by("look_at").select_related("email__digest")
    started = handle_all(ready, partial(_start, now=now), now=now)
    put_off(now)
    return started


def _to_look_at(now: datetime) -> QuerySet[SeatClock]:
    """The clocks that stand still, and at which it is time to look."""
    return SeatClock.objects.filter(look_at__lte=now, since__isnull=True)


def _waits_for(statuses: Sequence[str]) -> Q:
    """Clocks whose turn email, or the digest with it, has one of these statuses."""
    return Q(email__status__in=statuses) | Q(
        email__status=Status.FOLDED, email__digest__status__in=statuses)


def _ready(now: datetime) -> QuerySet[SeatClock]:
    """The clocks that stand still although their players know that it is their turn."""
    bounced = AddressStatus.objects.filter(
        address=OuterRef("seat__user__email"), bounced_at__isnull=False)
    held = Q(held_until__gt=now) & Exists(bounced)
    return _to_look_at(now).filter(_may_start()).exclude(_waits_for(_UNSENT)).exclude(held)


def _may_start() -> Q:
    """Clocks that are to be started as soon as their emails allow it."""
    return Q(asked_at__isnull=False, since__isnull=True, seat__game__status=Game.Status.RUNNING,
             seat__game__paused_at=None, seat__user__isnull=False, seat__stand_in="")


def overlooked(clocks: QuerySet[SeatClock]) -> QuerySet[SeatClock]:
    """Those of these clocks that should be looked at, now or later, and will not be."""
    return clocks.filter(_may_start(), look_at=None)


def _start(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[Letter]:
    """Starts a clock from when its email was sent."""
    seat_clocks.start(clock, times, at=min(_sent_at(clock) or now, now))
    seat_clocks.store(clock)
    return ()


def _sent_at(clock: SeatClock) -> datetime | None:
    """When the turn email left; None if it did not, or not since the turn began."""
    email, asked_at = clock.email, clock.asked_at
    if email is None or asked_at is None or clock.held_until is not None:
        return None
    sent_at = email.digest.sent_at if email.digest else email.sent_at
    return sent_at if sent_at is not None and sent_at >= asked_at else None


def put_off(now: datetime) -> int:
    """Puts off looking at clocks for which nothing can happen for a while; returns how many.

    A clock whose email may leave at any moment is looked at by each sweep.
    """
    waiting = _to_look_at(now).exclude(_waits_for(_LEAVING)).order_by("look_at")
    return handle_all(waiting.select_related("email"), partial(_put_off, now=now), now=now)


def _put_off(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[Letter] | None:
    """Stores when to look at a clock again; None if it is ready to be started."""
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
    """Stops the clocks of players whose emails came back; returns how many.

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
    """The running clocks to hold, of those to look at; the others need not be looked at again.

    They are locked meanwhile, so that a bounce recorded at this moment has them looked at again.
    """
    clocks = SeatClock.objects.filter(look_at__lte=now, since__isnull=False)
    found = list(clocks.order_by("look_at").select_related("seat__game", "seat__user")
                 .select_for_update(of=("self",), skip_locked=True, no_key=True)[:BATCH])
    since = bounces.bounced_since({_address(clock) for clock in found}, now - HELD_AFTER_BOUNCE)
    bounced = {clock.pk for clock in found
               if _is_to_hold(clock, since.get(_address(clock)), now=now)}
    SeatClock.objects.filter(pk__in=[clock.pk for clock in found if clock.pk not in bounced]
                             ).update(look_at=None)
    return list(bounced)


def _address(clock: SeatClock) -> str:
    return clock.seat.user.email or "" if clock.seat.user else ""


def _is_to_hold(clock: SeatClock, bounced_at: datetime | None, *, now: datetime) -> bool:
    """Whether an email of this turn came back, for the first time or lately."""
    if bounced_at is None or clock.asked_at is None or clock.seat.game.pace == Pace.LIVE:
        return False
    is_over = clock.held_from is not None and clock.held_from <= now - HELD_AFTER_BOUNCE
    return bounced_at >= clock.asked_at and not is_over


def _hold(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[Letter] | None:
    """Stops a clock if an email of this turn came back and its address still does not work."""
    address = _address(clock)
    bounced_at = bounces.bounced_since([address], now - HELD_AFTER_BOUNCE).get(address)
    if not _is_to_hold(clock, bounced_at, now=now) or bounced_at is None or clock.since is None:
        return None
    may_be_of_turn = bounced_at <= clock.since + BOUNCE_WITHIN
    seat_clocks.halt(clock, times, now=clock.since if may_be_of_turn else bounced_at)
    clock.held_from = clock.held_from or bounced_at
    clock.held_until = clock.held_from + HELD_AFTER_BOUNCE
    seat_clocks.store(clock)
    return ()
