"""Readiness: whether the service can do its work now, or only answers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import DatabaseError

from games.base import heartbeats
from games.operations import disk_space, machines

WRITTEN = "ready"  # the row of signs of life that is written to see whether that is possible
LATEST_SWEEP = timedelta(minutes=3)  # ago; there is one each minute

_last_written: list[datetime] = []  # by this process, so that nobody makes it write all the time


class Check(NamedTuple):
    """One thing that the service needs: whether it has it, and a sentence for operators."""

    name: str
    passed: bool
    sentence: str


def checks(now: datetime) -> list[Check]:
    """Return the checks; the first one that fails is most often the cause of the others."""
    return [_space(), *_database(now)]


def _space() -> Check:
    free = disk_space.free(disk_space.places())
    for path, size in free.items():
        if size <= disk_space.EMPTY:
            return Check("space", False, f"Only {size / disk_space.GIGABYTE:.2f} GB are free for"
                         f" {path}. Please delete what nobody needs, or get a larger disk.")
    return Check("space", True, "There is space left on the disks of this machine.")


def _database(now: datetime) -> list[Check]:
    try:
        _write(now)
        seen = heartbeats.last_seen(heartbeats.SWEEP)
    except DatabaseError as error:
        return [Check("database", False, f"The database cannot be written ({type(error).__name__})."
                      " Please check that it is running, that its disk is not full and that"
                      " DATABASE_URL is right.")]
    return [Check("database", True, "The database can be written."), _sweep(seen, now)]


def _write(now: datetime) -> None:
    if _last_written and timedelta(0) <= now - _last_written[0] < heartbeats.PAUSE:
        return
    _last_written.clear()
    heartbeats.record(WRITTEN, now=now)
    machines.note(now)
    _last_written.append(now)


def _sweep(seen: datetime | None, now: datetime) -> Check:
    if seen is not None and now - seen <= LATEST_SWEEP:
        return Check("sweep", True, "The last sweep was a moment ago.")
    when = f"since {seen:%Y-%m-%d %H:%M} UTC" if seen else "yet"
    return Check("sweep", False, f"No sweep has run {when}. Please check beat, the workers and"
                 " Redis.")
