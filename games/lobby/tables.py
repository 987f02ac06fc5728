"""Tables before they run: made, filled with people and bots, started by themselves when full.

Owns who may sit where.  Every function checks and acts inside one transaction that holds the
table's lock: of two people racing for the last seat one gets it and one gets a sentence.
Leaving has a module of its own and is found here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games import rate_limits
from games.lobby import expiry, seating, starting, table_settings
from games.lobby.leaving import leave
from games.models import Game, Pace, Seat, User
from games.play import event_log
from games.play.bots import default_bot
from games.refusals import Closed, Foreign, Missing, TableRefusal

__all__ = [
    "accept", "cancel", "create_table", "decline", "fill_with_bots", "invite", "join", "keep_open",
    "leave", "play_now", "show_in_lobby", "withdraw",
]


def create_table(*, by: User, name: str = "", ruleset: str = "", board: str = "",
                 players: int, options: Mapping[str, Any] | None = None, bots: Sequence[str] = (),
                 listed: bool = False, pace: str = Pace.NONE, note: str = "",
                 invite_emails: Sequence[str] = (), now: datetime) -> Game:
    """A new table with its creator in the first seat; started at once when bots fill the rest.

    ``board`` names one of the ruleset's boards ("": the default one); ``bots`` names the bots of
    the last seats.  Refuses (TableRefusal, or the ruleset's own Illegal) and makes nothing when
    anything is wrong with it.
    """
    rules = table_settings.rules_named(ruleset)
    setup = table_settings.checked_setup(rules, board, players=players, options=options or {})
    emails = table_settings.checked_addresses(invite_emails, by=by)
    table_settings.checked_bots(rules, bots, free=players - 1 - len(emails))
    rate_limits.count("table", by.pk, now=now)
    game = Game(name=table_settings.checked_name(name, by=by), ruleset=rules.name,
                rules_version=rules.version, setup=event_log.setup_text(setup), listed=listed,
                pace=table_settings.checked_pace(pace), note=table_settings.checked_note(note),
                created_by=by, created_at=now, active_at=now)
    with transaction.atomic():
        game.save(force_insert=True)
        _lay_seats(game, by=by, players=players, bots=bots)
        for email in emails:
            _invite(seating.first_open(game), email, by=by, now=now)
        starting.start_if_full(game, now=now)
    return game


def play_now(by: User, *, players: int = 3, board: str = "", bots: Sequence[str] = (),
             options: Mapping[str, Any] | None = None, ruleset: str = "",
             now: datetime) -> Game:
    """A running game of one person, guest or member, against bots in all other seats."""
    rules = table_settings.rules_named(ruleset)
    filled = [*bots, *[default_bot(rules)] * (players - 1 - len(bots))]
    return create_table(by=by, name="A game against bots", ruleset=ruleset, board=board,
                        players=players, options=options, bots=filled, now=now)


def invite(game: Game, *, by: User, email: str, now: datetime) -> Seat:
    """Keeps an open seat for whoever reads mail at this address, and writes him an invitation."""
    (address,) = table_settings.checked_addresses([email], by=by)
    with transaction.atomic():
        locked = _open_table(game, by=by)
        if locked.seats.filter(invited_email=address).exists():
            raise TableRefusal("invited", f"{address} is invited to this table already.")
        seat = seating.first_open(locked)
        _invite(seat, address, by=by, now=now)
        expiry.touch(locked, now=now)
        return seat


def _invite(seat: Seat, address: str, *, by: User, now: datetime) -> None:
    rate_limits.count("invitation", by.pk, now=now)
    rate_limits.count("invited", address, now=now)
    seating.keep(seat, address, now=now)


def withdraw(game: Game, *, by: User, seat: int) -> None:
    """Takes an invitation back, so that the seat is open again."""
    with transaction.atomic():
        locked = _open_table(game, by=by)
        invited = locked.seats.filter(index=seat, status=Seat.Status.INVITED).first()
        if invited is None:
            raise TableRefusal("not-invited", "Nobody is invited to this seat; choose another one.")
        seating.vacate(invited)


def join(game: Game, *, user: User, now: datetime, token: str = "") -> Seat:
    """Seats somebody at a table of the lobby, or at any table whose link he has.

    Who sits there already keeps his seat.  A seat kept for his address is used first.
    """
    with transaction.atomic():
        locked = _locked(game)
        kept = seating.kept_for(locked, user)
        if not (seating.held_by(locked, user) or locked.listed or kept
                or seating.same(token, locked.invite_token)):
            raise Missing("no-table", "There is no such table; ask for a new link to it.")
        return _sit(locked, kept, user, now=now)


def accept(game: Game, *, user: User, now: datetime, token: str = "") -> Seat:
    """Takes the seat somebody was invited to, by his address or by the token in the mail."""
    with transaction.atomic():
        locked = _locked(game)
        held = seating.held_by(locked, user)
        return held or _sit(locked, seating.invitation(locked, user=user, token=token), user,
                            now=now)


def decline(game: Game, *, token: str = "", user: User | None = None) -> None:
    """Gives an invitation back: the seat is open for others."""
    with transaction.atomic():
        locked = _locked(game)
        seat = seating.invitation(locked, user=user, token=token)
        _check_open(locked)
        seating.vacate(seat)


def fill_with_bots(game: Game, *, by: User, now: datetime, seat: int | None = None) -> None:
    """Puts bots into all seats nobody has taken, or into this one; starts a table that is full."""
    with transaction.atomic():
        locked = _open_table(game, by=by)
        bot = default_bot(event_log.ruleset_of(locked))
        free = [one for one in locked.seats.exclude(status=Seat.Status.TAKEN)
                if seat in (None, one.index)]
        if not free:
            raise TableRefusal("taken", "This seat is taken already; choose one that is free.")
        for one in free:
            seating.take_by_bot(one, bot)
        expiry.touch(locked, now=now)
        starting.start_if_full(locked, now=now)
    game.refresh_from_db()


def show_in_lobby(game: Game, *, by: User, now: datetime) -> None:
    """Lists a table that waits, so that anybody may join and watch; there is no way back."""
    with transaction.atomic():
        locked = _open_table(game, by=by)
        locked.listed = True
        locked.save(update_fields=["listed"])
        expiry.touch(locked, now=now)
    game.refresh_from_db()


def cancel(game: Game, *, by: User, now: datetime) -> None:
    """Calls a table off that has not started."""
    with transaction.atomic():
        locked = _open_table(game, by=by)
        expiry.close(locked, now=now)
    game.refresh_from_db()


def keep_open(game: Game, *, by: User, now: datetime) -> None:
    """Lets a table that waits go on waiting (see ``expiry``)."""
    with transaction.atomic():
        expiry.touch(_open_table(game, by=by), now=now)
    game.refresh_from_db()


def _sit(game: Game, seat: Seat | None, user: User, *, now: datetime) -> Seat:
    """The person's seat: the one he has, or this one, or else the first open one."""
    held = seating.held_by(game, user)
    if held is not None:
        return held
    _check_open(game)
    seat = seat or seating.first_open(game)
    seating.take(seat, user)
    expiry.touch(game, now=now)
    starting.start_if_full(game, now=now)
    return seat


def _lay_seats(game: Game, *, by: User, players: int, bots: Sequence[str]) -> None:
    seats = [Seat.objects.create(game=game, index=index) for index in range(players)]
    seating.take(seats[0], by)
    for seat, bot in zip(seats[players - len(bots):], bots, strict=True):
        seating.take_by_bot(seat, bot)


def _locked(game: Game) -> Game:
    return Game.objects.select_for_update().get(pk=game.pk)


def _open_table(game: Game, *, by: User) -> Game:
    """The table, locked, if it has not started and this person made it."""
    locked = _locked(game)
    if locked.created_by_id != by.pk:
        raise Foreign("not-creator", "Only the player who made this table can do that; ask them.")
    _check_open(locked)
    return locked


def _check_open(game: Game) -> None:
    if game.status == Game.Status.CANCELLED:
        raise Closed("cancelled", "This table was cancelled; look for another one in the lobby.")
    if game.status != Game.Status.OPEN:
        raise Closed("started", "This game has started already; its seats cannot change any more.")
