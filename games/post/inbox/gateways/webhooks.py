"""The gateway for the webhooks of a hosted email service: email and delivery reports.

This module translates django-anymail's signals; ``processing`` and ``bounces`` act on them. The
view that sends a signal has checked that the webhook is genuine. Needs an optional package, so no
module may import this one at its top.
"""

from __future__ import annotations

import logging
from email import policy
from email.utils import getaddresses
from typing import Any

from anymail import signals
from anymail.signals import EventType, RejectReason
from django.core.exceptions import BadRequest

from games.base import site_clock
from games.models import IncomingEmail
from games.post.inbox import intake, processing
from games.post.inbox.parsing.message_reader import Envelope
from games.post.inbox.quotas import OverQuota
from games.post.outbox import bounces, delivery_errors

PERMANENT = frozenset({RejectReason.INVALID, RejectReason.BOUNCED})
UNWANTED = frozenset({RejectReason.SPAM, RejectReason.UNSUBSCRIBED})
NOT_DELIVERED = frozenset({EventType.BOUNCED, EventType.REJECTED})

log = logging.getLogger(__name__)


def connect() -> None:
    """Connect the receivers to the signals; calling it twice changes nothing."""
    signals.inbound.connect(receive, dispatch_uid="games.post.inbox.gateways.webhooks.receive")
    signals.tracking.connect(
        handle_delivery_report,
        dispatch_uid="games.post.inbox.gateways.webhooks.handle_delivery_report",
    )


def receive(sender: object, event: Any, **_: object) -> None:
    """Take an email in; after an exception, the service will send the email again."""
    if event.message is None:
        log.warning("the email service could not take in a message: %s", event.event_type)
        return
    try:
        intake.take_in_or_answer(
            _raw(event.message), gateway=IncomingEmail.Gateway.HOOK, now=site_clock.now(),
            envelope=_envelope(event.message))
    except OverQuota:
        raise BadRequest("too much email within an hour") from None


def _raw(message: Any) -> bytes:
    """Return the email as it arrived, without folding its headers again."""
    unfolded = policy.SMTP.clone(refold_source="none")
    try:
        return bytes(message.as_bytes(policy=unfolded))
    except UnicodeError:  # some services have decoded the headers already
        return bytes(message.as_bytes(policy=unfolded.clone(utf8=True)))


def _envelope(message: Any) -> Envelope:
    """Return the envelope without recipients that are not ours."""
    # A service to which email is forwarded names an address of its own there; without it, the
    # header says whom the email is for.
    named = getaddresses([message.envelope_recipient or ""])
    recipients = tuple(address for _, address in named if processing.accepts_address(address))
    return Envelope(message.envelope_sender, recipients)


def handle_delivery_report(sender: object, event: Any, **_: object) -> None:
    """Stop emails to an address that does not exist or whose owner reported spam.

    Delays, and rejections that are about us and not about the address, change nothing.
    """
    if not event.recipient:
        return
    now = site_clock.now()
    rejected = event.event_type in NOT_DELIVERED
    if event.event_type == EventType.COMPLAINED or (rejected and event.reject_reason in UNWANTED):
        bounces.stop_all(event.recipient, now=now)
    elif rejected and event.reject_reason in PERMANENT and not _is_soft_bounce(event):
        bounces.record_bounce(event.recipient, error=_error(event), now=now)


def _is_soft_bounce(event: Any) -> bool:
    """Return whether this bounce is temporary."""
    # Postmark and Amazon report that in fields of their own.
    report = event.esp_event if isinstance(event.esp_event, dict) else {}
    amazon = report.get("bounce") or {}
    return report.get("Type") == "SoftBounce" or amazon.get("bounceType") == "Transient"


def _error(event: Any) -> str:
    reason = event.mta_response or event.description or event.reject_reason
    return delivery_errors.without_addresses(" ".join(f"{event.event_type}: {reason}".split()))
