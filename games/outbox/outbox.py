"""The outbox: mails as facts, from the move that calls for them to their delivery.

``queue`` writes a row in the caller's own transaction, so a mail exists exactly when its
reason does.  A worker claims a row by a conditional update, holds it for a lease, and
sends; whatever was lost on the way is found by ``sweep``.  What a mail says is composed
by the caller's ``compose`` at that moment, never here and never before.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F, Q

from games import fault_points, task_queue
from games.models import Game, OutgoingEmail, Seat, User
from games.outbox import bounces, delivery_errors, preferences

MAX_ATTEMPTS = 20  # with doubling pauses about two and a half days
BATCH = 500
PATIENCE = timedelta(hours=1)
TO_THIS_ADDRESS = frozenset({"moved"})  # kinds that do not follow their reader to another address

log = logging.getLogger(__name__)


class Obsolete(Exception):
    """Raised by ``compose``: what the mail would say is no longer true, so it is not sent."""


Compose = Callable[[OutgoingEmail], EmailMessage]


def queue(
    kind: str,
    *,
    to: str,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    user: User | None = None,
    number: int = 0,
) -> OutgoingEmail | None:
    """A mail to be sent about row ``number``; None for somebody without an address, for one
    to which no mail goes, and for somebody who does not want such a mail.

    Belongs into the transaction of what it tells of; the worker hears of it after the commit.
    A mail that is wanted later is held until ``digest.release`` lets it go.
    """
    due = preferences.send_time(kind, user=user, game=game, now=now) if to else None
    if due is None or bounces.reason_not_to_send(to):
        return None
    mail = OutgoingEmail.objects.create(
        kind=kind, game=game, seat=seat, user=user, to=to, number=number,
        message_id=new_message_id(), not_before=due, created_at=now,
        status=OutgoingEmail.Status.HELD if due > now else OutgoingEmail.Status.QUEUED,
    )
    if due > now:
        _let_wait(mail)
    else:
        task_queue.send_after_commit("deliver_mail", mail.pk)
    return mail


def queue_for_seats(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime) -> None:
    """A mail about the game's last row to everybody who sits in one of these seats."""
    for seat in seats:
        if seat.user is not None:
            queue(kind, to=seat.user.email or "", now=now, game=game, seat=seat, user=seat.user,
                  number=game.number)


def new_message_id() -> str:
    """A Message-ID nobody can guess: a bounce that names it is real."""
    return f"<{uuid.uuid4().hex}@{settings.MAIL_DOMAIN}>"


def _let_wait(mail: OutgoingEmail) -> None:
    """What is held for the same person waits for the newest, so that one mail tells all.

    But not without end: nothing waits longer than ``PATIENCE`` for others.
    """
    earlier = OutgoingEmail.objects.filter(user=mail.user, status=OutgoingEmail.Status.HELD,
                                  created_at__gt=mail.not_before - PATIENCE)
    earlier.filter(not_before__lt=mail.not_before).update(not_before=mail.not_before)


def claim(mail_id: int, *, now: datetime) -> OutgoingEmail | None:
    """The mail, held by the caller for a lease; None when it is not due or somebody holds it.

    What is queued is due, whatever this machine's clock says.
    """
    free = Q(status=OutgoingEmail.Status.QUEUED) | Q(
        status=OutgoingEmail.Status.RETRY, not_before__lte=now
    )
    claimed = OutgoingEmail.objects.filter(free | _lost(now), pk=mail_id).update(
        status=OutgoingEmail.Status.SENDING,
        lease_until=now + task_queue.LEASE,
        attempts=F("attempts") + 1,
    )
    if claimed != 1:
        return None
    return OutgoingEmail.objects.select_related("game", "seat", "user").get(pk=mail_id)


def _lost(now: datetime) -> Q:
    return Q(task_queue.lease_expired(now), status=OutgoingEmail.Status.SENDING)


def deliver(mail_id: int, *, compose: Compose, now: datetime) -> str:
    """Claims, composes and sends one mail; returns its status after that, "" if not ours."""
    mail = claim(mail_id, now=now)
    if mail is None:
        return ""
    fault_points.reached("outbox.claimed")
    if mail.attempts > MAX_ATTEMPTS:
        return _failed(mail, RuntimeError("the workers that took it did not come back"), now=now)
    try:
        _follow(mail)
        _check_wanted(mail)
        message = compose(mail)
        fault_points.reached("outbox.composed")
        message.send()
    except Exception as error:  # noqa: BLE001 - a bug in a template holds back this mail only
        return _failed(mail, error, now=now)
    fault_points.reached("outbox.sent")
    _finish(mail, status=OutgoingEmail.Status.SENT, sent_at=now, error="")
    return OutgoingEmail.Status.SENT


