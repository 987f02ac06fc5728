"""Reminders in games without a clock: one more email when a turn has been waiting for long.

In games with a clock ``games.absence`` reminds players before their time runs out.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games.models import (
    AddressStatus,
    EmailTiming,
    Game,
    GameEmailPreference,
    LoggedMove,
    OutgoingEmail,
    Seat,
)
from games.outbox.queue import queue_email

REMIND_AFTER = timedelta(days=2)
MAX_PER_SWEEP = 500  # reminders queued by one sweep


def queue_reminders(now: datetime) -> int:
    """Queues one reminder for each turn that has been waiting long; returns how many.

    A seat is reminded once after its own last move, also if others who decide at the same time
    move in between.  Somebody who takes a seat over or back has as much time from then on.
    """
    last_row = LoggedMove.last_of_seat()
    reminder = OutgoingEmail.objects.filter(
        kind="reminder", seat=OuterRef("pk"), number__gte=OuterRef("last_number"))
    muted = GameEmailPreference.objects.filter(
        game=OuterRef("game"), user=OuterRef("user"), when=EmailTiming.NEVER)
    unreachable = AddressStatus.objects.filter(address=OuterRef("user__email")).exclude(
        bounced_at=None, refused_at=None)
    waiting = Seat.objects.filter(
        game__status=Game.Status.RUNNING, game__moved_at__lte=now - REMIND_AFTER,
        game__bank_per_turn=timedelta(0), to_move=True, user__email__isnull=False,
    ).exclude(user__preferences__when=EmailTiming.NEVER).exclude(user__preferences__remind=False)
    waiting = waiting.annotate(
        last_number=Coalesce(Subquery(last_row.values("number")), 0),
        last_at=Coalesce(Subquery(last_row.values("created_at")), F("game__moved_at")),
    ).filter(last_at__lte=now - REMIND_AFTER)
    due = waiting.exclude(Exists(reminder)).exclude(Exists(muted)).exclude(Exists(unreachable))
    queued = 0
    for seat in due.select_related("game", "user")[:MAX_PER_SWEEP]:
        user = seat.user
        assert user is not None  # the query selects seats of users only
        queued += queue_email("reminder", to=user.email or "", now=now, game=seat.game, seat=seat,
                              user=user, number=seat.game.number) is not None
    return queued
