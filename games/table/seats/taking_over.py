"""Seats that people take over: a vacant seat by somebody else, or one's own from a bot.

A seat is vacant while a bot keeps it for somebody who has left.  Its player can take it back
whether or not it is offered, in the lobby or by a link, which ends the offer.  A successor begins
with a clean record and a full clock.  From then on the player before them has no part in the game
any more and sees what spectators see (``FormerPlayer`` remembers them).

Links in emails take one's own seat back without signing in, or give one more day for a turn
(R12).  Such a link gives access to one thing for one person at one seat, an extension also to one
turn only.  It ends with the game, when its reader leaves, and when they change their address (R13).
It is signed, so nothing is stored.  Opening it changes nothing; only its button does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.base import blocks, rate_limits, sealing
from games.base.refusals import Closed, Foreign, Missing, TableRefusal
from games.models import FormerPlayer, Game, LoggedMove, Seat, User
from games.models.game import new_token
from games.table.clocks import reliability
from games.table.play import outside_moves
from games.table.seats import seating
from games.table.seats.seating import Transition

NOT_FREE = gettext_noop("This seat is not free, or there is no such table. Its player may be back,"
                        " or somebody else may have taken it. Please look for another seat in the"
                        " lobby.")


MOVED = gettext_noop("You have changed your email address, so the links in emails to your old"
                     " address no longer work. Please sign in instead.")


def is_in_lobby(seat: Seat, *, now: datetime) -> bool:
    """Return whether the lobby offers this seat."""
    return seat.is_vacant and seat.offered_at is not None and seat.offered_at <= now


def find(seats: Iterable[Seat], index: int, *, token: str, now: datetime) -> Seat | None:
    """Return the seat with this index if it is offered to the holder of this token."""
    return next((seat for seat in seats if seat.index == index and seat.is_vacant and (
        is_in_lobby(seat, now=now) or seating.tokens_match(token, seat.takeover_token))), None)


def show_in_lobby(game: Game, *, by: User, seat: int, now: datetime) -> None:
    """Offer a vacant seat in the lobby from now on.

    Like the functions below, for the players of the table: refuses (Foreign) everybody else, and
    (Closed) a seat that is no longer vacant, or at a sealed table.
    """
    _change(game, by=by, seat=seat, offered_at=now)


def withdraw(game: Game, *, by: User, seat: int) -> None:
    """Take a vacant seat out of the lobby, and leave its link as it is."""
    _change(game, by=by, seat=seat, offered_at=None)


def make_link(game: Game, *, by: User, seat: int) -> None:
    """Make a link to a vacant seat, in place of an earlier one."""
    _change(game, by=by, seat=seat, takeover_token=new_token())


def revoke_link(game: Game, *, by: User, seat: int) -> None:
    """Make the link to a vacant seat stop working."""
    _change(game, by=by, seat=seat, takeover_token="")


@transaction.atomic
def _change(game: Game, *, by: User, seat: int, **columns: Any) -> None:
    locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    if seating.find_seat(locked, by) is None:
        raise Foreign("no-seat", _("Only the players at this table can offer its seats to others."))
    if locked.sealed:
        raise Closed("sealed", _("The same cards are played at other tables of this competition, so"
                                 " nobody else can take a seat here."))
    vacant = locked.seats.filter(index=seat).first()
    if locked.status != Game.Status.RUNNING or vacant is None or not vacant.is_vacant:
        raise Closed("not-vacant", _("No bot keeps this seat for somebody who has left, so it"
                                     " cannot be offered to others."))
    Transition.OFFER.change(vacant, **columns)


def take_over(game: Game, *, user: User, seat: int, now: datetime, token: str = "",
              beside: Collection[str] = ()) -> Seat:
    """Give a person the vacant seat with this index, which is offered in the lobby or to them.

    ``token`` is the one from the link.  Somebody who already has this seat keeps it.  Refuses
    (Closed) a seat that is not free and a game that is over, and (TableRefusal) people who play or
    have played another seat here, whose own seat it is, who come from the lobby and are not as
    reliable as the table's creator wants, or who take over many seats (TooOften).  ``beside`` are
    the names of people whom they block and know to be here.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        seats = list(locked.seats.select_related("user", "left_by"))
        held = next((each for each in seats if each.user_id == user.pk), None)
        if held is not None and held.index == seat:
            return held
        check_running(locked)
        if refusal := why_not(seats, user):
            raise refusal
        vacant = find(seats, seat, token=token, now=now)
        if vacant is None or is_hidden(seats, user):
            raise Closed("taken", _(NOT_FREE))
        if not seating.tokens_match(token, vacant.takeover_token):
            reliability.check(locked, user, now=now)
        blocks.check_beside(_people(seats), user, known=beside)
        rate_limits.count("successor", user.pk, now=now)
        seating.take_over(vacant, user, now=now)
    game.refresh_from_db()
    return vacant


def is_hidden(seats: Iterable[Seat], user: User | None) -> bool:
    """Return whether the vacant seats of a table are not for this person because of a block."""
    return blocks.shuts_out(_people(seats), user)


def _people(seats: Iterable[Seat]) -> list[int]:
    return [seat.user_id for seat in seats if seat.user_id]


