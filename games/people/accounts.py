"""Accounts: guests, members, names, addresses, and merging a guest into a member's account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.base import events, locks, retention, web_addresses
from games.base.refusals import TableRefusal
from games.models import (
    EmailPreferences,
    FormerPlayer,
    Game,
    IncomingEmail,
    OutgoingEmail,
    PlayingHours,
    Seat,
    Session,
    TurnTiming,
    User,
    Vacation,
)
from games.models.user import NAME_LENGTH
from games.people import handles
from games.table.clocks import playing_hours, seat_clocks
from games.table.seats import seating
from games.table.talk import conversations


@dataclass(frozen=True, slots=True)
class AddressChanged:
    """A member has changed their address, which was ``old`` until now."""

    user: User
    old: str
    now: datetime


@dataclass(frozen=True, slots=True)
class GuestMerged:
    """The event that everything of a guest is a member's now; the guest may be deleted next."""

    guest: User
    user: User


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The event that somebody has signed in, in a browser that had this session before."""

    user: User
    session: Any
    now: datetime


def merge_calendars(guest: User, user: User, *, now: datetime) -> None:
    """Give the member the guest's calendar if they have none, and the timings of their turns.

    Must be called once the seats are moved.  Timings in games where the guest keeps a seat stay.
    The clocks of all the member's seats then run by one calendar: their own.
    """
    if not _has_calendar(user):
        _copy(PlayingHours.objects.filter(user=guest), user)
        _copy(Vacation.objects.filter(user=guest), user)
        if playing_hours.knows_zone(guest):
            EmailPreferences.objects.update_or_create(
                user=user, defaults={"time_zone": playing_hours.zone_of(guest)})
    kept = Seat.objects.filter(user=guest).values("game_id")
    TurnTiming.objects.filter(user=guest).exclude(game_id__in=kept).update(user=user)
    seat_clocks.refresh_for([user.pk], now=now)


def _has_calendar(user: User) -> bool:
    return playing_hours.knows_zone(user) or Vacation.objects.filter(user=user).exists()


def _copy(rows: QuerySet[PlayingHours] | QuerySet[Vacation], user: User) -> None:
    """Store the same rows for somebody else; the guest may go on playing with theirs."""
    for row in rows:
        row.pk, row.user = None, user
        row.save(force_insert=True)


INVITED = "signed_in_by_invitation"  # session key: no code has proved the user's address yet


def create_guest(now: datetime) -> User:
    """Create a guest, who plays without an address; only their session identifies them."""
    return User.objects.create_guest(date_joined=now)


def member(email: str, *, now: datetime) -> User:
    """Return the member with this address, creating the account if there is none.

    A new member can do nothing until they have entered the code emailed to them; if they never
    do, ``forget_unused`` deletes the account.
    """
    address = User.objects.normalize_email(email)
    try:
        with transaction.atomic():
            return (User.objects.filter(email=address).first()
                    or User.objects.create_user(address, date_joined=now))
    except IntegrityError:  # somebody else has just entered the address
        return User.objects.get(email=address)


def is_unused(user: User) -> bool:
    """Return whether nobody has signed in to the account or played with it.

    An operator's account never counts as unused.
    """
    return (
        user.last_login is None and not (user.is_staff or user.is_superuser)
        and not any(having.exists() for having in (
            user.seats, user.seats_left, user.seats_lost, user.created_games))
    )


def prove(user: User, *, now: datetime) -> None:
    """Note that somebody reads the emails to a member's address, as if they had signed in.

    Ends the sessions that a forwarded invitation may have started.
    """
    if user.last_login is None:
        user.last_login = now
        user.save(update_fields=["last_login"])
        end_invited_sessions(user)


def end_invited_sessions(user: User, *, but: str | None = None) -> None:
    """End the user's sessions that an invitation link started, except the one with key ``but``.

    Such a link may have been forwarded to somebody else.
    """
    for session in Session.objects.filter(person=user.pk).exclude(session_key=but):
        if session.get_decoded().get(INVITED):
            session.delete()


@transaction.atomic
def choose_reviews(user: User, *, wanted: bool) -> None:
    """Store whether the user's moves may be judged in reviews."""
    user.wants_reviews = wanted
    user.save(update_fields=["wants_reviews"])


