"""Notices for the devices of players: queueing, wording, delivery and retries.

A notice is a row for a device and a game, in which the latest news replaces earlier news.  It is
written in the transaction of the change that it reports.  Delivery follows the pattern of emails
(``games.post.outbox.delivery``), in a queue of its own, so that a push service that hangs delays
nothing but notifications.  A notice may be sent twice; the second replaces the first in the
browser.

A notification says nothing about what happens in the game, so nothing hidden can get into it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from http.client import HTTPException
from typing import Any

from django.conf import settings
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.base import fault_points, outgoing_http, task_queue
from games.base.outgoing_http import Answer
from games.models import Game, LoggedMove, PushDevice, PushNotice, Seat, SeatClock, User
from games.people import languages
from games.post import email_kinds
from games.post.push import web_push
from games.post.push.web_push import Message
from games.table.clocks import playing_hours, time_wording
from games.table.play.event_log import REMIND_AFTER

TURN, REMINDER, OVER, ASKED, TEST = "turn", "reminder", "over", "asked", "test"  # kinds

MAX_PER_SWEEP = 500  # reminders queued by one sweep
MAX_ATTEMPTS = 8  # about two hours, since the pauses double
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=6)
# A device is given up when nothing has reached it for so long, however often we tried.
MAX_FAILURES, SILENCE = 3 * MAX_ATTEMPTS, timedelta(days=7)
UNREACHED = (OSError, HTTPException, outgoing_http.Forbidden)  # no answer from a push service
GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})  # the subscription has ended

Earliest = Callable[[User, datetime], datetime]  # the first moment at which a user wants news
Status = PushNotice.Status

log = logging.getLogger(__name__)


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
    """Queue a notice for one device, in place of an earlier one about the same game."""
    is_turn = kind == TURN and game is not None and not game.has_clock
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

    Reminds only in games without a clock: in others ``games.table.seats.time_outs`` does.  A device
    is reminded only if it was told about the turn; the notice of the turn becomes the reminder.
    For somebody who takes their seat back, the time begins again.
    """
    to_look_at = PushNotice.objects.filter(status=PushNotice.Status.SENT, remind_at__lte=now)
    found = list(to_look_at.order_by("remind_at").values_list("pk", flat=True)[:MAX_PER_SWEEP])
    if not found:
        return 0
    told = list(_told(found).select_related("device__user", "game"))
    due = [notice for notice in told if notice.waits_since <= now - REMIND_AFTER]
    for notice in due:
        queue(REMINDER, notice.device, game=notice.game, now=now,
              not_before=earliest(notice.device.user, now))
    young = {notice.pk: notice.waits_since for notice in told if notice not in due}
    _put_off(found, young, now=now)
    return len(due)


def begin_again(game: Game, seats: Iterable[int], *, now: datetime) -> None:
    """Restart the time until the devices of these seats (indices) are reminded of a turn."""
    if game.has_clock:
        return
    users = Seat.objects.filter(game=game, index__in=seats, user__isnull=False).values("user")
    PushNotice.objects.filter(game=game, kind=TURN, device__user__in=users).update(
        remind_at=now + REMIND_AFTER)


def overlooked(notices: QuerySet[PushNotice]) -> QuerySet[PushNotice]:
    """Return the notices among these that should become reminders but will not."""
    found: QuerySet[PushNotice] = _told(notices.filter(remind_at=None).values("pk"))
    return found


def _told(ids: Iterable[int] | QuerySet[PushNotice, Any]) -> Any:
    """Return the notices among these about a turn for which a game without a clock waits.

    Each has ``waits_since``: the time of the game's last move or of the seat's last row in the log,
    whichever is later.
    """
    last_at = Subquery(LoggedMove.last_of_seat().values("created_at"))
    waiting = Seat.objects.filter(
        game=OuterRef("game"), user=OuterRef("device__user"), to_move=True,
    ).annotate(since=Greatest(Coalesce(last_at, F("game__moved_at")), F("game__moved_at")))
    return PushNotice.objects.filter(
        pk__in=ids, kind=TURN, status=PushNotice.Status.SENT,
        game__status=Game.Status.RUNNING, game__bank_per_turn=timedelta(0),
    ).annotate(waits_since=Subquery(waiting.values("since")[:1])).filter(
        waits_since__isnull=False)


def _put_off(ids: Iterable[int], young: Mapping[int, datetime], *, now: datetime) -> None:
    """Note when to look at these notices again, except notices with newer news.

    ``young`` has the start of the wait for each notice whose turn has not waited long.
    """
    looked_at = PushNotice.objects.filter(remind_at__lte=now)
    looked_at.filter(pk__in=set(ids) - set(young)).update(remind_at=None)
    for pk, since in young.items():
        looked_at.filter(pk=pk).update(remind_at=since + REMIND_AFTER)


def sentence(kind: str, *, deadline: str = "") -> str:
    """Return the sentence of a notification; ``deadline`` is text such as "Tuesday 18:00"."""
    if kind == OVER:
        return _("The game is over.")
    if kind == ASKED:
        return _("Somebody makes you an offer.")
    if kind == TEST:
        return _("Notifications work on this device.")
    if deadline:
        return _("Your turn until %(deadline)s") % {"deadline": deadline}
    return _("Still your turn") if kind == REMINDER else _("Your turn")


