"""Exceptions about games, kept for operators, who can download a record that reproduces them.

An exception's message may quote hidden cards, so it is neither stored nor logged: its class, its
place in the code and the record say enough.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import DatabaseError, transaction
from django.db.models import F

from games.base import counters, retention
from games.base.log_context import Activity, activity_of, place_of
from games.models import Failure

log = logging.getLogger(__name__)


def keep(error: BaseException | None, *, now: datetime) -> None:
    """Store an exception, if it is known which game it is about; never raises one itself.

    Call it outside the transaction that the exception has rolled back.
    """
    activity = activity_of(error)
    if error is None or activity is None:
        return
    counters.failure(activity.doing)
    try:
        with transaction.atomic():
            _store(activity, error=type(error).__name__[:200], place=place_of(error), now=now)
    except DatabaseError as trouble:
        log.warning("a failure could not be stored: %s", type(trouble).__name__)


def _store(activity: Activity, *, error: str, place: str, now: datetime) -> None:
    failure, is_new = Failure.objects.get_or_create(
        game_id=activity.game_id, number=activity.number, doing=activity.doing, error=error,
        place=place,
        defaults={"seat": activity.seat, "details": activity.details, "last_at": now},
    )
    if not is_new:
        Failure.objects.filter(pk=failure.pk).update(
            seat=activity.seat, details=activity.details, last_at=now, times=F("times") + 1
        )


def forget_old(now: datetime) -> int:
    """Delete failures that have not occurred again for long; return how many."""
    old = Failure.objects.filter(last_at__lt=now - retention.FAILURES)
    return retention.delete_oldest(old, by="last_at")