def fit_name(text: str) -> str:
    """Return a name on one line; refuse (TableRefusal) one that others must not see."""
    name = " ".join(text.split())
    if len(name) > NAME_LENGTH:
        raise TableRefusal("name", _("Please choose a name of at most %(most)s letters.") % {
            "most": NAME_LENGTH})
    if not name.isprintable():
        raise TableRefusal("name", _("Please use letters, digits and punctuation only."))
    if web_addresses.contains(name):
        raise TableRefusal("name", web_addresses.sentence())
    return name


def rename(user: User, name: str, *, now: datetime) -> None:
    """Change the user's name, including at tables that have not started.

    Running games keep the old name, unless the user had chosen none until now.  Refuses
    (TableRefusal) a name that is not to be had (``handles``).
    """
    had_name = user.has_chosen_name
    if not user.is_guest:
        handles.change(user, name, now=now)
    else:
        _name_guest(user, name)
    _show_name(user, had_name=had_name)


def take_name(user: User, name: str) -> None:
    """Give a person without a chosen name this one, or a member the next best one.

    Does nothing for anybody else.  Refuses (TableRefusal) guests a reserved or a member's name.
    """
    if not name or user.has_chosen_name:
        return
    if user.is_guest:
        _name_guest(user, name)
    else:
        handles.take_like(user, name)
    _show_name(user, had_name=False)


def _name_guest(guest: User, name: str) -> None:
    """Store the name that a guest wants; refuse (TableRefusal) one that belongs to another."""
    handles.check_guest(name)
    guest.name = name
    guest.save(update_fields=["name"])


@transaction.atomic
def lose_name(user: User) -> None:
    """Give a member a drawn name instead of theirs, everywhere that others see it."""
    locks.lock_tables_and_person(user)
    handles.take_like(user, "")
    for seat in Seat.objects.filter(pk__in=seating.ever_of(user)).select_related("game"):
        if user.pk in (seat.user_id, seat.left_by_id):
            seating.rename(seat, user.shown_name)
    FormerPlayer.objects.filter(user=user).update(name=user.shown_name)


def _show_name(user: User, *, had_name: bool) -> None:
    """Show the user's name at tables that have not started and, if it is their first, in games."""
    running = [] if had_name else [Game.Status.RUNNING]
    seats = Seat.objects.filter(user=user, game__status__in=[Game.Status.OPEN, *running])
    for seat in seats.select_related("game"):
        seating.rename(seat, user.shown_name)


def change_address(user: User, email: str, *, now: datetime) -> None:
    """Change a member's address to one they have just proved, and notify the old address.

    Refuses (TableRefusal) an address that belongs to another account, unless nobody has ever
    signed in to that account; then it is deleted.
    """
    new, old = User.objects.normalize_email(email), user.email or ""
    try:
        with transaction.atomic():
            _without_games().filter(email=new).delete()
            user.email, user.moved_at = new, now
            user.save(update_fields=["email", "moved_at"])
            events.publish(AddressChanged(user, old, now))
    except IntegrityError:
        user.email = old
        raise TableRefusal(
            "address-taken", _("This address belongs to another account. Sign in with it to use"
                               " that account, or choose a different address.")
        ) from None


def addresses_of(user: User) -> set[str]:
    """Return the user's address and their former ones, except those that others have now."""
    used = OutgoingEmail.objects.filter(user=user).values_list("to", flat=True).distinct()
    addresses = {to.lower() for to in (*used, user.email or "")} - {""}
    others = User.objects.exclude(pk=user.pk).filter(email__in=addresses)
    return addresses - {email for email in others.values_list("email", flat=True) if email}


