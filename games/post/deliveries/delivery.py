"""Deliveries: queueing posts to webhooks, sending, retrying and forgetting them.

A delivery is written in the transaction of the event that it tells of.  Sending follows the pattern
of emails and notices (``games.post.outbox.delivery``), in a queue of its own.  What a body says is
the business of whoever brings its format (``Feature.posts``); it is written when it is sent.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from http.client import HTTPException
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.base import fault_points, outgoing_http, retention, task_queue
from games.base.outgoing_http import Answer
from games.base.refusals import Missing, TableRefusal
from games.models import Delivery, Game, User, Webhook
from games.post.deliveries import hooks, signing

TIME_LIMIT = 5.0  # seconds
# Between attempts: the eighth is a day after the first.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 4, 15, 40, 2 * 60, 5 * 60, 16 * 60))
MAX_ATTEMPTS = len(PAUSES) + 1
UNREACHED = (OSError, HTTPException, outgoing_http.Forbidden)  # there was no answer
OFF = "the webhook is turned off"
SHOWN = 20  # deliveries on the page

Status = Delivery.Status
log = logging.getLogger(__name__)


def queue(event: str, facts: Mapping[Webhook, dict[str, Any]], *, game: Game | None,
          now: datetime) -> list[Delivery]:
    """Queue an event for these webhooks, unless it has been queued for their receivers already.

    Each receiver gets it once, with the facts of its first webhook.  The caller has locked the
    game, if there is one.
    """
    first: dict[str, Webhook] = {}
    for hook in facts:
        first.setdefault(hook.receiver, hook)
    known = Delivery.objects.filter(event=event, receiver__in=first)
    told = set(known.values_list("receiver", flat=True)) if first else set()
    rows = Delivery.objects.bulk_create(
        Delivery(hook=hook, game=game, receiver=receiver, event=event, facts=facts[hook],
                 not_before=now, created_at=now)
        for receiver, hook in first.items() if receiver not in told)
    for row in rows:
        task_queue.send_after_commit("send_post", row.pk)
    return rows


def claim(delivery_id: int, *, now: datetime) -> Delivery | None:
    """Claim the delivery for one lease; return None if it is not due or claimed already."""
    due = Q(status__in=(Status.QUEUED, Status.RETRY),
            not_before__lte=now + task_queue.START_GRACE)  # this machine's clock may be behind
    claimed = Delivery.objects.filter(due | _abandoned(now), pk=delivery_id).update(
        status=Status.SENDING, lease_until=now + task_queue.LEASE, announced_at=None,
        attempts=F("attempts") + 1)
    if claimed != 1:
        return None
    rows = Delivery.objects.select_related("hook__owner", "game")
    return rows.filter(pk=delivery_id).first()  # the webhook may have been removed since


def _abandoned(now: datetime) -> Q:
    return Q(task_queue.lease_expired(now), status=Status.SENDING)


def deliver(delivery_id: int, *, now: datetime) -> str:
    """Claim and send one delivery; return its new status, "" if there was nothing to send."""
    delivery = claim(delivery_id, now=now)
    if delivery is None:
        return ""
    fault_points.reached("post.claimed")
    if not _has_hook(delivery):
        return _finish(delivery, Status.FAILED, error=OFF)
    if delivery.attempts > MAX_ATTEMPTS:
        return _finish(delivery, Status.FAILED,
                       error="the workers that claimed it did not come back")
    try:
        answer = _send(delivery)
    except UNREACHED as error:
        return _fail(delivery, type(error).__name__, now=now)
    except Exception as error:  # a bug must hold back this delivery only
        log.exception("delivery %s could not be made", delivery.pk)
        return _fail(delivery, type(error).__name__, now=now)
    fault_points.reached("post.sent")
    if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        hooks.succeeded(delivery.hook)
        return _finish(delivery, Status.SENT, status_code=answer.status)
    return _fail(delivery, f"HTTP {answer.status}", now=now, answer=answer)


def _has_hook(delivery: Delivery) -> bool:
    """Return whether its webhook, or another one in its place, still gets news."""
    if hooks.live().filter(pk=delivery.hook_id).exists():
        return True
    heir = hooks.successor(delivery.hook)
    if heir is None:
        return False
    delivery.hook = heir
    delivery.save(update_fields=["hook"])
    return True


def _send(delivery: Delivery) -> Answer:
    hook = delivery.hook
    body, address = hooks.formats()[hook.format](delivery), hooks.address_of(hook)
    # Real time, also on a local site whose clock has been advanced: receivers compare it.
    headers = signing.headers(body, secret=hooks.secret_of(hook), key=str(delivery.identity),
                              timestamp=int(time.time()))
    return outgoing_http.post(address, body, headers, seconds=TIME_LIMIT)


def _fail(delivery: Delivery, error: str, *, now: datetime, answer: Answer | None = None) -> str:
    """Schedule a retry after a failed attempt, or give up; return the new status."""
    log.warning("delivery %s: %s", delivery.pk, error)  # never the address, which is a secret
    code = answer.status if answer else None
    off = hooks.failed(delivery.hook, gone=code == HTTPStatus.GONE, now=now)
    if off or delivery.attempts >= MAX_ATTEMPTS:
        return _finish(delivery, Status.FAILED, error=error, status_code=code)
    asked = timedelta(seconds=answer.retry_after or 0) if answer else timedelta(0)
    pause = max(PAUSES[delivery.attempts - 1], min(asked, PAUSES[-1]))
    return _finish(delivery, Status.RETRY, error=error, status_code=code, not_before=now + pause)


def _finish(delivery: Delivery, status: str, *, error: str = "", **values: object) -> str:
    """End this attempt, unless the delivery has been claimed again in the meantime."""
    own = Delivery.objects.filter(pk=delivery.pk, status=Status.SENDING,
                                  attempts=delivery.attempts)
    own.update(status=status, error=error, lease_until=None, **values)
    return status


def sweep(now: datetime) -> list[int]:
    """Announce again the due deliveries that no worker seems to have; return their ids.

    A fresh one is left alone for a while, since its task is probably on its way.
    """
    waiting = Q(status__in=(Status.QUEUED, Status.RETRY),
                not_before__lte=now - task_queue.START_GRACE)
    # Whatever was claimed was due; so the index leads past all that wait for a later attempt.
    rows = Delivery.objects.filter(not_before__lte=now + task_queue.START_GRACE)
    due = rows.filter(waiting | _abandoned(now)).order_by("not_before", "pk")
    return task_queue.announce("send_post", due, now=now, status=Status.QUEUED, lease_until=None)


def last_of(user: User) -> list[Delivery]:
    """Return the newest deliveries to the user's webhooks, the newest first."""
    rows = Delivery.objects.filter(hook__owner__in=hooks.owners(user))
    rows = rows.select_related("hook__game", "game")
    return list(rows.order_by("-pk")[:SHOWN])


def send_again(user: User, delivery_id: int, *, now: datetime) -> None:
    """Send one of the user's deliveries once more; its identity stays the same.

    Refuses (Missing) any other, and (TableRefusal) one whose webhook is turned off.
    """
    own = Delivery.objects.filter(pk=delivery_id, hook__owner__in=hooks.owners(user))
    found = own.exclude(status=Status.SENDING)
    delivery = found.select_related("hook").first()
    if delivery is None:
        raise Missing("no-delivery", _("There is no such delivery any more."))
    check_on(delivery.hook)
    found.update(status=Status.QUEUED, attempts=0, not_before=now, announced_at=None)
    task_queue.send_after_commit("send_post", delivery_id)


def check_on(hook: Webhook) -> None:
    """Refuse (TableRefusal) a webhook that is turned off."""
    if hook.disabled_at is not None:
        raise TableRefusal("off", _("This webhook is turned off. Please turn it on again first."))


def forget_old(now: datetime) -> int:
    """Delete old deliveries, and return how many."""
    old = Delivery.objects.filter(created_at__lt=now - retention.DELIVERIES)
    return retention.delete_oldest(old, by="created_at")
