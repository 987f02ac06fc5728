"""Tells the other players by email what was said, if they want to hear it at once."""

from __future__ import annotations

from datetime import datetime

from games.models import ChatMessage, ChatMute, Game, OutgoingEmail, Seat
from games.outbox.queue import queue_email

KIND = "chat"
_WAITING = (OutgoingEmail.Status.QUEUED, OutgoingEmail.Status.HELD, OutgoingEmail.Status.RETRY)


def announce(message: ChatMessage, game: Game, *, now: datetime) -> None:
    """Queues an email to everybody at the table but the speaker and those who muted them.

    An email contains all that is new when it is sent, so nobody has two of them waiting.
    """
    deaf = ChatMute.objects.filter(person=message.user_id).values("reader")
    hearers = Seat.objects.filter(game=game, user__is_active=True, user__email__isnull=False)
    hearers = hearers.exclude(user=message.user_id).exclude(user__in=deaf)
    for seat in hearers.select_related("user"):
        if not _is_waiting(seat):
            assert seat.user is not None  # the query selects seats of users only
            queue_email(KIND, to=seat.user.email or "", now=now, game=game, seat=seat,
                        user=seat.user, number=game.number)


def _is_waiting(seat: Seat) -> bool:
    """Whether such an email still waits, locked so that no worker sends it before we commit."""
    waiting = OutgoingEmail.objects.select_for_update().filter(
        kind=KIND, seat=seat, user=seat.user_id, status__in=_WAITING)
    return waiting.first() is not None
