"""What happens because time passes: clocks start, players are reminded, their time runs out.

Each sweep finds what is due by an index and handles it once (``clock_groups``).  Whatever changes a
game is logged as a move by the actor "clock".  Nobody's time runs out while the clocks of the site
stand still, nor because of an outage (``clocks.stops``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from functools import partial

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import task_queue
from games.absence.clock_groups import handle_all
from games.clocks import paces, seat_clocks, stops
from games.clocks.playing_time import NOTHING
from games.clocks.seat_clocks import HELD_AFTER_BOUNCE, Times
from games.lobby import deserted, seat_offers, seating
from games.models import AddressStatus, Game, LoggedMove, OutgoingEmail, Pace, SeatClock
from games.outbox.bounces import BOUNCE_WITHIN
from games.outbox.queue import Letter, letter_to, notify_devices, queue_for_seats
from games.play import bots, event_log, extensions, table_events, turn_clocks

_WAITING = [OutgoingEmail.Status.QUEUED, OutgoingEmail.Status.SENDING,
            OutgoingEmail.Status.RETRY, OutgoingEmail.Status.HELD]


class Step(Enum):
    """What a clock that is due calls for, in the order in which it happens."""

    NOTHING = "nothing"
    REMINDER = "reminder"
    EXTENSION = "extension"
    STAND_IN = "stand-in"
    REPLACEMENT = "replacement"


def sweep(now: datetime) -> int:
    """Starts and stops clocks, and handles those that are due; returns how many were due."""
    if stops.notice(now):
        seat_clocks.refresh_all(now=now)
    hold_bounced(now)
    start_waiting(now)
    if stops.current() is not None:
        return 0
    return run_out(now)


def start_waiting(now: datetime) -> int:
    """Starts the clocks whose turn emails have left or will never leave; returns how many."""
    ready = _ready(now).order_by("asked_at").select_related("email__digest")
    return handle_all(ready, partial(_start, now=now), now=now)


def _ready(now: datetime) -> QuerySet[SeatClock]:
    """The clocks that stand still although their players know that it is their turn."""
    unsent = Q(email__status__in=_WAITING) | Q(
        email__status=OutgoingEmail.Status.FOLDED, email__digest__status__in=_WAITING)
    bounced = AddressStatus.objects.filter(
        address=OuterRef("seat__user__email"), bounced_at__isnull=False)
    held = Q(held_until__gt=now) & Exists(bounced)
    return SeatClock.objects.filter(
        asked_at__isnull=False, since__isnull=True, seat__game__status=Game.Status.RUNNING,
        seat__game__paused_at=None, seat__user__isnull=False, seat__stand_in="",
    ).exclude(unsent).exclude(held)


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


def hold_bounced(now: datetime) -> int:
    """Stops the clocks of players whose emails came back; returns how many.

    They start again when the address is put right, and at the latest some days after the first
    email of the turn came back.  What they have used counts only if the email that came back
    cannot have been the turn email.
    """
    recent = now - HELD_AFTER_BOUNCE
    bounced = dict(AddressStatus.objects.filter(bounced_at__gt=recent).values_list(
        "address", "bounced_at"))
    if not bounced:
        return 0
    running = SeatClock.objects.filter(
        Q(held_from=None) | Q(held_from__gt=recent),
        since__isnull=False, seat__user__email__in=bounced).exclude(seat__game__pace=Pace.LIVE)
    return handle_all(running, partial(_hold, bounced=bounced), now=now)


def _hold(clock: SeatClock, times: Times, *,
          bounced: Mapping[str, datetime | None]) -> Sequence[Letter] | None:
    """Stops a clock if an email of this turn came back."""
    bounced_at = bounced[clock.seat.user.email or ""] if clock.seat.user else None
    if not (bounced_at and clock.since and clock.asked_at) or bounced_at < clock.asked_at:
        return None
    may_be_of_turn = bounced_at <= clock.since + BOUNCE_WITHIN
    seat_clocks.halt(clock, times, now=clock.since if may_be_of_turn else bounced_at)
    clock.held_from = clock.held_from or bounced_at
    clock.held_until = clock.held_from + HELD_AFTER_BOUNCE
    seat_clocks.store(clock)
    return ()


def run_out(now: datetime) -> int:
    """Does what the clocks that are due call for; returns for how many."""
    due = SeatClock.objects.filter(due_at__lte=now).order_by("due_at")
    return handle_all(due, partial(_handle, now=now), now=now)


def _handle(clock: SeatClock, times: Times, *, now: datetime) -> Sequence[Letter] | None:
    """Does what this clock calls for; returns what to write to its player, None if nothing."""
    seat, game = clock.seat, clock.seat.game
    if game.status != Game.Status.RUNNING or game.paused_at or seat.stand_in or not seat.user_id:
        seat_clocks.halt(clock, times, now=now)  # nobody's time may run out here
        seat_clocks.store(clock)
        return None
    step = next_step(clock, times, now=now)
    if step is Step.NOTHING:
        seat_clocks.refresh(clock, times)
        clock.save(update_fields=["due_at", "deadline"])
        return None
    return [_take(step, clock, times, now=now)]


def next_step(clock: SeatClock, times: Times, *, now: datetime) -> Step:
    """What this running clock calls for now."""
    left = seat_clocks.left(clock, times, now)
    if left + clock.seat.game.grace > NOTHING:
        is_short = left <= seat_clocks.reminder_left(clock) and not clock.reminded
        return Step.REMINDER if is_short else Step.NOTHING
    if clock.extensions and not clock.extended:
        return Step.EXTENSION
    return Step.STAND_IN if clock.missed + 1 < paces.STAND_IN_TURNS else Step.REPLACEMENT


def _take(step: Step, clock: SeatClock, times: Times, *, now: datetime) -> Letter:
    if step is Step.REMINDER:
        return _remind(clock, times, now=now)
    if step is Step.EXTENSION:
        extensions.grant(clock, times, automatic=True, actor=LoggedMove.Actor.CLOCK, now=now)
        return _letter("extended", clock, now=now)
    if step is Step.STAND_IN:
        return _stand_in(clock, times, now=now)
    return _replace(clock, now=now)


def _remind(clock: SeatClock, times: Times, *, now: datetime) -> Letter:
    clock.reminded = True
    seat_clocks.refresh(clock, times)
    clock.save(update_fields=["reminded", "due_at", "deadline"])
    return _letter("reminder", clock, now=now)


def _stand_in(clock: SeatClock, times: Times, *, now: datetime) -> Letter:
    """Lets a bot play the rest of this turn; the seat remains its player's."""
    seat, game = clock.seat, clock.seat.game
    seat_clocks.halt(clock, times, now=now)
    seat_clocks.store(clock)
    seat.stand_in = bots.default_bot(event_log.ruleset_of(game))
    seat.save(update_fields=["stand_in"])
    table_events.append(game, table_events.STAND_IN, seat=seat.index, bot=seat.stand_in,
                        actor=LoggedMove.Actor.CLOCK, now=now)
    task_queue.send_after_commit("play_bot", game.pk)
    return _letter("stood-in", clock, now=now)


