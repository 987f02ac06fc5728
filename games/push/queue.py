"""Queueing notices for the devices of players; delivery is ``games.push.delivery``.

There is one row for each device and game, in which the newest fact wins.  It is written in the
transaction of the change it reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games import task_queue
from games.models import Game, LoggedMove, PushDevice, PushNotice, Seat, User
from games.push import wording

REMIND_AFTER = timedelta(days=2)
MAX_PER_SWEEP = 500  # reminders queued by one sweep

Earliest = Callable[[User, datetime], datetime]  # the first moment at which a user wants news


def queue_for_seats(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime,
                    earliest: Earliest) -> None:
    """Queues a notice about the game's last row for every device of these seats' users."""
    users = [seat.user_id for seat in seats if seat.user_id is not None]
    if kind not in wording.GAME_KINDS or not users:
        return
    times: dict[int, datetime] = {}
    for device in PushDevice.objects.filter(user__in=users).select_related("user"):
        if device.user_id not in times:
            times[device.user_id] = earliest(device.user, now)
        queue(kind, device, game=game, now=now, not_before=times[device.user_id])


def queue(kind: str, device: PushDevice, *, game: Game | None, now: datetime,
          not_before: datetime) -> None:
    """Queues a notice for one device; it replaces an earlier one about the same game."""
    news = {
        "kind": kind, "number": game.number if game else 0, "not_before": not_before,
        "status": PushNotice.Status.QUEUED, "attempts": 0, "lease_until": None,
        "announced_at": None, "error": "", "created_at": now,
    }
    rows = PushNotice.objects.filter(device=device, game=game)
    if not rows.update(revision=F("revision") + 1, **news):
        PushNotice.objects.create(device=device, game=game, **news)
    if not_before <= now:
        for pk in rows.values_list("pk", flat=True):
            task_queue.send_after_commit("send_notice", pk)


def queue_reminders(now: datetime, *, earliest: Earliest) -> int:
    """Queues one reminder for each turn that has been waiting long; returns how many.

    In games with a clock, ``games.absence`` does that before the time runs out.
    Only for devices that were told about the turn: its notice becomes the reminder.  Somebody who
    takes their seat back is reminded as long after that.
    """
    last_at = Subquery(LoggedMove.last_of_seat().values("created_at"))
    waiting = Seat.objects.filter(
        game=OuterRef("game"), user=OuterRef("device__user"), to_move=True,
    ).annotate(last_at=Coalesce(last_at, F("game__moved_at")))
    told = PushNotice.objects.filter(
        kind=wording.TURN, status=PushNotice.Status.SENT, game__status=Game.Status.RUNNING,
        game__moved_at__lte=now - REMIND_AFTER, game__bank_per_turn=timedelta(0),
    )
    told = told.filter(Exists(waiting.filter(last_at__lte=now - REMIND_AFTER)))
    due = list(told.select_related("device__user", "game")[:MAX_PER_SWEEP])
    for notice in due:
        queue(wording.REMINDER, notice.device, game=notice.game, now=now,
              not_before=earliest(notice.device.user, now))
    return len(due)
