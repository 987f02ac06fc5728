"""Changes to a single seat: taken, reserved for somebody, vacated or played by a bot.

Owns which columns of a seat belong together.  The caller holds the table's lock and has
checked permissions.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import chain, count
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.base import events
from games.base.refusals import Closed, Missing, TableRefusal
from games.models import FormerPlayer, Game, Seat, User
from games.models.game import NAME_LENGTH, new_token
from games.rulesets import registry
from games.table.events import SeatChange, SeatChanged

_FIELDS = ("user", "left_by", "left_at", "offered_at", "takeover_token", "bot", "name", "status",
           "kept_for", "invited_email", "invite_token")


def take(seat: Seat, user: User) -> None:
    """Seats a person; refuses one whose account has been deleted in the meantime."""
    _lock_person(user)
    name = _unique_name(seat, user.shown_name)
    _set_occupant(seat, user=user, name=name, status=Seat.Status.TAKEN)


def _lock_person(user: User) -> None:
    if not User.objects.select_for_update().filter(pk=user.pk).exists():
        raise TableRefusal("no-account", _("Your account has just been deleted, so nobody can take"
                                           " a seat in your name. You can play as a guest, or"
                                           " sign in again."))


def take_by_bot(seat: Seat, bot: str) -> None:
    """Seats a bot under the first of its names that nobody else at the table has."""
    names = registry.get(seat.game.ruleset).ruleset.bots[bot].seat_names
    taken = {name.casefold() for name in seat.game.seats.values_list("name", flat=True)}
    name = next((name for name in names if name.casefold() not in taken), names[0])
    _set_occupant(seat, bot=bot, name=_unique_name(seat, name), status=Seat.Status.TAKEN)


def replace_by_bot(seat: Seat, bot: str, *, now: datetime,
                   offered_at: datetime | None = None) -> None:
    """Lets a bot take over from a person; the seat keeps the person's name.

    ``offered_at`` is from when on the lobby offers the seat to others (None: not by itself).
    """
    _set_occupant(seat, left_by=seat.user, left_at=now, offered_at=offered_at, bot=bot,
                  name=seat.name, status=Seat.Status.TAKEN)


def take_back(seat: Seat, user: User) -> None:
    """Seats the person who left the seat to a bot; the seat keeps its name."""
    _set_occupant(seat, user=user, name=seat.name, status=Seat.Status.TAKEN)


def take_over(seat: Seat, user: User, *, now: datetime) -> FormerPlayer:
    """Seats a person in place of the one who left the seat to a bot; returns that one.

    To be called just before the row of the log that says so.
    """
    _lock_person(user)
    former = FormerPlayer.objects.create(seat=seat, user=seat.left_by, name=seat.name,
                                         number=seat.game.number + 1, replaced_at=now)
    name = _unique_name(seat, user.shown_name)
    _set_occupant(seat, user=user, name=name, status=Seat.Status.TAKEN)
    return former


def rename(seat: Seat, name: str) -> None:
    """Changes the name of the seat, not who sits there."""
    seat.name = _unique_name(seat, name)
    seat.save(update_fields=["name"])


def vacate(seat: Seat) -> None:
    """Makes the seat open for anybody."""
    _set_occupant(seat, status=Seat.Status.OPEN)


def reserve_for_address(seat: Seat, email: str, *, now: datetime) -> None:
    """Reserves the seat for the owner of this email address and invites them.

    Locks the owner's account, so that it is deleted either before or after this transaction.
    """
    email = User.objects.normalize_email(email)
    _set_occupant(seat, status=Seat.Status.INVITED, invited_email=email, invite_token=new_token())
    user = User.objects.select_for_update().filter(email=email).first()
    events.publish(SeatChanged(game=seat.game, seat=seat, change=SeatChange.INVITED, now=now,
                               user=user, to=email))


def reserve_for_user(seat: Seat, user: User) -> None:
    """Reserves the seat for a person whose email address stays private."""
    _set_occupant(seat, status=Seat.Status.INVITED, kept_for=user, invite_token=new_token())


def _unique_name(seat: Seat, name: str) -> str:
    """The name, unless somebody else at the table has it or a former player had it.

    Then the seat's colour follows, and a number if that name has been used as well.  It always
    fits into the column; a name that is too long for what follows it is cut off.
    """
    used = set()
    for pk, present, former in seat.game.seats.values_list("pk", "name", "former_players__name"):
        used |= {(former or "").casefold(), "" if pk == seat.pk else present.casefold()}
    return next(each for each in _names(seat, name) if each.casefold() not in used)


def _names(seat: Seat, name: str) -> Iterator[str]:
    """The name alone, with the seat's colour, and with the colour and a number from 2 on."""
    colour = registry.get(seat.game.ruleset).ruleset.colours[seat.index]
    numbered = (f" ({colour} {number})" for number in count(2))
    for addition in chain(("", f" ({colour})"), numbered):
        yield name[:NAME_LENGTH - len(addition)] + addition


