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

from games.models import Game, Mail, Seat, User
from games.services import background, bounces, failures, faults, preferences

MAX_ATTEMPTS = 20  # with doubling pauses about two and a half days
BATCH = 500
PATIENCE = timedelta(hours=1)
TO_THIS_ADDRESS = frozenset({"moved"})  # kinds that do not follow their reader to another address

log = logging.getLogger(__name__)


class Moot(Exception):
    """Raised by ``compose``: what the mail would say is no longer true, so it is not sent."""


Compose = Callable[[Mail], EmailMessage]


def queue(
    kind: str,
    *,
    to: str,
    now: datetime,
    game: Game | None = None,
    seat: Seat | None = None,
    user: User | None = None,
    number: int = 0,
) -> Mail | None:
    """A mail to be sent about row ``number``; None for somebody without an address, for one
    to which no mail goes, and for somebody who does not want such a mail.

    Belongs into the transaction of what it tells of; the worker hears of it after the commit.
    A mail that is wanted later is held until ``digest.release`` lets it go.
    """
    due = preferences.due(kind, user=user, game=game, now=now) if to else None
    if due is None or bounces.stops(to):
        return None
    mail = Mail.objects.create(
        kind=kind, game=game, seat=seat, user=user, to=to, number=number,
        message_id=new_message_id(), not_before=due, created_at=now,
        status=Mail.Status.HELD if due > now else Mail.Status.QUEUED,
    )
    if due > now:
        _let_wait(mail)
    else:
        background.after_commit("deliver_mail", mail.pk)
    return mail


def tell(kind: str, seats: Iterable[Seat], *, game: Game, now: datetime) -> None:
    """A mail about the game's last row to everybody who sits in one of these seats."""
    for seat in seats:
        if seat.user is not None:
            queue(kind, to=seat.user.email or "", now=now, game=game, seat=seat, user=seat.user,
                  number=game.number)


def new_message_id() -> str:
    """A Message-ID nobody can guess: a bounce that names it is real."""
    return f"<{uuid.uuid4().hex}@{settings.MAIL_DOMAIN}>"


def _let_wait(mail: Mail) -> None:
    """What is held for the same person waits for the newest, so that one mail tells all.

    But not without end: nothing waits longer than ``PATIENCE`` for others.
    """
    earlier = Mail.objects.filter(user=mail.user, status=Mail.Status.HELD,
                                  created_at__gt=mail.not_before - PATIENCE)
    earlier.filter(not_before__lt=mail.not_before).update(not_before=mail.not_before)


def claim(mail_id: int, *, now: datetime) -> Mail | None:
    """The mail, held by the caller for a lease; None when it is not due or somebody holds it.

    What is queued is due, whatever this machine's clock says.
    """
    free = Q(status=Mail.Status.QUEUED) | Q(status=Mail.Status.RETRY, not_before__lte=now)
    claimed = Mail.objects.filter(free | _lost(now), pk=mail_id).update(
        status=Mail.Status.SENDING, lease_until=now + background.LEASE, attempts=F("attempts") + 1
    )
    if claimed != 1:
        return None
    return Mail.objects.select_related("game", "seat", "user").get(pk=mail_id)


def _lost(now: datetime) -> Q:
    return Q(background.lost(now), status=Mail.Status.SENDING)


def deliver(mail_id: int, *, compose: Compose, now: datetime) -> str:
    """Claims, composes and sends one mail; returns its status after that, "" if not ours."""
    mail = claim(mail_id, now=now)
    if mail is None:
        return ""
    faults.reach("post.claimed")
    if mail.attempts > MAX_ATTEMPTS:
        return _failed(mail, RuntimeError("the workers that took it did not come back"), now=now)
    try:
        _follow(mail)
        _check_wanted(mail)
        message = compose(mail)
        faults.reach("post.composed")
        message.send()
    except Exception as error:  # noqa: BLE001 - a bug in a template holds back this mail only
        return _failed(mail, error, now=now)
    faults.reach("post.sent")
    _finish(mail, status=Mail.Status.SENT, sent_at=now, error="")
    return Mail.Status.SENT


