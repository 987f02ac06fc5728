"""Turn emails for people whose address was missing, or did not work, when their turn began."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, OutgoingEmail, Seat, SeatClock, User
from games.post import email_kinds
from games.post.outbox.queue import queue_email
from games.table.clocks.seat_clocks import BOUNCE_WITHIN
from games.table.play import history


def send(user: User, *, now: datetime, bounced_at: datetime | None = None) -> int:
    """Queue the turn emails the user has missed, one for each game where it is their turn.

    ``bounced_at`` is when an email to them came back, if their address has been put right since:
    the emails before it have not arrived.  Returns how many were queued.  It can be called at any
    time, any number of times.
    """
    if not user.email:
        return 0
    games = [seat.game for seat in _waiting(user) if not _has_email(seat, bounced_at)]
    return sum(_send(game, user, bounced_at=bounced_at, now=now) for game in games)


def _waiting(user: User) -> list[Seat]:
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING, to_move=True)
    return list(seats.select_related("game", "user"))


def _has_email(seat: Seat, bounced_at: datetime | None) -> bool:
    """Return whether an email about the current turn has arrived or is on its way, as far as we
    know."""
    emails = OutgoingEmail.objects.filter(game=seat.game, seat=seat, user=seat.user,
                                          kind__in=email_kinds.ABOUT_TURNS)
    if bounced_at is not None:
        emails = emails.exclude(sent_at__lte=bounced_at, sent_at__gt=bounced_at - BOUNCE_WITHIN)
    last = emails.exclude(status=OutgoingEmail.Status.FAILED).order_by("number").last()
    return last is not None and history.turn_at(seat.game, last.number) == seat.game.turn


@transaction.atomic
def _send(game: Game, user: User, *, bounced_at: datetime | None, now: datetime) -> bool:
    """Check again with the game locked, so that two sign-ins at once send only one email.

    If the clock of this turn still stands, it waits for the email.
    """
    Game.objects.select_for_update().get(pk=game.pk)
    seat = next((seat for seat in _waiting(user) if seat.game_id == game.pk), None)
    if seat is None or _has_email(seat, bounced_at):
        return False
    email = queue_email("turn", to=user.email or "", now=now, game=seat.game, seat=seat, user=user,
                        number=seat.game.number)
    if email is not None:
        SeatClock.objects.filter(seat=seat, asked_at__isnull=False, since=None).update(
            email=email, look_at=now)
    return email is not None
