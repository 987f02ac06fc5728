"""Turn emails for people who had no email address when their turn began."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, OutgoingEmail, Seat, User
from games.outbox import digest
from games.outbox.queue import queue_email
from games.play import history


def send(user: User, *, now: datetime) -> int:
    """Queues the turn emails the user has missed, one for each game where it is their turn.

    Returns how many were queued.  It can be called at any time, any number of times.
    """
    if not user.email:
        return 0
    games = [seat.game for seat in _waiting(user) if not _has_email(seat)]
    return sum(_send(game, user, now=now) for game in games)


def _waiting(user: User) -> list[Seat]:
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING, to_move=True)
    return list(seats.select_related("game", "user"))


def _has_email(seat: Seat) -> bool:
    """Whether an email about the current turn has been sent or is on its way."""
    emails = OutgoingEmail.objects.filter(game=seat.game, seat=seat, user=seat.user,
                                          kind__in=digest.TURN_KINDS)
    last = emails.exclude(status=OutgoingEmail.Status.FAILED).order_by("number").last()
    return last is not None and history.turn_at(seat.game, last.number) == seat.game.turn


@transaction.atomic
def _send(game: Game, user: User, *, now: datetime) -> bool:
    """Checks again with the game locked, so that two sign-ins at once send only one email."""
    Game.objects.select_for_update().get(pk=game.pk)
    seat = next((seat for seat in _waiting(user) if seat.game_id == game.pk), None)
    if seat is None or _has_email(seat):
        return False
    email = queue_email("turn", to=user.email or "", now=now, game=seat.game, seat=seat, user=user,
                        number=seat.game.number)
    return email is not None