def why_not(seats: list[Seat], user: User) -> TableRefusal | None:
    """Return why this person may not take over a seat with these others, or None.

    People who have played here have seen cards that only their own seat sees.
    """
    if any(seat.user_id == user.pk for seat in seats):
        return TableRefusal("has-seat", _("You have a seat at this table already, so you cannot"
                                          " take over another one."))
    if any(seat.is_vacant and seat.left_by_id == user.pk for seat in seats):
        return TableRefusal("own-seat", _("A bot keeps your own seat at this table. You can take"
                                          " it back on the table’s page."))
    if FormerPlayer.objects.filter(seat__in=seats, user=user).exists():
        return TableRefusal("has-played", _("You have played in this game before, so you cannot"
                                            " take over a seat in it. You can watch it."))
    return None


def check_running(game: Game) -> None:
    """Refuse (Closed) a game that is not running, in which nobody can take over a seat."""
    if game.status != Game.Status.RUNNING:
        raise Closed("over", _("This game is over, so nobody can take a seat any more. You can"
                               " watch its replay."))


def has_played(game: Game, user: User | None) -> bool:
    """Return whether this person once had a seat here that somebody else has taken over."""
    return user is not None and FormerPlayer.objects.filter(
        user=user, seat__game=game).exists()


def former_seat(game: Game, user: User | None) -> Seat | None:
    """Return the seat that this person could take back now, or None.

    Nobody plays two seats, so somebody who has a seat here cannot take another one back.
    """
    if user is None or game.status != Game.Status.RUNNING:
        return None
    seats = list(game.seats.filter(Q(user=user) | Q(left_by=user)).select_related("user"))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is not None:
        return own if own.to_move and own.stand_in else None
    return next((seat for seat in seats if seat.bot), None)


def take_back(game: Game, *, user: User, now: datetime) -> Seat:
    """Give a person their seat back, or the rest of a turn that a bot is about to play.

    Refuses (Closed) a game that is over, and (Foreign) somebody who has no seat to take back,
    for example because somebody else has taken it.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        check_running(locked)
        seat = former_seat(locked, user)
        if seat is None:
            raise Foreign("no-seat", _("You have no seat here that you could take back. Somebody"
                                       " else may have taken it."))
        seating.take_back(seat, user, now=now)
    game.refresh_from_db()
    return seat


EXTENSION, RETURN = "extension", "return"


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """The subject of a link: a game, one of its seats, and the person it was sent to."""

    game: Game
    seat: Seat
    user: User


def url(purpose: str, seat: Seat, user_id: int, *, to: str, since: int) -> str:
    """Return the absolute URL of a link in an email to the address ``to``.

    ``since`` is the turn that an extension is for, or the row of the log since which the reader can
    take their seat back.
    """
    subject = f"{seat.pk}-{user_id}-{since}-{_mark(to)}"
    token = sealing.seal(subject, label=_label(purpose))
    return f"{settings.BASE_URL}{reverse(f'{purpose}-link', kwargs={'token': token})}"


def open_link(purpose: str, token: str) -> OpenedLink:
    """Return the subject of a link.

    Refuses (Missing) a link that we did not sign, and (Closed) one that has ended.
    """
    try:
        seat_id, user_id, since, *marks = _unsealed(token, _label(purpose)).split("-")
        seat = Seat.objects.select_related("game").get(pk=seat_id)
        user = User.objects.get(pk=user_id, is_active=True)
    except (BadSignature, ValueError, Seat.DoesNotExist, User.DoesNotExist):
        raise Missing("no-link", _("This link does not lead anywhere. It may have been cut short;"
                                   " please copy it from the email again.")) from None
    if seat.game.status != Game.Status.RUNNING:
        raise Closed("over", _("The game is over, so this link no longer works."))
    # Emails of older versions do not say to which address they went.
    if (marks != [_mark(user.email or "")]) if marks else user.moved_at is not None:
        raise Closed("moved", _(MOVED))
    if purpose == RETURN and _has_left(seat, since=int(since)):
        raise Closed("left", _("You have left this game since we sent you this link, so it has"
                               " ended. As long as nobody else has the seat, you can sign in and"
                               " take it back on the game’s page."))
    if purpose == EXTENSION and (seat.user_id != user.pk or seat.game.turn != int(since)):
        raise Closed("turn-over", _("This turn is over, so its links no longer work. The email"
                                    " about your next turn will contain new ones."))
    return OpenedLink(seat.game, seat, user)


def _has_left(seat: Seat, *, since: int) -> bool:
    """Return whether the seat was left deliberately after row ``since`` of the log."""
    lost = LoggedMove.objects.filter(game=seat.game, seat=seat.index, number__gt=since,
                                     move=outside_moves.BOT_TAKES_SEAT)
    return lost.filter(actor=Transition.LEAVE.actor).exists()


def _mark(address: str) -> str:
    """Return a mark of an email address, from which nobody can tell the address."""
    return salted_hmac("games.seat-link-address", address.lower()).hexdigest()[:16]


def _label(purpose: str) -> str:
    return f"games.{purpose}-link"


def _unsealed(token: str, label: str) -> str:
    # Links in older emails are signed, but not sealed.
    return Signer(salt=label).unsign(token) if ":" in token else sealing.unseal(token, label=label)
