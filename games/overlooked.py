"""Rows that wait for a sweep, although no sweep would look at them: there should be none.

The moments at which sweeps look at a row (``Seat.remind_at``, ``PushNotice.remind_at``,
``SeatClock.look_at``) and ``Seat.rests`` are kept by the code that changes what they follow from.
This module checks them against that, by reading all running games, and repairs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from games.models import Game, PushNotice, Seat, SeatClock
from games.models.moments import AT_ONCE
from games.post.outbox import reminders
from games.post.push import notice_queue as push_queue
from games.table.seats import time_outs


def count(now: datetime) -> dict[str, int]:
    """How many rows of each kind are overlooked; only kinds of which there are some."""
    counts = {kind: rows.count() for kind, (rows, _) in _overlooked(now).items()}
    return {kind: number for kind, number in counts.items() if number}


def repair(now: datetime) -> dict[str, int]:
    """Has the next sweep look at them, at the latest; returns how many of each kind."""
    changed = {kind: rows.model._default_manager.filter(
        pk__in=list(rows.values_list("pk", flat=True))).update(**columns)
        for kind, (rows, columns) in _overlooked(now).items()}
    return {kind: number for kind, number in changed.items() if number}


def _overlooked(now: datetime) -> dict[str, tuple[QuerySet[Any], Mapping[str, Any]]]:
    """The rows of each kind, and the columns that repair them."""
    resting = Q(game__status=Game.Status.RUNNING, game__deserted_at__isnull=False)
    seats = Seat.objects.order_by()
    return {
        "turns without a reminder": (
            reminders.overlooked(seats, now=now), {"remind_at": AT_ONCE}),
        "notices without a reminder": (
            push_queue.overlooked(PushNotice.objects.order_by()), {"remind_at": AT_ONCE}),
        "clocks that would not start": (
            time_outs.overlooked(SeatClock.objects.order_by()), {"look_at": AT_ONCE}),
        "bots that would not play": (
            seats.filter(rests=True).exclude(resting), {"rests": False}),
        "bots that should rest": (seats.filter(resting, rests=False), {"rests": True}),
    }
