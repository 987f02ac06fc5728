"""Quotas: how much email we take from one source within an hour.

The counts are in the database, because every gateway is a process of its own and needs the database
anyway.  An email beyond a quota is not lost: its gateway asks the other server to try again later.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from alexandros_rules import codec
from games.base import retention
from games.models import ReceivedVolume

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Quota:
    """The most emails within an hour, and the bytes after which no further email is taken."""

    emails: int
    size: int


QUOTAS = {
    "player": Quota(120, 60 * MEGABYTE),  # a player's own replies
    "stranger": Quota(30, 20 * MEGABYTE),  # to players, from any other address
    "strangers": Quota(60, 40 * MEGABYTE),  # all of those to one player
    "network": Quota(200, 100 * MEGABYTE),  # all but players' own replies
    "newcomer": Quota(10, 10 * MEGABYTE),  # to our desk, from one address
    "newcomers": Quota(30, 30 * MEGABYTE),  # the same, from one network
    "unplaced": Quota(100, 100 * MEGABYTE),  # the same, from networks that are unknown
    "newcomers at": Quota(60, 60 * MEGABYTE),  # the same, from addresses of one domain
    "bounces": Quota(300, 300 * MEGABYTE),  # to the address we send from; they are not stored
    "writer": Quota(3, 10 * MEGABYTE),  # people who write to the address we send from
    "writers": Quota(30, 100 * MEGABYTE),  # all of those
    "answered writer": Quota(1_000, MEGABYTE),  # never reached: the row is needed for its lock
}

Source = tuple[str, str]  # the name of a quota, and whom it counts


class OverQuota(Exception):
    """Too much email from one source within this hour; the email may come again later."""

    @property
    def is_for_nobody(self) -> bool:
        """Whether nobody would read that email, so that the sender need not repeat it."""
        return str(self) in ("writer", "writers")


def check(sources: Iterable[Source], *, now: datetime) -> None:
    """Raise OverQuota if one of these sources may send nothing more within this hour."""
    for name, who in sources:
        quota, row = QUOTAS[name], ReceivedVolume.objects.filter(
            source=_hashed(name, who), hour=_hour(now)).first()
        if row is not None and (row.emails >= quota.emails or row.size >= quota.size):
            raise OverQuota(name)


@transaction.atomic
def count(sources: Iterable[Source], *, size: int, now: datetime) -> None:
    """Count one email for all of these sources, or raise OverQuota and count nothing.

    Each row stays locked until the caller's transaction ends.
    """
    # In one order for all, so that two emails never wait for each other in a circle.
    for hashed, name in sorted((_hashed(name, who), name) for name, who in sources):
        quota = QUOTAS[name]
        row, _ = ReceivedVolume.objects.get_or_create(source=hashed, hour=_hour(now))
        free = ReceivedVolume.objects.filter(
            pk=row.pk, emails__lt=quota.emails, size__lt=quota.size)
        if not free.update(emails=F("emails") + 1, size=F("size") + size):
            raise OverQuota(name)


def forget_old(now: datetime) -> int:
    """Delete the counts of past days; return how many."""
    old = ReceivedVolume.objects.filter(hour__lt=now - retention.RECEIVED_VOLUME)
    return retention.delete_oldest(old, by="hour")


def network_of(address: str) -> str:
    """Return the network of an IP address; "" if it is private (our own) or not an address."""
    try:
        ip = ipaddress.ip_address(address.removeprefix("IPv6:"))
    except ValueError:
        return ""
    if ip.is_private:
        return ""
    return str(ipaddress.ip_network(f"{ip}/{24 if ip.version == 4 else 64}", strict=False))


def _hashed(name: str, who: str) -> str:
    return codec.text_digest(f"{name}:{who.lower()}")[:32]


def _hour(now: datetime) -> datetime:
    return now.replace(minute=0, second=0, microsecond=0)
