"""Queueing emails: writes outbox rows for the worker to deliver.

A row holds facts, never text.  It is written in the same transaction as the change it reports,
so an email exists exactly when its reason does.  Delivery is ``games.outbox.delivery``; emails
that have to wait are released by ``games.outbox.digest``.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from games import task_queue
from games.models import Game, OutgoingEmail, Seat, User
from games.outbox import bounces, preferences
from games.push import queue as push_queue

MAX_POSTPONEMENT = timedelta(hours=1)  # how long newer emails may delay one that is already held


def queue_email(
    kind: str,
    *,
    to: str,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    user: User | None = None,
    number: int = 0,
) -> OutgoingEmail | None:
    """Queues an email about log row ``number``; returns None if none will be sent.

    None is sent to an empty address, to an address that bounced or asked for no email, or to a
    user whose email settings exclude this kind.  Call it in the transaction of the change that
    the email reports: the worker is notified after the commit.  If the settings ask for a later
    time, the email is held until ``digest.release_due`` releases it.
    """
    due = preferences.send_time(kind, user=user, game=game, now=now) if to else None
    if due is None or bounces.reason_not_to_send(to):
        return None
    email = OutgoingEmail.objects.create(
        kind=kind, game=game, seat=seat, user=user, to=to, number=number,
        message_id=new_message_id(), not_before=due, created_at=now,
        status=OutgoingEmail.Status.HELD if due > now else OutgoingEmail.Status.QUEUED,
    )
    if due > now:
        _postpone_earlier(email)
    else:
        task_queue.send_after_commit("deliver_email", email.pk)
    return email


def queue_for_seats(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime,
                    by: int | None = None) -> None:
    """Queues an email about the game's last row to the user of each of these seats.

    Their devices show a notification, too, except those of the seat ``by``, whose player has
    just caused the news.
    """
    seats = list(seats)
    told = [seat for seat in seats if seat.index != by]
    push_queue.queue_for_seats(kind, told, game=game, now=now, earliest=preferences.awake_from)
    for seat in seats:
        if seat.user is not None:
            queue_email(kind, to=seat.user.email or "", now=now, game=game, seat=seat,
                        user=seat.user, number=game.number)


def new_message_id() -> str:
    """A random Message-ID.  Nobody can guess it, so a bounce that names it is genuine."""
    return f"<{uuid.uuid4().hex}@{settings.MAIL_DOMAIN}>"


def _postpone_earlier(email: OutgoingEmail) -> None:
    """Makes the user's other held emails wait for this one, so that one digest covers them all.

    No email waits longer than ``MAX_POSTPONEMENT`` for others.
    """
    earlier = OutgoingEmail.objects.filter(
        user=email.user, status=OutgoingEmail.Status.HELD,
        created_at__gt=email.not_before - MAX_POSTPONEMENT,
    )
    earlier.filter(not_before__lt=email.not_before).update(not_before=email.not_before)
