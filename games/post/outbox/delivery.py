"""Delivery of queued emails: claiming, sending, retrying and giving up.

A worker claims a row with a conditional update, holds it for a lease and sends the email.
``sweep`` finds work that was lost on the way.  The caller's ``compose`` decides what an email says
when it is sent; this module never looks at the contents.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.base import (
    counters,
    failures,
    fault_points,
    features,
    log_context,
    retention,
    task_queue,
)
from games.models import OutgoingEmail, SeatClock
from games.post import email_kinds
from games.post.outbox import bounces, codes, delivery_errors, preferences
from games.table.clocks import outages

MAX_ATTEMPTS = 20  # about two and a half days, since the pauses double
OUTAGE_DELAY = timedelta(minutes=10)  # between attempts while no email can be sent
OUTAGE_COUNTS_AFTER = timedelta(days=7)  # from when on attempts count even then
FINAL = (OutgoingEmail.Status.SENT, OutgoingEmail.Status.FAILED, OutgoingEmail.Status.FOLDED)
WAITS = "Waits for what a feature adds to it."  # the error of such an email
# An email that was held, a digest of such emails, or one that an operator has sent again.
WAS_HELD = Q(kind="digest") | Q(due_since__isnull=False, due_since__gt=F("created_at"))

log = logging.getLogger(__name__)


class Obsolete(Exception):
    """A reason not to send an email, raised by ``compose``: the email would no longer be true."""


class Uncomposed(Exception):
    """A failure to compose an email; the message is only the class of the true exception."""


Compose = Callable[[OutgoingEmail], EmailMessage]


def claim(email_id: int, *, now: datetime) -> OutgoingEmail | None:
    """Claim the email for one lease; return None if it is not due or somebody else holds it."""
    # A queued email is due whatever ``not_before`` says: this machine's clock may be behind.
    free = Q(status=OutgoingEmail.Status.QUEUED) | Q(
        status=OutgoingEmail.Status.RETRY, not_before__lte=now
    )
    claimed = OutgoingEmail.objects.filter(free | _abandoned(now), pk=email_id).update(
        status=OutgoingEmail.Status.SENDING, lease_until=now + task_queue.LEASE,
        announced_at=None, attempts=F("attempts") + 1,
    )
    if claimed != 1:
        return None
    email = OutgoingEmail.objects.select_related("game", "seat", "user__preferences").get(
        pk=email_id)
    if email.seat is not None and email.game is not None:
        email.seat.game = email.game
    return email


def _abandoned(now: datetime) -> Q:
    """Return the condition for emails that a worker has claimed and did not finish in time."""
    return Q(task_queue.lease_expired(now), status=OutgoingEmail.Status.SENDING)


def deliver(email_id: int, *, compose: Compose, now: datetime) -> str:
    """Claim, compose and send one email; return its new status, "" if the claim failed."""
    email = claim(email_id, now=now)
    if email is None:
        return ""
    fault_points.reached("outbox.claimed")
    if email.attempts > MAX_ATTEMPTS:
        return _fail(email, RuntimeError("the workers that claimed it did not come back"), now=now)
    try:
        _check_true(email)
        _update_address(email)
        _check_wanted(email, now=now)
        if (until := _waits_until(email, now=now)) is not None:
            _finish(email, status=OutgoingEmail.Status.RETRY, not_before=until, error=WAITS)
            return OutgoingEmail.Status.RETRY
        message = _composed(email, compose, now=now)
        fault_points.reached("outbox.composed")
        message.send()
    except Exception as error:  # noqa: BLE001 - a template bug must hold back this email only
        return _fail(email, error, now=now)
    fault_points.reached("outbox.sent")
    _finish(email, status=OutgoingEmail.Status.SENT, sent_at=now, error="", sealed_code="")
    counters.email_attempted(email.kind, outcome="sent")
    return OutgoingEmail.Status.SENT


def _waits_until(email: OutgoingEmail, *, now: datetime) -> datetime | None:
    """Return until when features want the email to wait; None if it may leave."""
    moments = [use(email, now=now) for use in features.hooks("email_waits")]
    return max((moment for moment in moments if moment is not None), default=None)


def stop_waiting(emails: QuerySet[OutgoingEmail], *, now: datetime) -> None:
    """Send those of these emails that wait for a feature (``Feature.email_waits``)."""
    waiting = emails.filter(status=OutgoingEmail.Status.RETRY, error=WAITS)
    ids = list(waiting.values_list("pk", flat=True))
    waiting.filter(pk__in=ids).update(not_before=now)
    for pk in ids:
        task_queue.send_after_commit("deliver_email", pk)


def _composed(email: OutgoingEmail, compose: Compose, *, now: datetime) -> EmailMessage:
    """Return the email as a message; log a bug in composing it, and keep it for operators."""
    try:
        with _about(email):
            return compose(email)
    except Obsolete:
        raise
    except Exception as error:
        log.exception("an email could not be composed", extra={"email": email.pk})
        failures.keep(error, now=now)
        raise Uncomposed(type(error).__name__) from error


def _about(email: OutgoingEmail) -> AbstractContextManager[None]:
    """Name the game that the email is about, if any, in reports of exceptions."""
    if email.game is None:
        return nullcontext()
    return log_context.about(email.game, log_context.EMAIL, number=email.number, kind=email.kind,
                             seat=email.seat.index if email.seat else None)


def _check_true(email: OutgoingEmail) -> None:
    """Raise Obsolete if an email about a seat is no longer true."""
    if email.game is not None and email.seat is not None and email.kind not in codes.KINDS:
        kind = email_kinds.every().get(email.kind)
        if kind is not None and not kind.still_true(email, email.game, email.seat):
            raise Obsolete("it is no longer true")


def _update_address(email: OutgoingEmail) -> None:
    """Readdress the email if its reader's address has changed since it was queued."""
    if email.kind in codes.KINDS or email_kinds.kind_of(email.kind).keeps_address:
        return
    current = email.user.email if email.user else None
    if current and current != email.to:
        email.to = current
        email.save(update_fields=["to"])


