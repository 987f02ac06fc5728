"""Retention: how long we keep rows that are not needed for ever, and how they are deleted.

docs/retention.md lists what each table holds, how long and why.  Each package deletes its own rows,
in sweeps, with ``delete_oldest``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet

BATCH = 1000  # rows that one search of a sweep deletes at most

CODES = timedelta(days=1)  # emails with a code, whose addresses mostly nobody has proved
UNPROVED_ACCOUNTS = timedelta(days=1)  # how long an account may exist before its first sign-in
RECEIVED_VOLUME = timedelta(days=1)
INCOMING_EMAILS = timedelta(days=30)  # since they were handled
SEEN = timedelta(days=30)  # from which networks and browsers members have acted
SET_ASIDE = timedelta(days=7)  # emails that may be a program's, since they were read
REPLY_TOKENS = timedelta(days=90)  # of emails that are not about a turn
EMAILS_WITHOUT_GAME = timedelta(days=90)  # since they were queued
ENDED_GAMES = timedelta(days=90)  # since the end, or since the last email about the game
WISHES = timedelta(days=7)  # for a game, since it was found or the wish lapsed
FAILURES = timedelta(days=90)  # since they last occurred
DELIVERIES = timedelta(days=14)  # posts to webhooks, since their events
LOCAL_MAILBOX = timedelta(days=90)
MACHINES = timedelta(days=1)  # since their last sign of life
BOUNCES = timedelta(days=365)
TURN_TIMINGS = timedelta(days=400)
OLD_HANDLES = timedelta(days=365)  # since they were given up


def delete_oldest(rows: QuerySet[Any], *, by: str) -> int:
    """Delete the first ``BATCH`` of these rows in the order of a column; return how many.

    After a long break there can be any number of rows, and nothing else may wait while they are
    deleted.  An index on this column must lead to these rows, so that a sweep that finds none reads
    none.  A row that no longer belongs to ``rows``, because it has changed meanwhile, stays.
    """
    oldest = list(rows.order_by(by).values_list("pk", flat=True)[:BATCH])
    if not oldest:
        return 0
    return rows.filter(pk__in=oldest).delete()[1].get(rows.model._meta.label, 0)