def notification(notice: PushNotice) -> Message | None:
    """Return the notification for a notice; None if the notice is no longer true.

    ``notice`` must have its device, its user and its game loaded.
    """
    with translation.override(languages.of(notice.device.user)):
        text = sentence(notice.kind, deadline=_deadline(notice))
    if notice.game is None:
        return Message(str(settings.SITE_NAME), text, f"{reverse('email-settings')}#notifications",
                       topic=TEST)
    if not _is_true(notice, notice.game):
        return None
    url = reverse("game", kwargs={"code": notice.game.code})
    return Message(notice.game.name, text, url, topic=notice.game.code)


def _deadline(notice: PushNotice) -> str:
    """Return the end of the user's time for their turn, in their time zone; "" if none."""
    user = notice.device.user
    clock = SeatClock.objects.filter(seat__game=notice.game, seat__user=user).first()
    if notice.game is None or clock is None or clock.deadline is None:
        return ""
    return time_wording.fixed(clock.deadline, zone=playing_hours.zone_of(user))


def _is_true(notice: PushNotice, game: Game) -> bool:
    seat = Seat.objects.filter(game=game, user=notice.device.user_id).first()
    if seat is None or not notice.device.user.is_active:
        return False
    if notice.kind == OVER:
        return game.status == Game.Status.OVER
    if game.status != Game.Status.RUNNING:
        return False
    return bool(seat.asked) if notice.kind == ASKED else seat.to_move


def claim(notice_id: int, *, now: datetime) -> PushNotice | None:
    """Claim the notice for one lease; return None if it is not due or claimed already."""
    due = Q(status__in=(Status.QUEUED, Status.RETRY),
            not_before__lte=now + task_queue.START_GRACE)  # this machine's clock may be behind
    claimed = PushNotice.objects.filter(due | _abandoned(now), pk=notice_id).update(
        status=Status.SENDING, lease_until=now + task_queue.LEASE, announced_at=None,
        attempts=F("attempts") + 1, revision=F("revision") + 1,
    )
    if claimed != 1:
        return None
    rows = PushNotice.objects.select_related("device__user", "game")
    return rows.filter(pk=notice_id).first()  # the device may have been removed since


def _abandoned(now: datetime) -> Q:
    return Q(task_queue.lease_expired(now), status=Status.SENDING)


def deliver(notice_id: int, *, now: datetime) -> str:
    """Claim and send one notice; return its new status, "" if there was nothing to send."""
    notice = claim(notice_id, now=now)
    if notice is None:
        return ""
    fault_points.reached("push.claimed")
    if notice.attempts > MAX_ATTEMPTS:
        return _finish(notice, Status.FAILED, error="the workers that claimed it did not come back")
    try:
        message = notification(notice)
        if message is None:
            return _finish(notice, Status.OBSOLETE)
        answer = web_push.send_message(notice.device, message)
    except UNREACHED as error:
        return _fail(notice, type(error).__name__, now=now)
    except Exception as error:  # a bug must hold back this notice only
        log.exception("notice %s could not be made", notice.pk)
        return _fail(notice, type(error).__name__, now=now)
    fault_points.reached("push.sent")
    return _take(notice, answer, now=now)


def _take(notice: PushNotice, answer: Answer, *, now: datetime) -> str:
    """Record the push service's answer, and retry or forget; return the notice's new status."""
    if answer.status in GONE:
        notice.device.delete()
        return ""
    if not HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        return _fail(notice, f"HTTP {answer.status}", now=now, at_least=answer.retry_after)
    PushDevice.objects.filter(pk=notice.device_id).update(last_success_at=now, failures=0)
    return _finish(notice, Status.SENT)


def _fail(notice: PushNotice, error: str, *, now: datetime, at_least: int | None = None) -> str:
    """Schedule a retry after a failed attempt, or give up; return the new status."""
    log.warning("notice %s: %s", notice.pk, error)  # never the endpoint, which is a secret
    device = PushDevice.objects.filter(pk=notice.device_id)
    device.update(failures=F("failures") + 1)
    silent = Q(last_success_at__lt=now - SILENCE) | Q(last_success_at=None,
                                                     created_at__lt=now - SILENCE)
    if device.filter(silent, failures__gte=MAX_FAILURES).delete()[0]:
        return ""
    if notice.attempts >= MAX_ATTEMPTS:
        return _finish(notice, Status.FAILED, error=error)
    pause = max(FIRST_PAUSE * 2 ** (notice.attempts - 1), timedelta(seconds=at_least or 0))
    return _finish(notice, Status.RETRY, error=error, not_before=now + min(pause, MAX_PAUSE))


def _finish(notice: PushNotice, status: str, *, error: str = "", **values: object) -> str:
    """End this attempt, unless the notice has newer news or another worker has claimed it."""
    PushNotice.objects.filter(pk=notice.pk, revision=notice.revision).update(
        status=status, error=error, lease_until=None, **values)
    return status


def sweep(now: datetime) -> list[int]:
    """Announce again the due notices that no worker seems to have; return their ids.

    A fresh notice is left alone for a while, since its task is probably on its way.
    """
    waiting = Q(status__in=(Status.QUEUED, Status.RETRY),
                not_before__lte=now - task_queue.START_GRACE)
    due = PushNotice.objects.filter(waiting | _abandoned(now)).order_by("not_before", "pk")
    return task_queue.announce("send_notice", due, now=now, status=Status.QUEUED,
                               lease_until=None)
