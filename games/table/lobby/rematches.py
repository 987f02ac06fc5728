"""Rematches: each finished game has at most one, for the same players and bots.

Those who block each other do not see each other's, so there can be one for each side.

Owns what a rematch takes over from the finished game, and for whom its seats are reserved.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from alexandros_rules.ruleset import Ruleset
from games.base import blocks, events, rate_limits
from games.base.refusals import Closed, Foreign, TooOften
from games.models import Game, Match, Seat, User
from games.table.clocks import paces
from games.table.events import SeatChange, SeatChanged
from games.table.lobby import open_tables, table_settings
from games.table.lobby.table_settings import NAME_LENGTH
from games.table.play import bots, event_log
from games.table.seats import seating

_NUMBERED = re.compile(r"(.*) \((\d{1,4})\)", re.DOTALL)


def find_rematch(game: Game, reader: User | None) -> Game | None:
    """Return the rematch of this game: the reader's, or the first that is not hidden from them.

    None if nobody has asked for one, or it was cancelled.
    """
    rematches = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED)
    own = Exists(Seat.objects.filter(game=OuterRef("pk"), user=reader))
    found = rematches.annotate(own=own).order_by("-own", "pk").select_related("created_by")
    return next((rematch for rematch in found if rematch.status != Game.Status.OPEN
                 or not blocks.hides(rematch.created_by_id, reader)), None)


def may_follow(game: Game) -> bool:
    """Return whether there can be a rematch of this game when it is over.

    A match has one rematch, which follows its second game, if there is one.
    """
    return game.match not in (Match.FIRST, Match.CONTINUED)


def join_or_create(game: Game, *, by: User, now: datetime) -> Game:
    """Seat a player of a finished game at its rematch, which the first to ask creates.

    The rematch starts when everybody has joined: immediately if all others are bots.  Refuses
    (Foreign) anybody who had no seat, and (Closed) a game that is not over.
    """
    with transaction.atomic():
        locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        if seating.find_seat(locked, by) is None:
            raise Foreign("no-seat", _("Only the players of this game can start a rematch."))
        if locked.status != Game.Status.OVER:
            raise Closed("not-over", _("This game is not over yet. Finish it first."))
        if not may_follow(locked):
            raise Closed("match", _("The second game of this match comes first. You can ask for a"
                                    " rematch when that is over."))
        rematch = find_rematch(locked, by)
        if rematch is None:
            return _create(locked, by=by, now=now)
        open_tables.join(rematch, user=by, token=rematch.invite_token, now=now)
        rematch.refresh_from_db()
        return rematch


def _create(old: Game, *, by: User, now: datetime) -> Game:
    """Create a table like the old one; the caller holds the old one's lock."""
    rate_limits.count("table", by.pk, now=now)
    rules = event_log.ruleset_of(old)
    game = Game.objects.create(
        name=table_settings.checked_name("", by=by) if old.arranged else next_name(old.name),
        ruleset=old.ruleset, rules_version=rules.version,
        setup_id=_setup_id(old), match=Match.FIRST if old.match else Match.NONE,
        rated=old.rated and table_settings.is_rated(rules, event_log.setup_of(old)),
        suggested_turns=old.suggested_turns, listed=old.listed, rematch_of=old, created_by=by,
        note=old.note if old.created_by_id == by.pk else "", created_at=now, active_at=now,
        pace=old.pace, **paces.columns(paces.control_of(old)),
        required_reliability=old.required_reliability, newcomers=old.newcomers,
        origin=old.origin, origin_number=old.origin_number,
    )
    _create_seats(old, game, by=by, rules=rules, now=now)
    open_tables.start_if_full(game, now=now)
    return game


def _setup_id(old: Game) -> str:
    """Return the setup of a rematch.

    The rematch of a game that went on from a position goes on from there again.
    """
    first = old.match_of or old
    return first.setup_id


def _create_seats(old: Game, game: Game, *, by: User, rules: Ruleset, now: datetime) -> None:
    """Reserve each seat for its last player.

    It is open if they have deleted their account, or if whoever wants the rematch blocks them.
    """
    people_first = sorted(old.seats.select_related("user"), key=lambda seat: bool(seat.bot))
    new_seats = [Seat.objects.create(game=game, index=seat.index) for seat in people_first]
    for seat, new_seat in zip(people_first, new_seats, strict=True):
        if seat.bot:
            bot = seat.bot if seat.bot in rules.bots else bots.default_bot(rules)
            seating.take_by_bot(new_seat, bot)
        elif seat.user == by:
            seating.take(new_seat, by)
        elif seat.user is not None and seat.user.is_active and not blocks.is_blocked(
                seat.user_id, by=[by.pk]):
            seating.reserve(new_seat, seat.user)
            _invite(new_seat, seat.user, by=by, now=now)


def _invite(seat: Seat, user: User, *, by: User, now: datetime) -> None:
    """Email the person an invitation, unless they have already had too many.

    Nothing is lost without the email: the page of the finished game links to the rematch.
    """
    try:
        open_tables.count_invitation(user.email or user.pk, by=by, now=now)
    except TooOften:
        return
    events.publish(SeatChanged(game=seat.game, seat=seat, change=SeatChange.INVITED,
                               cause=by.pk, now=now, user=user, to=user.email or ""))


def next_name(name: str) -> str:
    """Return the name of the rematch of a game with this name, such as “Issus (2)”."""
    match = _NUMBERED.fullmatch(name)
    stem, number = (match[1], int(match[2]) + 1) if match else (name, 2)
    suffix = f" ({number})"
    return stem[: NAME_LENGTH - len(suffix)].rstrip() + suffix
