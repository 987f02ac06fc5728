"""An account that is deleted: what was its owner's goes, what is the games' stays (R25).

Owns what of a person is kept where.  The log never knew him, so every game he played can
still be replayed; his seats, and whatever bears his name, are somebody's of no name from
now on.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q

from games.lobby import leaving, seating, tables
from games.models import (
    AddressStatus,
    Game,
    IncomingEmail,
    MailboxEmail,
    OutgoingEmail,
    Seat,
    Session,
    User,
)
from games.models.game import NAME_LENGTH
from games.people import accounts
from games.refusals import TableRefusal

FORMER = "Former player"


def delete_account(user: User, *, now: datetime) -> None:
    """Deletes somebody's account: all of it, or nothing when it is refused.

    They leave their games (``close_seats``).  Refuses (TableRefusal) operators, whose deeds stand
    in the admin's history, and somebody who takes a seat at this very moment.
    """
    if user.is_staff or user.is_superuser:
        raise TableRefusal("operator", "This is an operator's account. Take the operator's rights"
                           " from it in the admin first, then it can be deleted.")
    with transaction.atomic():
        games = close_seats(user, now=now)
        _rename(games, user)
        _forget(user)


@transaction.atomic
def close_seats(user: User, *, now: datetime) -> list[Game]:
    """Takes somebody out of all his games, so that nobody waits for him; the games, locked.

    His seats in running games are handed to bots, his tables that wait are called off, those
    he was invited to have a free seat.  Refuses somebody who takes a seat at this very moment.
    """
    games = _locked(user)
    for game in games:
        _leave(game, user, now=now)
    _decline(user)
    return games


def games_in_progress(user: User) -> list[Game]:
    """The running games in which a bot would play on for this person."""
    running = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING)
    return list(running.order_by("-moved_at"))


def _locked(user: User) -> list[Game]:
    """Every game with something of this person, locked; then nobody can seat him any more.

    Games first and the person last, as whoever takes a seat does, so that nobody waits for
    one who waits for him.
    """
    mine = Game.objects.filter(
        Q(created_by=user) | Q(seats__user=user) | Q(seats__left_by=user)
    ).values("pk")
    games = list(Game.objects.select_for_update().filter(pk__in=mine).order_by("pk"))
    User.objects.select_for_update().filter(pk=user.pk).first()
    known = [game.pk for game in games]
    if Seat.objects.filter(user=user).exclude(game__in=known).exists():
        raise TableRefusal("moment", "You took a seat somewhere at this very moment; nothing was"
                           " deleted. Please try again.")
    return games


def _leave(game: Game, user: User, *, now: datetime) -> None:
    if game.status == Game.Status.OPEN and game.created_by_id == user.pk:
        tables.cancel(game, by=user, now=now)
    elif game.status in (Game.Status.OPEN, Game.Status.RUNNING) and seating.find_seat(game, user):
        leaving.leave(game, user=user, now=now)


def _decline(user: User) -> None:
    """Frees the seats that are kept for them."""
    for seat in Seat.objects.filter(seating.reserved_for(user)):
        seating.vacate(seat)


def _rename(games: list[Game], user: User) -> None:
    """Takes his name off his seats, those he left too, and out of the names of tables."""
    for seat in Seat.objects.filter(Q(user=user) | Q(left_by=user)).select_related("game"):
        called = {seat.name, user.shown_name} - {""}
        seating.rename(seat, FORMER)
        _unname(seat.game, called)
    for game in games:
        if game.created_by_id == user.pk:
            _unname(game, {user.shown_name})
            Game.objects.filter(pk=game.pk).update(note="")


def _unname(game: Game, called: set[str]) -> None:
    """Replaces these names, as whole words, in what the table is called."""
    words = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True))
    stored = Game.objects.values_list("name", flat=True).get(pk=game.pk)
    found = re.sub(rf"(?<!\w)(?:{words})(?!\w)", FORMER, stored, flags=re.IGNORECASE)
    if found != stored:
        Game.objects.filter(pk=game.pk).update(name=found[:NAME_LENGTH])


def _forget(user: User) -> None:
    """Deletes the person and all that is his alone: mails, keys, choices, sessions."""
    letters = Q(token__user=user)
    for email in accounts.addresses_of(user):
        letters |= Q(sender__iexact=email)
        OutgoingEmail.objects.filter(to__iexact=email).delete()
        MailboxEmail.objects.filter(to__iexact=email).delete()
        AddressStatus.objects.filter(address=email[:254], refused_at=None).delete()
    IncomingEmail.objects.filter(letters).delete()
    OutgoingEmail.objects.filter(user=user).delete()
    Session.objects.filter(person=user.pk).delete()
    history = LogEntry.objects.filter(content_type__app_label="games",
                                      content_type__model="user", object_id=str(user.pk))
    history.update(object_repr=FORMER)
    user.delete()