def _follow(mail: OutgoingEmail) -> None:
    """Somebody who has another address by now is written to there, not at the old one."""
    if mail.kind in TO_THIS_ADDRESS:
        return
    present = mail.user.email if mail.user else None
    if present and present != mail.to:
        mail.to = present
        mail.save(update_fields=["to"])


def _check_wanted(mail: OutgoingEmail) -> None:
    """What its reader has ended since it was queued is not sent either."""
    closed = mail.user is not None and not mail.user.is_active
    why = "the account is closed" if closed else bounces.reason_not_to_send(mail.to)
    if why:
        raise Obsolete(why)
    if not preferences.wants(mail.kind, user=mail.user, game=mail.game):
        raise Obsolete("its reader does not want it any more")


def _failed(mail: OutgoingEmail, error: Exception, *, now: datetime) -> str:
    bounced = bounces.rejection_text(error)
    if bounced:
        bounces.record_bounce(mail.to, error=bounced, now=now)
    verdict = (
        delivery_errors.Verdict.NEVER
        if isinstance(error, Obsolete)
        else delivery_errors.classify(error)
    )
    given_up = verdict is delivery_errors.Verdict.NEVER or mail.attempts >= MAX_ATTEMPTS
    status = OutgoingEmail.Status.FAILED if given_up else OutgoingEmail.Status.RETRY
    again = now + delivery_errors.retry_delay(verdict, attempts=mail.attempts)
    line = delivery_errors.one_line(error)
    level = logging.INFO if isinstance(error, Obsolete) else logging.WARNING
    log.log(level, "mail %s: %s, %s", mail.pk, status.value, line)
    _finish(mail, status=status, not_before=again, error=line)
    return status


def _finish(mail: OutgoingEmail, **values: object) -> None:
    """Ends this attempt.  Attempts are the fence: a later claim is not overwritten."""
    OutgoingEmail.objects.filter(pk=mail.pk, attempts=mail.attempts).update(
        lease_until=None, **values
    )


def sweep(now: datetime) -> list[int]:
    """Announces anew every mail that is due and that nobody seems to work on; their ids.

    A row waits first, since its task is probably under way; and is marked by a new
    ``not_before``, so that a long queue is not announced again at every sweep.
    """
    forgotten = Q(task_queue.never_started("not_before", now), status=OutgoingEmail.Status.QUEUED)
    again = Q(status=OutgoingEmail.Status.RETRY, not_before__lte=now)
    found = OutgoingEmail.objects.filter(forgotten | again | _lost(now))
    ids = list(found.order_by("not_before").values_list("pk", flat=True)[:BATCH])
    found.filter(pk__in=ids).update(
        status=OutgoingEmail.Status.QUEUED, not_before=now, lease_until=None
    )
    for mail_id in ids:
        if not task_queue.send_task("deliver_mail", mail_id):
            break
    return ids


def send_again(mail_ids: Iterable[int], *, now: datetime) -> int:
    """Gives mails that were given up or wait long another try at once; returns how many.

    An operator who does so believes in their addresses again.
    """
    stuck = [OutgoingEmail.Status.FAILED, OutgoingEmail.Status.RETRY]
    mails = OutgoingEmail.objects.filter(pk__in=list(mail_ids), status__in=stuck)
    addresses = dict(mails.values_list("pk", "to"))
    for address in set(addresses.values()):
        bounces.clear_bounce(address)
    ids = list(addresses)
    OutgoingEmail.objects.filter(pk__in=ids).update(
        status=OutgoingEmail.Status.QUEUED, not_before=now, attempts=0
    )
    for mail_id in ids:
        task_queue.send_after_commit("deliver_mail", mail_id)
    return len(ids)


def send_copy(mail_id: int, *, now: datetime) -> bool:
    """Sends a mail that has gone out once more, with the same Message-ID; False if it has not."""
    sent = OutgoingEmail.objects.filter(pk=mail_id, status=OutgoingEmail.Status.SENT)
    if not sent.update(status=OutgoingEmail.Status.QUEUED, not_before=now, attempts=0):
        return False
    task_queue.send_after_commit("deliver_mail", mail_id)
    return True
