"""Locks of rows, in the one order in which transactions take them: games, then people.

Both are locked by ascending id.  All other rows belong to a game or to a person, or to both, and
whoever changes them has locked one of these first.  So no two transactions wait for each other, and
an account is deleted either before or after anything else that its owner does (R30).

The locks leave a row's key alone (FOR NO KEY UPDATE).  Otherwise everybody who stores a row that
refers to a game or a person would have to wait for them, in an order that nobody has chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.base.refusals import TableRefusal
from games.models import FormerPlayer, Game, Seat, User

DEADLOCK = "40P01"  # PostgreSQL's code
ATTEMPTS = 3  # at locking everything that a person has to do with


def is_deadlock(error: OperationalError) -> bool:
    """Return whether PostgreSQL has ended this transaction because two waited for each other."""
    return getattr(error.__cause__, "sqlstate", "") == DEADLOCK


def lock_tables_of(user_ids: Iterable[int]) -> list[Game]:
    """Lock and return every game that these people have created or have ever played in.

    And every table to which they are invited: whoever has been deleted frees the seat there.
    """
    return _lock_games(_tables_of(user_ids))


def _lock_games(ids: QuerySet[Any]) -> list[Game]:
    locked = Game.objects.select_for_update(no_key=True).filter(pk__in=ids)
    return list(locked.order_by("pk"))


def _tables_of(user_ids: Iterable[int]) -> QuerySet[Any]:
    """Return the ids of these games; a subquery of several parts, each of which has an index."""
    ids = list(user_ids)
    own = Game.objects.filter(created_by__in=ids).order_by().values("pk")
    # Those that go on from an imported game do not name it any more once it is deleted.
    going_on = Game.objects.filter(origin__imported=True, origin__created_by__in=ids).order_by()
    lost = FormerPlayer.objects.filter(user__in=ids).values("seat")
    addresses = User.objects.filter(pk__in=ids, email__gt="").values("email")
    return own.union(going_on.values("pk"), *(seats.order_by().values("game") for seats in (
        Seat.objects.filter(user__in=ids), Seat.objects.filter(left_by__in=ids),
        Seat.objects.filter(pk__in=lost), Seat.objects.filter(kept_for__in=ids),
        Seat.objects.filter(invited_email__in=addresses))))


def lock_tables_and_person(user: User, *, codes: Collection[str] = (),
                           addresses: Collection[str] = (),
                           with_bots: bool = False) -> list[Game]:
    """Lock a person and before them all their games, which are returned; nobody can add one then.

    Also locks the games with these codes, the people with these email addresses, and perhaps the
    person's bots with their games.  Refuses (TableRefusal) somebody who takes seats elsewhere, or
    is invited, again and again.
    """
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():  # rolled back, its locks are free for the right order
                return _lock_together(user, codes, addresses, with_bots=with_bots)
        except _Another:
            continue
    raise TableRefusal("moment", _("You took a seat at a table, or were invited to one, at this"
                                   " very moment, so nothing was changed. Please try again."))


class _Another(Exception):
    """While we waited for the locks, the person came to another table."""


def _lock_together(user: User, codes: Collection[str], addresses: Collection[str], *,
                   with_bots: bool) -> list[Game]:
    bots = _bots_of(user) if with_bots else []
    named = Game.objects.filter(code__in=codes).order_by().values("pk")
    tables = _tables_of([user.pk, *bots])
    games = _lock_games(tables.union(named) if codes else tables)
    if addresses or bots:
        lock_people(User.objects.filter(Q(pk__in=[user.pk, *bots]) | Q(email__in=addresses)))
    lock_person(user)
    if Game.objects.filter(pk__in=tables).exclude(
            pk__in=[game.pk for game in games]).exists():
        raise _Another
    if with_bots and _bots_of(user) != bots:
        raise _Another
    return games


def _bots_of(user: User) -> list[int]:
    return list(User.objects.filter(owner=user).order_by("pk").values_list("pk", flat=True))


def lock_people(people: QuerySet[User]) -> list[int]:
    """Lock these people, and return the ids of those whose accounts are still there."""
    return list(people.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))


def lock_person(user: User) -> None:
    """Lock a person and read them anew; refuse (TableRefusal) one who has just been deleted.

    Whoever reads their name afterwards reads the present one.
    """
    try:
        user.refresh_from_db(from_queryset=User.objects.select_for_update(no_key=True))
    except User.DoesNotExist:
        raise TableRefusal("no-account", _("Your account has just been deleted, so nothing was"
                                           " changed. You can play as a guest, or sign in"
                                           " again.")) from None
