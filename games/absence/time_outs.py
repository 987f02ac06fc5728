"""What happens because time passes: clocks start, players are reminded, their time runs out.

Each sweep finds what is due by an index and handles it once: it locks the game and looks again.
Whatever changes a game is logged as a move by the actor "clock".  Nobody's time runs out while
the clocks of the site stand still, nor because of an outage (``clocks.stops``).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import activities, failures, task_queue
from games.clocks import paces, seat_clocks, stops
from games.clocks.playing_time import NOTHING
from games.clocks.seat_clocks import HELD_AFTER_BOUNCE, Times
from games.lobby import deserted, seat_offers, seating
from games.models import AddressStatus, Game, LoggedMove, OutgoingEmail, SeatClock
from games.outbox.queue import queue_for_seats
from games.play import bots, event_log, extensions, table_events, turn_clocks

BATCH = 1000
TRY_AGAIN = timedelta(minutes=10)  # after an error

log = logging.getLogger(__name__)

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
    clocks = list(_ready(now).select_related("seat__game", "email__digest")[:BATCH])
    times = seat_clocks.times_of_all(clocks, now=now)
    return sum(_start(clock, each, now=now) for clock, each in zip(clocks, times, strict=True))


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


def _start(clock: SeatClock, times: Times, *, now: datetime) -> bool:
    """Starts a clock from when its email was sent, unless somebody else was faster."""
    asked_at = clock.asked_at
    seat_clocks.start(clock, times, at=_sent_at(clock) or now)
    return bool(SeatClock.objects.filter(pk=clock.pk, asked_at=asked_at, since=None).update(
        since=clock.since, due_at=clock.due_at, deadline=clock.deadline, email=None,
        held_until=None))


def _sent_at(clock: SeatClock) -> datetime | None:
    """When the turn email left; None if it did not, or not since the turn began."""
    email, asked_at = clock.email, clock.asked_at
    if email is None or asked_at is None or clock.held_until is not None:
        return None
    sent_at = email.digest.sent_at if email.digest else email.sent_at
    return sent_at if sent_at is not None and sent_at >= asked_at else None


def hold_bounced(now: datetime) -> int:
    """Stops the clocks of players whose turn emails came back; returns how many.

    They start again when the address is put right, and at the latest after a few days.
    """
    recent = now - HELD_AFTER_BOUNCE
    bounces = dict(AddressStatus.objects.filter(bounced_at__gt=recent).values_list(
        "address", "bounced_at"))
    running = SeatClock.objects.filter(since__isnull=False, seat__user__email__in=bounces)
    held = 0
    for clock in running.select_related("seat__user"):
        user = clock.seat.user
        assert user is not None  # the query selects seats of users only
        bounced_at = bounces[user.email or ""]
        if bounced_at and clock.asked_at and bounced_at >= clock.asked_at:
            held += SeatClock.objects.filter(
                pk=clock.pk, since=clock.since, held_until=None
            ).update(since=None, due_at=None, deadline=None,
                     held_until=bounced_at + HELD_AFTER_BOUNCE)
    return held


def run_out(now: datetime) -> int:
    """Handles the clocks that are due, each in a transaction of its own; returns how many."""
    due = SeatClock.objects.filter(due_at__lte=now).order_by("due_at")
    clocks = list(due.select_related("seat__game")[:BATCH])
    times = seat_clocks.times_of_all(clocks, now=now)
    return sum(_try(clock, each, now=now) for clock, each in zip(clocks, times, strict=True))


def _try(clock: SeatClock, times: Times, *, now: datetime) -> bool:
    """Handles one clock; a game in which that fails is tried again later, after the others."""
    try:
        with activities.about(clock.seat.game, activities.TURN, seat=clock.seat.index):
            return _handle(clock, times, now=now)
    except Exception as error:  # the clocks of other games must not wait for this one
        log.exception("a clock that is due could not be handled", extra={"clock": clock.pk})
        failures.keep(error, now=now)
        SeatClock.objects.filter(pk=clock.pk, due_at=clock.due_at).update(due_at=now + TRY_AGAIN)
        return False


def _handle(found: SeatClock, times: Times, *, now: datetime) -> bool:
    """Does what this clock calls for, unless it has changed since it was found."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=found.seat.game_id)
        clock = SeatClock.objects.select_related("seat__user").filter(
            pk=found.pk, due_at=found.due_at, since=found.since).first()
        if clock is None or game.status != Game.Status.RUNNING or clock.seat.user_id is None:
            return False
        clock.seat.game = game
        step = next_step(clock, times, now=now)
        if step is Step.NOTHING:
            seat_clocks.refresh(clock, times)
            clock.save(update_fields=["due_at", "deadline"])
        else:
            _take(step, clock, times, now=now)
        return step is not Step.NOTHING


