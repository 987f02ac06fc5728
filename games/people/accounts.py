"""People coming in: guests who play at once, members made at their first login, names, merging.

Owns what happens to somebody's seats when he turns out to be somebody already known.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from games.lobby import seating
from games.models import Game, OutgoingEmail, Seat, Session, User
from games.outbox import bounces
from games.outbox.queue import queue_email
from games.refusals import TableRefusal

UNUSED_AFTER = timedelta(days=1)
INVITED = "signed_in_by_invitation"  # in a session: no code has proved whose it is


def create_guest(now: datetime) -> User:
    """Somebody who plays without an address; his session is all that knows him."""
    return User.objects.create_guest(date_joined=now)


def member(email: str, *, now: datetime) -> User:
    """The member with this address, made when nobody has it yet.

    A new one can do nothing before the code mailed to him is typed in, and is forgotten
    by ``forget_unused`` if that never happens.
    """
    user, _ = User.objects.get_or_create(
        email=User.objects.normalize_email(email),
        defaults={"date_joined": now, "password": make_password(None)},
    )
    return user


def is_unused(user: User) -> bool:
    """Whether nobody has ever played or signed in with this account, nor may do more than play."""
    return (
        user.last_login is None and not (user.is_staff or user.is_superuser)
        and not user.seats.exists() and not user.created_games.exists()
    )


def end_invited_sessions(user: User, *, but: str | None = None) -> None:
    """Ends the sessions that an invitation's link began for this person, except session ``but``.

    Such a link may have been forwarded.
    """
    for session in Session.objects.filter(person=user.pk).exclude(session_key=but):
        if session.get_decoded().get(INVITED):
            session.delete()


@transaction.atomic
def rename(user: User, name: str) -> None:
    """Calls the person something else, at once at tables that have not started.

    A game that runs keeps the names it began with, but for one who had none yet.
    """
    begun = [] if user.name else [Game.Status.RUNNING]
    user.name = name
    user.save(update_fields=["name"])
    seats = Seat.objects.filter(user=user, game__status__in=[Game.Status.OPEN, *begun])
    for seat in seats.select_related("game"):
        seating.rename(seat, name)


def change_address(user: User, email: str, *, now: datetime) -> None:
    """Gives a member another address, which they have proved, and tells the old one.

    Refuses (TableRefusal) an address that belongs to somebody else.  An account nobody has ever
    signed in to gives way: this person has just proved that its address is theirs.
    """
    new, old = User.objects.normalize_email(email), user.email or ""
    try:
        with transaction.atomic():
            _unproved().filter(email=new).delete()
            user.email = new
            user.save(update_fields=["email"])
            queue_email("moved", to=old, user=user, now=now)
            bounces.clear_bounce(new)
    except IntegrityError:
        user.email = old
        raise TableRefusal(
            "address-taken", "This address belongs to another account. Sign in with it to use that"
            " account, or choose a different address."
        ) from None


def addresses_of(user: User) -> set[str]:
    """The person's address and those they had before, unless somebody else has them by now."""
    told = OutgoingEmail.objects.filter(user=user).values_list("to", flat=True).distinct()
    known = {to.lower() for to in (*told, user.email or "")} - {""}
    others = User.objects.exclude(pk=user.pk).filter(email__in=known)
    return known - {email for email in others.values_list("email", flat=True) if email}


@transaction.atomic
def merge_guest(guest: User, user: User) -> int:
    """Hands the guest's seats and tables to the account; returns how many seats moved.

    An account without a name takes the guest's.  Where the account already sits at the same
    table, the guest keeps his seat: nobody plays two hands.  A guest without seats left is
    forgotten.
    """
    if not guest.is_guest or user.is_guest or guest.pk == user.pk:
        return 0
    taken = Seat.objects.filter(user=user).values("game_id")
    seats = Seat.objects.filter(user=guest).exclude(game_id__in=taken)
    if not user.name and guest.name:
        user.name = guest.name
        user.save(update_fields=["name"])
    for seat in seats.filter(name__in=(guest.shown_name, "")).select_related("game"):
        seating.rename(seat, user.shown_name)
    moved = seats.update(user=user)
    Seat.objects.filter(left_by=guest).update(left_by=user)
    Seat.objects.filter(kept_for=guest).exclude(game_id__in=taken).update(kept_for=user)
    Game.objects.filter(created_by=guest).update(created_by=user)
    OutgoingEmail.objects.filter(user=guest).update(user=user)
    if not Seat.objects.filter(user=guest).exists():
        guest.delete()
    return moved


def forget_unused(now: datetime) -> int:
    """Forgets addresses somebody typed at the login but never proved; returns how many."""
    return _unproved().filter(date_joined__lt=now - UNUSED_AFTER).delete()[0]


def _unproved() -> QuerySet[User]:
    """Accounts nobody has ever signed in to."""
    new = Q(last_login=None, is_guest=False, is_staff=False)
    return User.objects.filter(new, seats=None, created_games=None)


def forget_sessions(now: datetime) -> int:
    """Forgets the browsers that have not been here for so long that they are no longer known."""
    return Session.objects.filter(expire_date__lt=now).delete()[0]
