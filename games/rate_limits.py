"""Rate limits for emails, new tables, guest accounts and downloads.

Owns the limits and their sentences.  The caller says who is counted: a person, an email address
or a network.  Counts are kept in the cache; if it is down or has lost them, nobody is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from engine import codec
from games.refusals import TooOften

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """How many times something may be done in each period, and the refusal's sentence."""

    times: int
    period: timedelta
    sentence: str


LIMITS = {
    "guest": Limit(60, HOUR, "Very many games were begun here as a guest within the last hour. Sign"
                   " in with your mail address, or try again later."),
    "table": Limit(60, HOUR, "You have made very many tables within the last hour; please wait a"
                   " while before you make another."),
    "invitation": Limit(40, DAY, "You have sent very many invitations today. Share the table’s link"
                        " instead, or invite on tomorrow."),
    "invited": Limit(10, DAY, "This address has got very many invitations today, so it gets no"
                     " more; send your friend the table’s link instead."),
    "new address": Limit(10, DAY, "You have asked for very many codes today. Please try again"
                         " tomorrow."),
    "proof": Limit(5, HOUR, "We have sent several codes to this address within the last hour."
                   " Please use the newest one, or try again later."),
    "download": Limit(10, HOUR, "You have downloaded your data several times within the last hour."
                      " Please try again later."),
    "test mail": Limit(5, HOUR, "Several test mails are on their way already; look for them first,"
                       " and try again in an hour."),
}


def count(what: str, who: object, *, now: datetime) -> None:
    """Counts one more action of ``who``; refuses (TooOften) beyond the limit for this period.

    The cache key holds only a hash of ``who``, so that the cache contains no email addresses.
    """
    limit = LIMITS[what]
    seconds = int(limit.period.total_seconds())
    hashed = codec.text_digest(str(who))[:32]
    key = f"limit:{what.replace(' ', '-')}:{hashed}:{int(now.timestamp()) // seconds}"
    cache.add(key, 0, seconds)
    try:
        times = cache.incr(key)
    except ValueError:  # the key expired between these two calls
        return
    if times > limit.times:
        raise TooOften("too-often", limit.sentence)