def next_step(clock: SeatClock, times: Times, *, now: datetime) -> Step:
    """What this running clock calls for now."""
    left = seat_clocks.left(clock, times, now)
    if left + clock.seat.game.grace > NOTHING:
        is_short = left <= seat_clocks.reminder_left(clock) and not clock.reminded
        return Step.REMINDER if is_short else Step.NOTHING
    if clock.extensions and not clock.extended:
        return Step.EXTENSION
    return Step.STAND_IN if clock.missed + 1 < paces.STAND_IN_TURNS else Step.REPLACEMENT


def _take(step: Step, clock: SeatClock, times: Times, *, now: datetime) -> None:
    if step is Step.REMINDER:
        _remind(clock, times, now=now)
    elif step is Step.EXTENSION:
        extensions.grant(clock, times, automatic=True, actor=LoggedMove.Actor.CLOCK, now=now)
        _email(clock, "extended", now=now)
    elif step is Step.STAND_IN:
        _stand_in(clock, times, now=now)
    else:
        _replace(clock, now=now)


def _remind(clock: SeatClock, times: Times, *, now: datetime) -> None:
    clock.reminded = True
    seat_clocks.refresh(clock, times)
    clock.save(update_fields=["reminded", "due_at", "deadline"])
    _email(clock, "reminder", now=now)


def _stand_in(clock: SeatClock, times: Times, *, now: datetime) -> None:
    """Lets a bot play the rest of this turn; the seat remains its player's."""
    seat, game = clock.seat, clock.seat.game
    seat_clocks.halt(clock, times, now=now)
    seat_clocks.store(clock)
    seat.stand_in = bots.default_bot(event_log.ruleset_of(game))
    seat.save(update_fields=["stand_in"])
    table_events.append(game, table_events.STAND_IN, seat=seat.index, bot=seat.stand_in,
                        actor=LoggedMove.Actor.CLOCK, now=now)
    _email(clock, "stood-in", now=now)
    task_queue.send_after_commit("play_bot", game.pk)


def _replace(clock: SeatClock, *, now: datetime) -> None:
    """Hands the seat to a bot until its player comes back."""
    seat, game = clock.seat, clock.seat.game
    bot = bots.default_bot(event_log.ruleset_of(game))
    seat.stand_in = bot  # so that this turn counts as missed
    turn_clocks.stop(game, seat, now=now)
    _email(clock, "replaced", now=now)
    seating.replace_by_bot(seat, bot, now=now, offered_at=seat_offers.automatic_from(
        game, seat, resigned=False, now=now))
    seats = list(game.seats.select_related("user"))
    table_events.append(game, table_events.BOT_TAKES_SEAT, seat=seat.index, bot=bot,
                        actor=LoggedMove.Actor.CLOCK, now=now)
    queue_for_seats("left", seats, game=game, now=now)
    if not deserted.rest_if_deserted(game, now=now):
        task_queue.send_after_commit("play_bot", game.pk)


def _email(clock: SeatClock, kind: str, *, now: datetime) -> None:
    """Queues an email, and for some kinds a notification, about a player's clock to them."""
    deadlines = {clock.seat_id: clock.deadline} if clock.deadline else {}
    queue_for_seats(kind, [clock.seat], game=clock.seat.game, now=now, deadlines=deadlines)
