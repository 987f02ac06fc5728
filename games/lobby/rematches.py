"""The same people once more: one rematch for each finished game, whoever asks first.

Owns what a rematch takes over from the game before it, and for whom its seats are kept.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction

from engine.ruleset import Ruleset
from games import rate_limits
from games.lobby import seating, starting, tables
from games.lobby.table_settings import NAME_LENGTH
from games.models import Game, Seat, User
from games.outbox.queue import queue_email
from games.play import bots, event_log
from games.refusals import Closed, Foreign, TooOften

_NUMBERED = re.compile(r"(.*) \((\d{1,4})\)", re.DOTALL)


def of(game: Game) -> Game | None:
    """The rematch of this game; None when nobody has asked for one, or it was cancelled."""
    again = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED)
    return again.select_related("created_by").first()


def ask(game: Game, *, by: User, now: datetime) -> Game:
    """The rematch, with this player at it: made for the first who asks, joined by the others.

    It starts when everybody has come, at once when all others are bots.  Refuses (Foreign)
    those who had no seat, and (Closed) as long as the game is not over.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update().get(pk=game.pk)
        if seating.held_by(locked, by) is None:
            raise Foreign("no-seat", "Only the players of this game can start a rematch.")
        if locked.status != Game.Status.OVER:
            raise Closed("not-over", "This game is not over yet; finish it first.")
        again = of(locked)
        if again is None:
            return _make(locked, by=by, now=now)
        tables.join(again, user=by, token=again.invite_token, now=now)
        again.refresh_from_db()
        return again


def _make(old: Game, *, by: User, now: datetime) -> Game:
    """A table like the old one; the caller holds the old one's lock."""
    rate_limits.count("table", by.pk, now=now)
    Game.objects.filter(rematch_of=old).update(rematch_of=None)  # one that was cancelled
    rules = event_log.ruleset_of(old)
    game = Game.objects.create(
        name=next_name(old.name), ruleset=old.ruleset, rules_version=rules.version,
        setup=old.setup, listed=old.listed, pace=old.pace, rematch_of=old, created_by=by,
        note=old.note if old.created_by_id == by.pk else "", created_at=now, active_at=now,
    )
    _lay_seats(old, game, by=by, rules=rules, now=now)
    starting.start_if_full(game, now=now)
    return game


def _lay_seats(old: Game, game: Game, *, by: User, rules: Ruleset, now: datetime) -> None:
    """The same people and bots in the same seats; nobody where somebody's account is gone."""
    before = sorted(old.seats.select_related("user"), key=lambda seat: bool(seat.bot))
    seats = {seat.pk: Seat.objects.create(game=game, index=seat.index) for seat in before}
    for seat in before:
        if seat.bot:
            kind = seat.bot if seat.bot in rules.bots else bots.default_bot(rules)
            seating.take_by_bot(seats[seat.pk], kind)
        elif seat.user == by:
            seating.take(seats[seat.pk], by)
        elif seat.user is not None and seat.user.is_active:
            seating.keep_for(seats[seat.pk], seat.user)
            _invite(seats[seat.pk], seat.user, now=now)


def _invite(seat: Seat, user: User, *, now: datetime) -> None:
    """Writes to the person, unless they have no address or get very many invitations already.

    The finished game shows everybody the way to its rematch as well.
    """
    try:
        rate_limits.count("invited", user.email or user.pk, now=now)
    except TooOften:
        return
    queue_email("invitation", to=user.email or "", now=now, game=seat.game, seat=seat, user=user)


def next_name(name: str) -> str:
    """The name of the game that follows the one of this name: “Issus”, “Issus (2)”, …"""
    found = _NUMBERED.fullmatch(name)
    stem, number = (found[1], int(found[2]) + 1) if found else (name, 2)
    ending = f" ({number})"
    return stem[: NAME_LENGTH - len(ending)].rstrip() + ending
