"""Company: from which networks and browsers members have acted, to tell who shares one.

A game of two people who use the same browser or network does not count, because they may be one
person.  A household may of course play.  Nothing is kept but keyed hashes of what a member acted
from, with the day, and not for long (``retention.SEEN``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.base import locks, retention, sealing
from games.models import SeenAt, User
from games.people.browsers import Seen

# Providers give many customers of theirs one address, and give an address to others after a while.
NETWORKS_WITHIN = timedelta(days=7)

Marks = Mapping[int, frozenset[str]]  # of browsers and networks, by the ids of people


def note(event: Seen) -> None:
    """Note from where a member acts: at most one row a day for each network and browser."""
    today = event.now.replace(hour=0, minute=0, second=0, microsecond=0)
    rows = [SeenAt(user=event.user, kind=kind, mark=mark, seen_at=today)
            for kind, mark in _marks(event)]
    if not rows:
        return
    with transaction.atomic():
        locks.lock_person(event.user)
        SeenAt.objects.bulk_create(rows, update_conflicts=True, update_fields=["seen_at"],
                                   unique_fields=["user", "kind", "mark"])


def marks_of(users: Iterable[User], *, now: datetime) -> Marks:
    """Return the marks of these users that count now, in one query."""
    rows = SeenAt.objects.filter(user__in=list(users), seen_at__gte=now - retention.SEEN)
    found = defaultdict(set)
    for row in rows:
        if row.kind == SeenAt.Kind.BROWSER or row.seen_at >= now - NETWORKS_WITHIN:
            found[row.user_id].add(row.mark)
    return {pk: frozenset(marks) for pk, marks in found.items()}


def marks_here(seen: Seen | None) -> frozenset[str]:
    """Return the marks of where somebody is now, whether or not they are noted."""
    return frozenset(mark for _kind, mark in _marks(seen)) if seen else frozenset()


def _marks(seen: Seen) -> list[tuple[str, str]]:
    found = ((SeenAt.Kind.NETWORK, seen.network), (SeenAt.Kind.BROWSER, seen.browser))
    return [(kind, sealing.fingerprint(f"{kind} {name}", label="seen at"))
            for kind, name in found if name]


def forget_old(now: datetime) -> int:
    """Forget what is too old to count, and return how many rows were."""
    return retention.delete_oldest(SeenAt.objects.filter(seen_at__lt=now - retention.SEEN),
                                   by="seen_at")


def exported(user: User) -> list[dict[str, Any]]:
    """Return on which days a member last acted from each network and browser."""
    return [{"kind": row.kind, "day": row.seen_at.date().isoformat()}
            for row in SeenAt.objects.filter(user=user).order_by("seen_at", "pk")]
