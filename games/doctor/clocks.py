"""Compares this machine's clock with those of the database and of Redis."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime

import redis
from django.conf import settings
from django.db import connection

from games.base import task_queue
from games.doctor import redis_server
from games.doctor.findings import Finding, Options, ok, problem, skipped, warning

SMALL = 2.0  # seconds that nobody notices
LARGE = task_queue.START_GRACE.total_seconds()  # from here on, work seems to be due at other times
NEXT_STEP = "Let both machines set their clocks by NTP, for example with systemd-timesyncd."


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """A finding for each server with a clock of its own."""
    if connection.vendor == "postgresql":
        yield _compare("clock of the database", _database_time)
    else:
        yield skipped("clock of the database", "SQLite uses the clock of this machine.")
    if settings.REDIS_URL:
        try:
            yield _compare("clock of Redis", _redis_time)
        except redis.RedisError:
            yield skipped("clock of Redis", "Redis does not answer.",
                          next_step="Do what is said about Redis, then run this again.")


def _compare(about: str, read: Callable[[], float]) -> Finding:
    """The finding about another clock; reading it may take a while, of which we take the middle."""
    before = time.time()
    theirs = read()
    after = time.time()
    return finding(about, difference=theirs - (before + after) / 2)


def finding(about: str, *, difference: float) -> Finding:
    """What a difference of this many seconds between our clock and another one means."""
    if abs(difference) <= SMALL:
        return ok(about, "It agrees with the clock of this machine.")
    direction = "ahead of" if difference > 0 else "behind"
    text = f"It is {abs(difference):.0f} seconds {direction} the clock of this machine."
    level = problem if abs(difference) > LARGE else warning
    return level(about, text, next_step=NEXT_STEP)


def _database_time() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        return float(cursor.fetchone()[0])


def _redis_time() -> float:
    with redis_server.connect() as server:
        answer = server.time()
    seconds, microseconds = answer
    return float(seconds) + float(microseconds) / 1_000_000
