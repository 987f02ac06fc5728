"""What happens because time passes: players are reminded, their time runs out.

Each sweep finds what is due by an index and handles it once (``clock_groups``), after it has
started clocks (``waiting_clocks``).  Whatever changes a game is logged as a move by the actor
"clock".  Nobody's time runs out while the clocks of the site stand still, nor because of an outage
(``clocks.stops``).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from functools import partial

from games.absence.clock_groups import handle_all
from games.absence.waiting_clocks import hold_bounced, start_waiting
from games.clocks import paces, seat_clocks, stops
from games.clocks.playing_time import NOTHING
from games.clocks.seat_clocks import Times
from games.lobby import deserted, seat_offers, seating
from games.models import Game, LoggedMove, SeatClock
from games.outbox.queue import Letter, letter_to, notify_devices, queue_for_seats
from games.play import bot_tasks, bots, event_log, extensions, table_events, turn_clocks


class Step(Enum):
    """What a clock that is due calls for, in the order in which it happens."""

    NOTHING = "nothing"
    REMINDER = "reminder"
    EXTENSION = "extension"
    STAND_IN = "stand-in"
    REPLACEMENT = "replacement"


def sweep(now: datetime) -> int:
    """Starts and stops clocks, and handles those that are due; returns how many were due."""
    if stops.notice(now) and stops.to_refresh() is None:
        seat_clocks.refresh_all(now=now)
    seat_clocks.refresh_next(now=now)
    hold_bounced(now)
    start_waiting(now)
    if stops.current() is not None:
        return 0
    return run_out(now)


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
    bot_tasks.wake(game, [seat])
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
        bot_tasks.wake(game, [seat])
    return letter


def _letter(kind: str, clock: SeatClock, *, now: datetime) -> Letter:
    """What to write to a player about their clock, of which their devices may tell them, too."""
    seat, game = clock.seat, clock.seat.game
    notify_devices(kind, [seat], game=game, now=now)
    return letter_to(kind, seat, game=game, deadline=clock.deadline)