def _follow(mail: Mail) -> None:
    """Somebody who has another address by now is written to there, not at the old one."""
    if mail.kind in TO_THIS_ADDRESS:
        return
    present = mail.user.email if mail.user else None
    if present and present != mail.to:
        mail.to = present
        mail.save(update_fields=["to"])


def _check_wanted(mail: Mail) -> None:
    """What its reader has ended since it was queued is not sent either."""
    closed = mail.user is not None and not mail.user.is_active
    why = "the account is closed" if closed else bounces.stops(mail.to)
    if why:
        raise Moot(why)
    if not preferences.wants(mail.kind, user=mail.user, game=mail.game):
        raise Moot("its reader does not want it any more")


def _failed(mail: Mail, error: Exception, *, now: datetime) -> str:
    bounced = bounces.of_error(error)
    if bounced:
        bounces.note(mail.to, error=bounced, now=now)
    verdict = failures.Verdict.NEVER if isinstance(error, Moot) else failures.judge(error)
    given_up = verdict is failures.Verdict.NEVER or mail.attempts >= MAX_ATTEMPTS
    status = Mail.Status.FAILED if given_up else Mail.Status.RETRY
    again = now + failures.pause(verdict, attempts=mail.attempts)
    line = failures.line(error)
    level = logging.INFO if isinstance(error, Moot) else logging.WARNING
    log.log(level, "mail %s: %s, %s", mail.pk, status.value, line)
    _finish(mail, status=status, not_before=again, error=line)
    return status


def _finish(mail: Mail, **values: object) -> None:
    """Ends this attempt.  Attempts are the fence: a later claim is not overwritten."""
    Mail.objects.filter(pk=mail.pk, attempts=mail.attempts).update(lease_until=None, **values)


def sweep(now: datetime) -> list[int]:
    """Announces anew every mail that is due and that nobody seems to work on; their ids.

    A row waits first, since its task is probably under way; and is marked by a new
    ``not_before``, so that a long queue is not announced again at every sweep.
    """
    forgotten = Q(background.forgotten("not_before", now), status=Mail.Status.QUEUED)
    again = Q(status=Mail.Status.RETRY, not_before__lte=now)
    found = Mail.objects.filter(forgotten | again | _lost(now))
    ids = list(found.order_by("not_before").values_list("pk", flat=True)[:BATCH])
    found.filter(pk__in=ids).update(status=Mail.Status.QUEUED, not_before=now, lease_until=None)
    for mail_id in ids:
        if not background.announce("deliver_mail", mail_id):
            break
    return ids


def send_again(mail_ids: Iterable[int], *, now: datetime) -> int:
    """Gives mails that were given up or wait long another try at once; returns how many.

    An operator who does so believes in their addresses again.
    """
    stuck = [Mail.Status.FAILED, Mail.Status.RETRY]
    mails = Mail.objects.filter(pk__in=list(mail_ids), status__in=stuck)
    addresses = dict(mails.values_list("pk", "to"))
    for address in set(addresses.values()):
        bounces.forgive(address)
    ids = list(addresses)
    Mail.objects.filter(pk__in=ids).update(status=Mail.Status.QUEUED, not_before=now, attempts=0)
    for mail_id in ids:
        background.after_commit("deliver_mail", mail_id)
    return len(ids)


def send_copy(mail_id: int, *, now: datetime) -> bool:
    """Sends a mail that has gone out once more, with the same Message-ID; False if it has not."""
    sent = Mail.objects.filter(pk=mail_id, status=Mail.Status.SENT)
    if not sent.update(status=Mail.Status.QUEUED, not_before=now, attempts=0):
        return False
    background.after_commit("deliver_mail", mail_id)
    return True