def _check_wanted(email: OutgoingEmail, *, now: datetime) -> None:
    """Raise Obsolete if the email's code has expired, or its reader does not want it."""
    if email.kind in codes.KINDS:
        if codes.has_expired(email, now=now):
            raise Obsolete("the code it brings has expired")
        return
    closed = email.user is not None and not email.user.is_active
    reason = "the account is closed" if closed else bounces.reason_not_to_send(email.to)
    if reason:
        raise Obsolete(reason)
    known = preferences.load(email.user, email.game) if email.user else None
    if not preferences.wants(email.kind, user=email.user, game=email.game, known=known):
        raise Obsolete("its reader no longer wants it")


def _fail(email: OutgoingEmail, error: Exception, *, now: datetime) -> str:
    """Schedule a retry after a failed attempt, or give up; return the new status."""
    rejection = bounces.rejection_text(error)
    if rejection and email.kind not in codes.KINDS:  # anybody may have entered that address
        bounces.record_bounce(email.to, error=rejection, now=now)
    verdict = _verdict(email, error)
    given_up = verdict is delivery_errors.Verdict.NEVER or email.attempts >= MAX_ATTEMPTS
    delay = delivery_errors.retry_delay(verdict, attempts=email.attempts)
    changes: dict[str, object] = {}
    if _is_spared(email, verdict, now=now):
        given_up, delay, changes = False, OUTAGE_DELAY, {"attempts": 1}
    elif given_up:
        changes = {"sealed_code": ""}
    status = OutgoingEmail.Status.FAILED if given_up else OutgoingEmail.Status.RETRY
    line = delivery_errors.one_line(error)
    level = logging.INFO if isinstance(error, Obsolete) else logging.WARNING
    log.log(level, "email %s: %s, %s", email.pk, status.value, line)
    _finish(email, status=status, not_before=now + delay, error=line, **changes)
    outcome = "obsolete" if isinstance(error, Obsolete) else status.value
    counters.email_attempted(email.kind, outcome=outcome)
    return status


def _is_spared(email: OutgoingEmail, verdict: delivery_errors.Verdict, *, now: datetime) -> bool:
    """Return whether a failed attempt counts as the first, since no email can be sent.

    Then the email leaves soon after the outage.  Emails with codes are not spared: their codes
    would no longer work.
    """
    # After OUTAGE_COUNTS_AFTER it is given up all the same: if it is the only email that fails, on
    # a site that sends no other, nothing could show that email works, and all clocks would stand
    # still for ever.
    return (verdict is not delivery_errors.Verdict.NEVER and email.kind not in codes.KINDS
            and now - (email.due_since or email.created_at) < OUTAGE_COUNTS_AFTER
            and outages.email_is_down())


