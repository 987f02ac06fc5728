"""Reminders in games without a clock: one more email when a turn has been waiting for long.

In games with a clock ``games.table.seats.time_outs`` reminds players before their time runs out. A
sweep looks at a seat only when it may be time (``Seat.remind_at``), and once more when its player
changes something about their emails (``bounces``).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.models import (
    AddressStatus,
    EmailTiming,
    Game,
    GameEmailPreference,
    LoggedMove,
    OutgoingEmail,
    Seat,
)
from games.post.outbox.queue import queue_email
from games.table.play.event_log import REMIND_AFTER

MAX_PER_SWEEP = 500  # seats that one sweep looks at
TOGETHER = 25  # seats in one transaction: players of their games wait for it


def queue_reminders(now: datetime) -> int:
    """Queue one reminder for each turn that has been waiting long; return how many.

    A seat is reminded once after its own last move, also if others who decide at the same time
    move in between.  Somebody who takes a seat over or back has as much time from then on.
    """
    to_look_at = Seat.objects.filter(remind_at__lte=now).order_by("remind_at")
    found = list(to_look_at.values_list("pk", "game_id")[:MAX_PER_SWEEP])
    return sum(_look_at(found[first:first + TOGETHER], now=now)
               for first in range(0, len(found), TOGETHER))


@transaction.atomic
def _look_at(found: Collection[tuple[int, int]], *, now: datetime) -> int:
    """Remind the players of some seats (ids of seats and games), and put off the others.

    A game that somebody has locked is left to the next sweep: a move is being played in it, or
    another worker is sweeping.
    """
    games = Game.objects.select_for_update(skip_locked=True).in_bulk({game for _, game in found})
    ids = [pk for pk, game in found if game in games]
    locked = list(Seat.objects.filter(pk__in=ids, remind_at__lte=now)
                  .select_for_update(skip_locked=True, no_key=True).order_by("pk")
                  .values_list("pk", flat=True))
    queued = sum(_remind(seat, now=now) for seat in _due(locked, now=now))
    _put_off(locked, now=now)
    return queued


def _remind(seat: Seat, *, now: datetime) -> bool:
    user = seat.user
    assert user is not None  # the query selects seats of users only
    return queue_email("reminder", to=user.email or "", now=now, game=seat.game, seat=seat,
                       user=user, number=seat.game.number) is not None


def overlooked(seats: QuerySet[Seat], *, now: datetime) -> QuerySet[Seat]:
    """Those of these seats that should be looked at, now or later, and will not be."""
    forgotten = seats.filter(remind_at=None)
    young: QuerySet[Seat] = _waiting(forgotten).filter(waits_since__gt=now - REMIND_AFTER)
    due: QuerySet[Seat] = _due(forgotten, now=now)
    return forgotten.filter(Q(pk__in=young.values("pk")) | Q(pk__in=due.values("pk")))


def _waiting(seats: Any) -> Any:
    """Those of these seats (ids or a query) for which a game without a clock waits.

    With their last rows: ``last_number``, and ``waits_since`` for its time or the last move.
    """
    last_row = LoggedMove.last_of_seat()
    return Seat.objects.order_by().filter(
        pk__in=seats, game__status=Game.Status.RUNNING, game__bank_per_turn=timedelta(0),
        to_move=True, user__isnull=False,
    ).annotate(
        last_number=Coalesce(Subquery(last_row.values("number")), 0),
        last_at=Coalesce(Subquery(last_row.values("created_at")), F("game__moved_at")),
        waits_since=Greatest("last_at", "game__moved_at"),
    )


def _due(seats: Any, *, now: datetime) -> Any:
    """Those of these seats whose players are to be reminded."""
    reminder = OutgoingEmail.objects.filter(
        kind="reminder", seat=OuterRef("pk"), number__gte=OuterRef("last_number"))
    muted = GameEmailPreference.objects.filter(
        game=OuterRef("game"), user=OuterRef("user"), when=EmailTiming.NEVER)
    unreachable = AddressStatus.objects.filter(address=OuterRef("user__email")).exclude(
        bounced_at=None, refused_at=None)
    waiting = _waiting(seats).filter(
        waits_since__lte=now - REMIND_AFTER, user__email__isnull=False,
    ).exclude(user__preferences__when=EmailTiming.NEVER).exclude(user__preferences__remind=False)
    due = waiting.exclude(Exists(reminder)).exclude(Exists(muted)).exclude(Exists(unreachable))
    return due.select_related("game", "user")


def _put_off(ids: Collection[int], *, now: datetime) -> None:
    """Note when to look at these seats again: when they have waited long, or never."""
    young = dict(_waiting(ids).filter(waits_since__gt=now - REMIND_AFTER).values_list(
        "pk", "waits_since"))
    Seat.objects.filter(pk__in=set(ids) - set(young)).update(remind_at=None)
    for pk, since in young.items():
        Seat.objects.filter(pk=pk).update(remind_at=since + REMIND_AFTER)