def messages_of(user: User, addresses: set[str]) -> QuerySet[Any]:
    """Return the ids of the emails that the user has sent us, from these addresses or any other.

    A subquery of several parts, because each of them finds its rows by an index.
    """
    parts = Q(token__user=user), Q(replied_to__user=user), Q(sender__in=addresses)
    first, *rest = (IncomingEmail.objects.filter(part).order_by().values("pk") for part in parts)
    return first.union(*rest)


@transaction.atomic
def merge_guest(guest: User, user: User, *, now: datetime) -> int:
    """Move everything that is the guest's to the account, from seats to solved puzzles.

    Returns how many seats were moved.

    An account without a name takes the guest's name, and one without a calendar their calendar.
    If the user plays or has played in the same game, the guest keeps their seat there, so that
    nobody plays two hands.  A guest without any seats left is deleted.
    """
    if not guest.is_guest or user.is_guest or guest.pk == user.pk:
        return 0
    locks.lock_tables_of([guest.pk, user.pk])
    locks.lock_people(User.objects.filter(pk__in=[guest.pk, user.pk]))
    seat_clocks.settle([guest.pk, user.pk], now=now)  # the past counts by the calendars until now
    taken = set(Seat.objects.filter(pk__in=seating.ever_of(user)).order_by()
                .values_list("game_id", flat=True))
    seats = Seat.objects.filter(user=guest).exclude(game_id__in=taken)
    take_name(user, guest.name)
    if not guest.wants_reviews:
        choose_reviews(user, wanted=False)
    for seat in seats.filter(name__in=(guest.shown_name, "")).select_related("game"):
        seating.rename(seat, user.shown_name)
    moved = seats.update(user=user)
    Seat.objects.filter(left_by=guest).exclude(game_id__in=taken).update(left_by=user)
    FormerPlayer.objects.filter(user=guest).update(user=user)
    Seat.objects.filter(kept_for=guest).exclude(game_id__in=taken).update(kept_for=user)
    Game.objects.filter(created_by=guest).update(created_by=user)
    OutgoingEmail.objects.filter(user=guest).update(user=user)
    merge_calendars(guest, user, now=now)
    conversations.move(guest, to=user)
    events.publish(GuestMerged(guest, user))
    if not Seat.objects.filter(user=guest).exists():
        guest.delete()
    return moved


def forget_unused(now: datetime) -> int:
    """Delete accounts whose address was entered but never proved; return how many.

    An account that has games is kept, and checked again after the same period.
    """
    old = _never_signed_in().annotate(since=Coalesce("kept_at", "date_joined")).filter(
        since__lt=now - retention.UNPROVED_ACCOUNTS)
    ids = list(old.order_by("since").values_list("pk", flat=True)[:retention.BATCH])
    if not ids:
        return 0
    _all, deleted = _without_games().filter(pk__in=ids).delete()
    User.objects.filter(pk__in=ids).update(kept_at=now)
    return deleted.get(User._meta.label, 0)


def _never_signed_in() -> QuerySet[User]:
    """Return accounts to which nobody has ever signed in."""
    return User.objects.filter(last_login=None, is_guest=False, is_staff=False, owner=None)


def _without_games() -> QuerySet[User]:
    """Return the accounts among these that have no games."""
    person = OuterRef("pk")
    return _never_signed_in().exclude(
        Exists(Seat.objects.filter(user=person))).exclude(
        Exists(Seat.objects.filter(left_by=person))).exclude(
        Exists(FormerPlayer.objects.filter(user=person))).exclude(
        Exists(Game.objects.filter(created_by=person)))


def forget_sessions(now: datetime) -> int:
    """Delete expired sessions; return how many."""
    return retention.delete_oldest(Session.objects.filter(expire_date__lt=now), by="expire_date")