def _verdict(email: OutgoingEmail, error: Exception) -> delivery_errors.Verdict:
    if isinstance(error, Obsolete):
        return delivery_errors.Verdict.NEVER
    verdict = delivery_errors.classify(error)
    later = (delivery_errors.Verdict.LATER, delivery_errors.Verdict.GREYLISTED)
    if verdict in later and email.kind in codes.KINDS:
        return delivery_errors.Verdict.SOON  # a code does not work for long
    return verdict


def _finish(email: OutgoingEmail, **values: object) -> None:
    """End this attempt, unless the email has been claimed again in the meantime."""
    # The number of attempts alone does not show that, since an outage sets it back to 1.
    own_claim = Q(lease_until=email.lease_until) | Q(lease_until=None)
    own = OutgoingEmail.objects.filter(own_claim, pk=email.pk, attempts=email.attempts)
    own.update(lease_until=None, **values)


def sweep(now: datetime) -> list[int]:
    """Announce again the due emails that no worker seems to have; return their ids.

    Emails that were held and emails with codes have sweeps of their own.  A freshly queued row is
    left alone for a while, since its task is probably on its way.
    """
    others = _due(now).exclude(kind__in=codes.KINDS).exclude(WAS_HELD)
    return _announce("deliver_email", others, now=now)


def sweep_held(now: datetime) -> list[int]:
    """Announce again, as ``sweep`` does, emails that were held; return their ids."""
    return _announce("deliver_held", _due(now).filter(WAS_HELD), now=now)


def sweep_codes(now: datetime) -> list[int]:
    """Announce again, as ``sweep`` does, emails that bring a code; return their ids."""
    return _announce("deliver_code", _due(now).filter(kind__in=codes.KINDS), now=now)


def _due(now: datetime) -> QuerySet[OutgoingEmail]:
    forgotten = Q(task_queue.never_started("not_before", now), status=OutgoingEmail.Status.QUEUED)
    retry = Q(status=OutgoingEmail.Status.RETRY, not_before__lte=now)
    return OutgoingEmail.objects.filter(forgotten | retry | _abandoned(now))


def _announce(task: str, due: QuerySet[OutgoingEmail], *, now: datetime) -> list[int]:
    # As queued emails, so that a worker whose clock is behind may take them, too.
    return task_queue.announce(task, due.order_by("not_before", "pk"), now=now, not_before=now,
                               status=OutgoingEmail.Status.QUEUED, lease_until=None)


def forget_old(now: datetime) -> int:
    """Delete old emails that are about no single game; return how many.

    A digest stays as long as a clock waits for it.  The emails about a game are deleted some
    time after its end (``games.table.play.ended_games``).
    """
    clocks = SeatClock.objects.filter(email__digest=OuterRef("pk"), asked_at__isnull=False,
                                      since=None)
    old = OutgoingEmail.objects.filter(game=None, status__in=FINAL,
                                       created_at__lt=now - retention.EMAILS_WITHOUT_GAME)
    return retention.delete_oldest(old.exclude(Exists(clocks)), by="created_at")


def send_again(email_ids: Iterable[int], *, now: datetime) -> int:
    """Retry, for operators, emails that failed or wait for a retry; return how many.

    The recorded bounces of their addresses are cleared.  Emails with codes are left out.
    """
    unsent = [OutgoingEmail.Status.FAILED, OutgoingEmail.Status.RETRY]
    emails = OutgoingEmail.objects.filter(pk__in=list(email_ids), status__in=unsent)
    emails = emails.exclude(kind__in=codes.KINDS)  # their codes are gone
    addresses = dict(emails.values_list("pk", "to"))
    for address in set(addresses.values()):
        bounces.clear_bounce(address)
    ids = list(addresses)
    OutgoingEmail.objects.filter(pk__in=ids).update(
        status=OutgoingEmail.Status.QUEUED, not_before=now, due_since=now, attempts=0
    )
    for email_id in ids:
        task_queue.send_after_commit("deliver_email", email_id)
    return len(ids)


def send_copy(email_id: int, *, now: datetime) -> bool:
    """Send an email once more, with the same Message-ID; return False if it was never sent."""
    sent = OutgoingEmail.objects.filter(pk=email_id, status=OutgoingEmail.Status.SENT)
    sent = sent.exclude(kind__in=codes.KINDS)
    if not sent.update(status=OutgoingEmail.Status.QUEUED, not_before=now, due_since=now,
                       attempts=0):
        return False
    task_queue.send_after_commit("deliver_email", email_id)
    return True
