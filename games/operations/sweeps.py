"""Sweeps: searches that retry stalled work and start work that is due.

An error in one search does not stop the others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence, Sized
from datetime import datetime, timedelta
from functools import partial

from django.db.models import QuerySet

from games.base import failures, features, heartbeats, queues, task_queue
from games.models import Game, OutgoingEmail, Seat, SeatClock
from games.models.fields import AT_ONCE
from games.people import accounts, handles
from games.post.deliveries import delivery as posts
from games.post.inbox import processing
from games.post.outbox import (
    bounces,
    codes,
    delivery,
    digest,
    local_mailbox,
    preferences,
    reminders,
)
from games.post.push import notices
from games.table.clocks import outages, reliability
from games.table.lobby import expiry
from games.table.play import bots, ended_games, pauses
from games.table.seats import seating, time_outs

log = logging.getLogger(__name__)

CLOCKS = "clocks due"  # the search that also starts clocks and notices outages

Found = int | Sized
Status = OutgoingEmail.Status


def run_all(now: datetime, *, only: Collection[str] | None = None) -> dict[str, int]:
    """Run one sweep; return how many of each thing it found, 0 where a search failed.

    ``only`` names the searches to make (None: all of them), for a caller who knows that the
    others would find nothing.
    """
    found = {name: _count(name, search, now) for name, search in _searches().items()
             if only is None or name in only}
    for queue in queues.QUEUES:
        if queue != queues.SWEEPS:
            task_queue.send_heartbeat(queue)  # asks its workers whether they are there
    last = heartbeats.last_seen(heartbeats.SWEEP)
    # A later sweep may have ended before this one.
    if last is None or not now < last <= now + outages.GAP:
        heartbeats.record(heartbeats.SWEEP, now=now)
    return found


def _searches() -> dict[str, Callable[[datetime], Found]]:
    return {
        CLOCKS: time_outs.sweep,
        "long pauses ended": pauses.end_longest,
        "deserted games finished": seating.finish_deserted,
        "reminders queued": reminders.queue_reminders,
        "reminders for devices queued": partial(notices.queue_reminders,
                                                earliest=preferences.awake_from),
        "warnings about open tables": expiry.warn,
        "open tables closed": expiry.expire,
        "held emails released": digest.release_due,
        "codes to send": delivery.sweep_codes,
        "emails to send": delivery.sweep,
        "held emails to send": delivery.sweep_held,
        "notices to send": notices.sweep,
        "posts to send": posts.sweep,
        "emails to read": processing.sweep,
        "bots to move": bots.sweep,
        **{name: search for feature in features.features()
           for name, search in feature.sweeps.items()},
        "old codes forgotten": codes.forget_old,
        "unproved addresses forgotten": accounts.forget_unused,
        "old sessions forgotten": accounts.forget_sessions,
        "old names forgotten": handles.forget_old,
        "old messages and keys forgotten": processing.forget_old,
        "old failures forgotten": failures.forget_old,
        "old turn timings forgotten": reliability.forget_old,
        "ended games tidied up": ended_games.tidy_up,
        "old emails about no game forgotten": delivery.forget_old,
        "old posts forgotten": posts.forget_old,
        "old bounces forgotten": bounces.forget_old,
        "old emails in the local mailbox forgotten": local_mailbox.forget_old,
    }


def _count(name: str, search: Callable[[datetime], Found], now: datetime) -> int:
    try:
        found = search(now)
        return found if isinstance(found, int) else len(found)
    except Exception:  # the other searches must not wait for this one
        log.exception("the search for %r failed", name)
        return 0


def _first(
    rows: QuerySet[OutgoingEmail] | QuerySet[Game] | QuerySet[Seat] | QuerySet[SeatClock],
    field: str, after: timedelta = timedelta(0)
) -> datetime | None:
    """Return the earliest moment in this column, and ``after`` later; None if there is none."""
    moments = rows.exclude(**{field: None}).order_by(field).values_list(field, flat=True)
    found: datetime | None = moments.first()
    return found + after if found is not None else None


_UNSENT = OutgoingEmail.objects.filter(status__in=[Status.QUEUED, Status.RETRY])
_RUNNING, _OPEN = Game.Status.RUNNING, Game.Status.OPEN
# When each search can find something next.
_DUE: Sequence[tuple[str, Callable[[datetime], datetime | None]]] = (
    (CLOCKS, lambda now: None if outages.current() else _first(SeatClock.objects.all(), "due_at")),
    (CLOCKS, lambda now: _first(
        SeatClock.objects.filter(look_at__gt=now), "look_at")),
    (CLOCKS, lambda now: _first(OutgoingEmail.objects.filter(
        status__in=[Status.QUEUED, Status.RETRY],
        due_since__gt=now - outages.EMAIL_DOWN_AFTER), "due_since", outages.EMAIL_DOWN_AFTER)),
    ("held emails released", lambda now: _first(
        OutgoingEmail.objects.filter(status=Status.HELD), "not_before")),
    ("emails to send", lambda now: _first(_UNSENT.exclude(delivery.WAS_HELD), "not_before")),
    ("held emails to send", lambda now: _first(_UNSENT.filter(delivery.WAS_HELD), "not_before")),
    ("deserted games finished", lambda now: _first(
        Game.objects.filter(status=_RUNNING), "deserted_at", seating.REST)),
    ("long pauses ended", lambda now: _first(
        Game.objects.filter(status=_RUNNING), "paused_at", pauses.LONGEST)),
    ("warnings about open tables", lambda now: _first(
        expiry.not_warned(), "since", expiry.WARN_AFTER)),
    ("open tables closed", lambda now: _first(
        Game.objects.filter(status=_OPEN), "warned_at", expiry.GRACE)),
    ("reminders queued", lambda now: _first(
        Seat.objects.filter(remind_at__gt=AT_ONCE), "remind_at")),
)


def _moments() -> Iterator[tuple[str, Callable[[datetime], datetime | None]]]:
    """Yield the searches of the core and of features, with functions that say when they are due."""
    yield from _DUE
    for feature in features.features():
        yield from feature.due.items()


def searches_with_a_time() -> frozenset[str]:
    """Return the searches for which we know when they can find something next."""
    return frozenset(name for name, _ in _moments())


def next_due(now: datetime) -> dict[str, datetime]:
    """Return the moment when each search can find something next, unless it never can."""
    due: dict[str, datetime] = {}
    for name, find in _moments():
        moment = find(now)
        if moment is not None:
            due[name] = min(moment, due.get(name, moment))
    return due