def _replace(clock: SeatClock, *, now: datetime) -> Letter:
    """Hands the seat to a bot until its player comes back."""
    seat, game = clock.seat, clock.seat.game
    bot = bots.default_bot(event_log.ruleset_of(game))
    seat.stand_in = bot  # so that this turn counts as missed
    turn_clocks.stop(game, seat, now=now)
    letter = _letter("replaced", clock, now=now)  # while the seat still is its player's
    seating.replace_by_bot(seat, bot, now=now, offered_at=seat_offers.automatic_from(
        game, seat, resigned=False, now=now))
    seats = list(game.seats.select_related("user"))
    table_events.append(game, table_events.BOT_TAKES_SEAT, seat=seat.index, bot=bot,
                        actor=LoggedMove.Actor.CLOCK, now=now)
    queue_for_seats("left", seats, game=game, now=now)
    if not deserted.rest_if_deserted(game, now=now):
        task_queue.send_after_commit("play_bot", game.pk)
    return letter


def _letter(kind: str, clock: SeatClock, *, now: datetime) -> Letter:
    """What to write to a player about their clock, of which their devices may tell them, too."""
    seat, game = clock.seat, clock.seat.game
    notify_devices(kind, [seat], game=game, now=now)
    return letter_to(kind, seat, game=game, deadline=clock.deadline)
