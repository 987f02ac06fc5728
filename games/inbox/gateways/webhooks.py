"""The door of a hosted mail service: what its webhooks tell, by django-anymail's signals.

Owns how such an event is understood; the services decide what it does.  Whether a webhook is
genuine has been checked by the view that sent the signal.  Needs the optional package: nothing
may import this module at its head.
"""

from __future__ import annotations

import logging
from email import policy
from email.utils import getaddresses
from typing import Any

from anymail import signals
from anymail.signals import EventType, RejectReason
from django.utils import timezone

from games.inbox import incoming
from games.inbox.parsing.message_reader import Envelope
from games.models import IncomingEmail
from games.outbox import bounces, delivery_errors

FOR_GOOD = frozenset({RejectReason.INVALID, RejectReason.BOUNCED})
UNWANTED = frozenset({RejectReason.SPAM, RejectReason.UNSUBSCRIBED})
NOT_DELIVERED = frozenset({EventType.BOUNCED, EventType.REJECTED})

log = logging.getLogger(__name__)


def connect() -> None:
    """Listens from now on; to do so twice changes nothing."""
    signals.inbound.connect(take_in, dispatch_uid="games.inbox.gateways.webhooks.take_in")
    signals.tracking.connect(follow, dispatch_uid="games.inbox.gateways.webhooks.follow")


def take_in(sender: object, event: Any, **_: object) -> None:
    """Stores a message that came in; a failure to do so makes the service send it again."""
    if event.message is None:
        log.warning("the mail service could not take in a message: %s", event.event_type)
        return
    incoming.store(_raw(event.message), door=IncomingEmail.Door.HOOK, now=timezone.now(),
                  envelope=_envelope(event.message))


def _raw(message: Any) -> bytes:
    """The message as it came: no header is folded anew."""
    untouched = policy.SMTP.clone(refold_source="none")
    try:
        return bytes(message.as_bytes(policy=untouched))
    except UnicodeError:  # headers some services have decoded already
        return bytes(message.as_bytes(policy=untouched.clone(utf8=True)))


def _envelope(message: Any) -> Envelope:
    """The envelope as far as it says something: a service that mail is forwarded to names an
    address of its own there, and then the message's header tells for whom it is."""
    named = getaddresses([message.envelope_recipient or ""])
    recipients = tuple(address for _, address in named if incoming.accepts_address(address))
    return Envelope(message.envelope_sender, recipients)


def follow(sender: object, event: Any, **_: object) -> None:
    """Stops mail to an address that does not exist or whose reader calls it spam.

    What was only delayed, or refused because of us and not of the person, changes nothing.
    """
    if not event.recipient:
        return
    now = timezone.now()
    rejected = event.event_type in NOT_DELIVERED
    if event.event_type == EventType.COMPLAINED or (rejected and event.reject_reason in UNWANTED):
        bounces.stop_all(event.recipient, now=now)
    elif rejected and event.reject_reason in FOR_GOOD and not _is_soft(event):
        bounces.record_bounce(event.recipient, error=_reason(event), now=now)


def _is_soft(event: Any) -> bool:
    """Passing bounces that Postmark and Amazon tell of like any other."""
    told = event.esp_event if isinstance(event.esp_event, dict) else {}
    amazon = told.get("bounce") or {}
    return told.get("Type") == "SoftBounce" or amazon.get("bounceType") == "Transient"


def _reason(event: Any) -> str:
    said = event.mta_response or event.description or event.reject_reason
    return delivery_errors.without_addresses(" ".join(f"{event.event_type}: {said}".split()))
