"""Queueing notices for the devices of players; delivery is ``games.post.push.notice_delivery``.

There is one row for each device and game, in which the newest fact wins.  It is written in the
transaction of the change it reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.base import task_queue
from games.models import Game, LoggedMove, PushDevice, PushNotice, Seat, User
from games.post import email_kinds
from games.post.push import notice_wording
from games.table.play.event_log import REMIND_AFTER

MAX_PER_SWEEP = 500  # reminders queued by one sweep

Earliest = Callable[[User, datetime], datetime]  # the first moment at which a user wants news


def queue_for_seats(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime,
                    earliest: Earliest) -> None:
    """Queue a notice about the game's last row for every device of these seats' users."""
    users = [seat.user_id for seat in seats if seat.user_id is not None]
    if not users or not email_kinds.kind_of(kind).on_devices:
        return
    times: dict[int, datetime] = {}
    for device in PushDevice.objects.filter(user__in=users).select_related("user"):
        if device.user_id not in times:
            times[device.user_id] = earliest(device.user, now)
        queue(kind, device, game=game, now=now, not_before=times[device.user_id])


def queue(kind: str, device: PushDevice, *, game: Game | None, now: datetime,
          not_before: datetime) -> None:
    """Queue a notice for one device; it replaces an earlier one about the same game."""
    is_turn = kind == notice_wording.TURN and game is not None and not game.has_clock
    news = {
        "kind": kind, "number": game.number if game else 0, "not_before": not_before,
        "remind_at": now + REMIND_AFTER if is_turn else None,
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
    """Queue one reminder for each turn that has been waiting long; return how many.

    In games with a clock, ``games.table.seats.time_outs`` does that before the time runs out.
    Only for devices that were told about the turn: its notice becomes the reminder.  Somebody who
    takes their seat back is reminded as long after that.
    """
    to_look_at = PushNotice.objects.filter(status=PushNotice.Status.SENT, remind_at__lte=now)
    found = list(to_look_at.order_by("remind_at").values_list("pk", flat=True)[:MAX_PER_SWEEP])
    if not found:
        return 0
    told = list(_told(found).select_related("device__user", "game"))
    due = [notice for notice in told if notice.waits_since <= now - REMIND_AFTER]
    for notice in due:
        queue(notice_wording.REMINDER, notice.device, game=notice.game, now=now,
              not_before=earliest(notice.device.user, now))
    young = {notice.pk: notice.waits_since for notice in told if notice not in due}
    _put_off(found, young, now=now)
    return len(due)


def begin_again(game: Game, seats: Iterable[int], *, now: datetime) -> None:
    """Count from now on the time until these seats' devices are reminded of a turn."""
    if game.has_clock:
        return
    users = Seat.objects.filter(game=game, index__in=seats, user__isnull=False).values("user")
    PushNotice.objects.filter(game=game, kind=notice_wording.TURN, device__user__in=users).update(
        remind_at=now + REMIND_AFTER)


def overlooked(notices: QuerySet[PushNotice]) -> QuerySet[PushNotice]:
    """Those of these notices that should become reminders, now or later, and will not."""
    found: QuerySet[PushNotice] = _told(notices.filter(remind_at=None).values("pk"))
    return found


def _told(ids: Iterable[int] | QuerySet[PushNotice, Any]) -> Any:
    """Those of these notices about a turn that a game without a clock still waits for.

    ``waits_since`` is since when: the game's last move or, if it is later, the seat's last row.
    """
    last_at = Subquery(LoggedMove.last_of_seat().values("created_at"))
    waiting = Seat.objects.filter(
        game=OuterRef("game"), user=OuterRef("device__user"), to_move=True,
    ).annotate(since=Greatest(Coalesce(last_at, F("game__moved_at")), F("game__moved_at")))
    return PushNotice.objects.filter(
        pk__in=ids, kind=notice_wording.TURN, status=PushNotice.Status.SENT,
        game__status=Game.Status.RUNNING, game__bank_per_turn=timedelta(0),
    ).annotate(waits_since=Subquery(waiting.values("since")[:1])).filter(
        waits_since__isnull=False)


def _put_off(ids: Iterable[int], young: Mapping[int, datetime], *, now: datetime) -> None:
    """Note when to look at these notices again, unless there is newer news in one.

    ``young`` are those whose turn has not waited long, with since when it does.
    """
    looked_at = PushNotice.objects.filter(remind_at__lte=now)
    looked_at.filter(pk__in=set(ids) - set(young)).update(remind_at=None)
    for pk, since in young.items():
        looked_at.filter(pk=pk).update(remind_at=since + REMIND_AFTER)