def _set_occupant(seat: Seat, *, status: str, user: User | None = None, left_by: User | None = None,
          left_at: datetime | None = None, offered_at: datetime | None = None, bot: str = "",
          name: str = "", kept_for: User | None = None, invited_email: str = "",
          invite_token: str = "") -> None:
    seat.user, seat.bot, seat.name, seat.status = user, bot, name, status
    seat.left_by, seat.left_at, seat.offered_at = left_by, left_at, offered_at
    seat.takeover_token = ""
    seat.kept_for, seat.invited_email, seat.invite_token = kept_for, invited_email, invite_token
    seat.save(update_fields=_FIELDS)


def find_seat(game: Game, user: User) -> Seat | None:
    """The seat this person has at the table; None if they have none."""
    return game.seats.filter(user=user).first()


def ever_of(user: User) -> QuerySet[Any]:
    """The ids of the seats that this person has, has left to a bot or has lost.

    A subquery of several parts, because each of them finds its rows by an index; a condition
    with OR over several tables reads all seats.
    """
    own = [Seat.objects.filter(user=user), Seat.objects.filter(left_by=user)]
    lost = FormerPlayer.objects.filter(user=user).order_by().values("seat")
    first, *rest = (seats.order_by().values("pk") for seats in own)
    return first.union(*rest, lost, all=True)


def find_reserved_seat(game: Game, user: User) -> Seat | None:
    """The seat reserved for this person or their email address; None if there is none."""
    return game.seats.filter(reserved_for(user), status=Seat.Status.INVITED).first()


def reserved_for(user: User) -> Q:
    """A filter for the seats reserved for this person or their email address."""
    by_user = Q(kept_for=user)
    if not user.email:
        return by_user
    return by_user | Q(invited_email=User.objects.normalize_email(user.email))


def get_invited_seat(game: Game, *, user: User | None, token: str) -> Seat:
    """The seat of an invitation, found by its token or by the person it is for."""
    invited = game.seats.filter(status=Seat.Status.INVITED)
    seat = next((seat for seat in invited if tokens_match(token, seat.invite_token)), None)
    if seat is None and user is not None:
        seat = find_reserved_seat(game, user)
    if seat is None:
        raise Missing("no-invitation", _("This invitation is no longer open. Ask for a new one if"
                                         " you want to play."))
    return seat


def first_open(game: Game) -> Seat:
    """The first open seat; refuses (Closed) a full table."""
    seat = game.seats.filter(status=Seat.Status.OPEN).order_by("index").first()
    if seat is None:
        raise Closed("full", _("All seats at this table are taken. Look for another table in the"
                               " lobby."))
    return seat


def tokens_match(given: str, expected: str) -> bool:
    """Whether a token is the expected one, compared in constant time; "" never matches."""
    return bool(expected) and constant_time_compare(given, expected)
