"""What happens because time passes: clocks start, players are reminded, their time runs out.

Each sweep finds what is due by an index and handles it once: it locks the game and looks again.
Whatever changes a game is logged as a move by the actor "clock".  Nobody's time runs out while
the clocks of the site stand still, nor because of an outage (``clocks.stops``).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import activities, failures, task_queue
from games.clocks import paces, seat_clocks, stops
from games.clocks.playing_time import NOTHING
from games.clocks.seat_clocks import HELD_AFTER_BOUNCE, Times
from games.lobby import deserted, seat_offers, seating
from games.models import AddressStatus, Game, LoggedMove, OutgoingEmail, Pace, SeatClock
from games.outbox.queue import Letter, letter_to, notify_devices, queue_all, queue_for_seats
from games.play import bots, event_log, extensions, table_events, turn_clocks

BATCH = 1000
TOGETHER = 25  # clocks that one transaction handles: players of their games wait for it
BOUNCE_WITHIN = timedelta(days=1)  # after which the turn email must have arrived
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
    """Stops the clocks of players whose emails came back; returns how many.

    They start again when the address is put right, and at the latest after a few days.  What
    they have used counts only if the email that came back cannot have been the turn email.
    """
    recent = now - HELD_AFTER_BOUNCE
    bounced = dict(AddressStatus.objects.filter(bounced_at__gt=recent).values_list(
        "address", "bounced_at"))
    if not bounced:
        return 0
    running = SeatClock.objects.filter(since__isnull=False, seat__user__email__in=bounced)
    clocks = list(running.exclude(seat__game__pace=Pace.LIVE).select_related("seat__game",
                                                                             "seat__user"))
    held = 0
    for clock, times in zip(clocks, seat_clocks.times_of_all(clocks, now=now), strict=True):
        user, since = clock.seat.user, clock.since
        assert user is not None  # the query selects seats of users only
        assert since is not None  # and running clocks only
        bounced_at = bounced[user.email or ""]
        if bounced_at is None or clock.asked_at is None or bounced_at < clock.asked_at:
            continue
        seat_clocks.halt(clock, times,
                         now=bounced_at if bounced_at > since + BOUNCE_WITHIN else since)
        held += SeatClock.objects.filter(pk=clock.pk, since=since, held_until=None).update(
            since=None, due_at=None, deadline=None, bank=clock.bank, spent=clock.spent,
            held_until=bounced_at + HELD_AFTER_BOUNCE)
    return held


def run_out(now: datetime) -> int:
    """Handles the clocks that are due, a few in each transaction; returns how many."""
    due = SeatClock.objects.filter(due_at__lte=now).order_by("due_at")
    clocks = list(due.select_related("seat__game")[:BATCH])
    times = seat_clocks.times_of_all(clocks, now=now)
    found = list(zip(clocks, times, strict=True))
    return sum(_try(found[first:first + TOGETHER], now=now)
               for first in range(0, len(found), TOGETHER))


def _try(found: Sequence[tuple[SeatClock, Times]], *, now: datetime) -> int:
    """Handles some clocks; if that fails for one, only that one has to wait."""
    try:
        return _handle_together(found, now=now)
    except Exception as error:  # the clocks of other games must not wait for this one
        if len(found) > 1:
            return sum(_try([each], now=now) for each in found)
        ((clock, _times),) = found
        log.exception("a clock that is due could not be handled", extra={"clock": clock.pk})
        failures.keep(error, now=now)
        SeatClock.objects.filter(pk=clock.pk, due_at=clock.due_at).update(due_at=now + TRY_AGAIN)
        return 0


@transaction.atomic
def _handle_together(found: Sequence[tuple[SeatClock, Times]], *, now: datetime) -> int:
    """Handles those of these clocks that have not changed since they were found.

    Games are locked in the order of their ids, as by everybody else who locks several, and
    clocks are changed in that order, as after somebody has changed their hours.
    """
    games = Game.objects.select_for_update().order_by("pk").in_bulk(
        {clock.seat.game_id for clock, _times in found})
    current = SeatClock.objects.select_related("seat__user").in_bulk(
        [clock.pk for clock, _times in found])
    letters: list[Letter | None] = []
    for old, times in sorted(found, key=lambda each: each[0].pk):
        clock = current.get(old.pk)
        if clock and (clock.due_at, clock.since) == (old.due_at, old.since):
            clock.seat.game = game = games[clock.seat.game_id]
            with activities.about(game, activities.TURN, seat=clock.seat.index):
                letters.append(_handle(clock, times, now=now))
    wanted = [letter for letter in letters if letter is not None]
    queue_all(wanted, now=now)
    return len(wanted)


def _handle(clock: SeatClock, times: Times, *, now: datetime) -> Letter | None:
    """Does what this clock calls for; returns what to write to its player, None if nothing."""
    if clock.seat.game.status != Game.Status.RUNNING or clock.seat.user_id is None:
        return None
    step = next_step(clock, times, now=now)
    if step is Step.NOTHING:
        seat_clocks.refresh(clock, times)
        clock.save(update_fields=["due_at", "deadline"])
        return None
    return _take(step, clock, times, now=now)


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
