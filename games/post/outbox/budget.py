"""The budget of consequences: how much news one person may cause for another (R26).

The news that somebody's acts bring to one reader about one game are counted for an hour.  The cache
keeps the times, so they are counted for devices as for emails; the keys hold no email addresses.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.core.cache import cache

from alexandros_rules import codec

MOST = 3  # pieces of news
PERIOD = timedelta(hours=1)


def count(readers: Collection[str], *, cause: int, game: int | None, now: datetime,
          later: bool = False) -> dict[str, datetime | None]:
    """Count one more piece of news that ``cause`` (a user's id) brings to each of these readers.

    Returns the time from which each of them may be told.  For somebody who has had enough, that is
    None, and nothing is counted; with ``later``, the last that they may be told waits until the
    first is an hour old.  The lock of the game, which the caller holds, keeps anybody from counting
    at the same time; what counts for all tables may in a race be one piece more.
    """
    keys = {reader: f"news:{game}:{cause}:{codec.text_digest(reader)[:32]}" for reader in readers}
    known = cache.get_many(keys.values())
    told: dict[str, datetime | None] = {}
    counted = {}
    for reader, key in keys.items():
        times = [time for time in known.get(key, ()) if time > now - PERIOD]
        most = MOST - 1 if later else MOST
        moment = now if len(times) < most else times[-most] + PERIOD
        told[reader] = moment if later or moment == now else None
        if told[reader] is not None:
            counted[key] = [*times, moment]
    cache.set_many(counted, timeout=int(2 * PERIOD.total_seconds()))
    return told
