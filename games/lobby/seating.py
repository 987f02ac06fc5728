"""Single seats: taken, kept for somebody, given back, played by a bot.

Owns which columns of a seat belong together.  The caller holds the table's lock and has
checked who asks.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils.crypto import constant_time_compare

from games.models import Game, Seat, User
from games.models.game import new_token
from games.outbox.queue import queue_email
from games.refusals import Closed, Missing, TableRefusal
from games.rulesets import registry

_FIELDS = ("user", "left_by", "bot", "name", "status", "kept_for", "invited_email",
           "invite_token")


def take(seat: Seat, user: User) -> None:
    """Puts a person into the seat; refuses one whose account is gone by now."""
    if not User.objects.select_for_update().filter(pk=user.pk).exists():
        raise TableRefusal("no-account", "Your account has just been deleted, so nobody can sit"
                           " down in your name. You can play as a guest, or sign in anew.")
    _fill(seat, user=user, name=_distinct(seat, user.shown_name), status=Seat.Status.TAKEN)


def take_by_bot(seat: Seat, bot: str) -> None:
    """Puts a bot into the seat, under the first of its names that nobody at the table has."""
    names = registry.get(seat.game.ruleset).ruleset.bots[bot].seat_names
    taken = {name.casefold() for name in seat.game.seats.values_list("name", flat=True)}
    name = next((name for name in names if name.casefold() not in taken), names[0])
    _fill(seat, bot=bot, name=_distinct(seat, name), status=Seat.Status.TAKEN)


def stand_in(seat: Seat, bot: str) -> None:
    """Lets a bot play on for a person; the seat keeps the person's name."""
    _fill(seat, left_by=seat.user, bot=bot, name=seat.name, status=Seat.Status.TAKEN)


def rename(seat: Seat, name: str) -> None:
    """Calls the seat something else; who sits there stays."""
    seat.name = _distinct(seat, name)
    seat.save(update_fields=["name"])


def vacate(seat: Seat) -> None:
    """Makes the seat free for anybody."""
    _fill(seat, status=Seat.Status.OPEN)


def keep(seat: Seat, email: str, *, now: datetime) -> None:
    """Keeps the seat for the reader of this address and writes him an invitation."""
    _fill(seat, status=Seat.Status.INVITED, invited_email=email, invite_token=new_token())
    known = User.objects.filter(email__iexact=email).first()
    queue_email("invitation", to=email, now=now, game=seat.game, seat=seat, user=known)


def keep_for(seat: Seat, user: User) -> None:
    """Keeps the seat for a person whose address nobody at the table needs to know."""
    _fill(seat, status=Seat.Status.INVITED, kept_for=user, invite_token=new_token())


def _distinct(seat: Seat, name: str) -> str:
    """The name, with the seat's colour when somebody at the table is called the same."""
    if not seat.game.seats.exclude(pk=seat.pk).filter(name__iexact=name).exists():
        return name
    return f"{name} ({registry.get(seat.game.ruleset).ruleset.colours[seat.index]})"


def _fill(seat: Seat, *, status: str, user: User | None = None, left_by: User | None = None,
          bot: str = "", name: str = "", kept_for: User | None = None, invited_email: str = "",
          invite_token: str = "") -> None:
    seat.user, seat.left_by, seat.bot, seat.name, seat.status = user, left_by, bot, name, status
    seat.kept_for, seat.invited_email, seat.invite_token = kept_for, invited_email, invite_token
    seat.save(update_fields=_FIELDS)


def held_by(game: Game, user: User) -> Seat | None:
    """The seat this person has at the table."""
    return game.seats.filter(user=user).first()


def kept_for(game: Game, user: User) -> Seat | None:
    """The seat kept for this person, or for their address."""
    return game.seats.filter(is_for(user), status=Seat.Status.INVITED).first()


def is_for(user: User) -> Q:
    """The seats that are kept for this person, or for their address."""
    own = Q(kept_for=user)
    return own | Q(invited_email__iexact=user.email) if user.email else own


def invitation(game: Game, *, user: User | None, token: str) -> Seat:
    """The seat an invitation is for, found by its token or by the person's address."""
    invited = game.seats.filter(status=Seat.Status.INVITED)
    found = next((seat for seat in invited if same(token, seat.invite_token)), None)
    if found is None and user is not None:
        found = kept_for(game, user)
    if found is None:
        raise Missing(
            "no-invitation", "This invitation is no longer open; ask for a new one to play along."
        )
    return found


def first_open(game: Game) -> Seat:
    """The first seat nobody has and nobody is invited to."""
    seat = game.seats.filter(status=Seat.Status.OPEN).order_by("index").first()
    if seat is None:
        raise Closed("full", "All seats at this table are taken; look for another in the lobby.")
    return seat


def same(given: str, wanted: str) -> bool:
    """Whether a token is the right one, in a time that tells nothing; "" never is."""
    return bool(wanted) and constant_time_compare(given, wanted)
