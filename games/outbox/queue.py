"""Queueing emails: writes outbox rows for the worker to deliver.

A row holds facts, never text.  It is written in the same transaction as the change it reports,
so an email exists exactly when its reason does.  Delivery is ``games.outbox.delivery``; emails
that have to wait are released by ``games.outbox.digest``.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from games import task_queue
from games.models import Game, OutgoingEmail, Seat, User
from games.outbox import bounces, preferences
from games.push import queue as push_queue

NO_DEADLINES: Mapping[int, datetime] = {}
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
    deadline: datetime | None = None,
) -> OutgoingEmail | None:
    """Queues an email about log row ``number``; returns None if none will be sent.

    ``deadline`` is until when the reader has time for the turn that it is about.

    None is sent to an empty address, to an address that bounced or asked for no email, or to a
    user whose email settings exclude this kind.  Call it in the transaction of the change that
    the email reports: the worker is notified after the commit.  If the settings ask for a later
    time, the email is held until ``digest.release_due`` releases it.
    """
    due = preferences.send_time(kind, user=user, game=game, now=now) if to else None
    if due is None or bounces.reason_not_to_send(to):
        return None
    email = OutgoingEmail.objects.create(
        kind=kind, game=game, seat=seat, user=user, to=to, number=number, deadline=deadline,
        message_id=new_message_id(), not_before=due, created_at=now,
        status=OutgoingEmail.Status.HELD if due > now else OutgoingEmail.Status.QUEUED,
    )
    if due > now:
        _postpone_earlier(email)
    else:
        task_queue.send_after_commit("deliver_email", email.pk)
    return email


def queue_for_seats(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime,
                    deadlines: Mapping[int, datetime] = NO_DEADLINES,
                    by: int | None = None) -> dict[int, OutgoingEmail | None]:
    """Queues an email about the game's last row to the user of each of these seats.

    Their devices show a notification, too, except those of the seat ``by``, whose player has
    just caused the news.  ``deadlines`` are those of their turns, by the seats' ids.  Returns the
    emails by the seats' ids, None where none will be sent.
    """
    seats = list(seats)
    told = [seat for seat in seats if seat.index != by]
    push_queue.queue_for_seats(kind, told, game=game, now=now, earliest=preferences.awake_from)
    return {
        seat.pk: queue_email(kind, to=seat.user.email or "", now=now, game=game, seat=seat,
                             user=seat.user, number=game.number, deadline=deadlines.get(seat.pk))
        for seat in seats if seat.user is not None
    }


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
