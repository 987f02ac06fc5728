"""Delivering notices: claiming, sending, retrying and giving up.

The same pattern as for emails (``games.post.outbox.delivery``), in a queue of its own, so that a
push service that hangs holds up nothing but notifications. A notice may be sent twice; the second
replaces the first in the browser.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from http import HTTPStatus
from http.client import HTTPException

from django.db.models import F, Q

from games.base import fault_points, task_queue
from games.models import PushDevice, PushNotice
from games.post.push import notice_wording, web_push
from games.post.push.web_push import Answer

MAX_ATTEMPTS = 8  # about two hours, since the pauses double
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=6)
# A device is given up when nothing has reached it for so long, however often we tried.
MAX_FAILURES, SILENCE = 3 * MAX_ATTEMPTS, timedelta(days=7)
UNREACHED = (OSError, HTTPException, web_push.Forbidden)  # no answer from a push service
GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})  # the subscription has ended

Status = PushNotice.Status
log = logging.getLogger(__name__)


def claim(notice_id: int, *, now: datetime) -> PushNotice | None:
    """Claim the notice for one lease; None if it is not due or somebody else holds it."""
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
        message = notice_wording.message(notice)
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
    """Does what the push service's answer calls for; returns the notice's new status."""
    if answer.status in GONE:
        notice.device.delete()
        return ""
    if not HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        return _fail(notice, f"HTTP {answer.status}", now=now, at_least=answer.retry_after)
    PushDevice.objects.filter(pk=notice.device_id).update(last_success_at=now, failures=0)
    return _finish(notice, Status.SENT)


def _fail(notice: PushNotice, error: str, *, now: datetime, at_least: int | None = None) -> str:
    """End a failed attempt: schedules a retry or gives up; return the new status."""
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
    """End this attempt, unless there is newer news or another worker has claimed the notice."""
    PushNotice.objects.filter(pk=notice.pk, revision=notice.revision).update(
        status=status, error=error, lease_until=None, **values)
    return status


def sweep(now: datetime) -> list[int]:
    """Announce again every notice that is due and that no worker seems to have.

    A fresh one is left alone for a while, since its task is probably on its way.
    """
    waiting = Q(status__in=(Status.QUEUED, Status.RETRY),
                not_before__lte=now - task_queue.START_GRACE)
    due = PushNotice.objects.filter(waiting | _abandoned(now)).order_by("not_before", "pk")
    return task_queue.announce("send_notice", due, now=now, status=Status.QUEUED,
                               lease_until=None)
