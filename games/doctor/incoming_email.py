"""Checks, if asked to, that an email which reaches our door is stored and read by a worker.

The message is marked as our own and as automatic, so it is never read as orders and never
answered (R16).  When it has been read, it is deleted.
"""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMessage as OutgoingMessage

from games.doctor.findings import Finding, Options, ok, problem, skipped
from games.doctor.waiting import until
from games.models import IncomingEmail
from games.post.inbox.gateways import pipe
from games.post.inbox.parsing.markers import OWN_HEADER
from games.post.inbox.recognition import probe_address
from games.post.outbox import delivery_errors
from games.post.outbox.queue import new_message_id

ABOUT = "incoming email"
ROUND_TRIP = "round trip"
TIMEOUT = 10.0  # seconds
SUBJECT = "Test of the way to this site"
HEADERS = {OWN_HEADER: "doctor", "Auto-Submitted": "auto-generated"}


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Hands a message to the door, or sends one to ourselves; waits until a worker has read it."""
    if options.door is None and not options.round_trip:
        yield skipped(ABOUT, "No message was handed in.",
                      next_step=f"Try the way in: {settings.COMMAND} doctor --door 127.0.0.1:2525"
                                " for receive_mail --listen, --door alone for a pipe, or"
                                " --round-trip for an email that leaves and comes back.")
    elif not probe_address():
        yield skipped(ABOUT, "This site receives no email, so no message was handed in.",
                      next_step="Set ALEXANDROS_REPLY_DOMAIN first.")
        return
    if options.door is not None:
        yield _through_door(options.door, wait=options.wait, now=now)
    if options.round_trip:
        yield _round_trip(wait=options.wait)


def _through_door(door: str, *, wait: float, now: datetime) -> Finding:
    message_id = new_message_id()
    try:
        _hand_in(door, _message(message_id, now=now), now=now)
    except (OSError, smtplib.SMTPException, pipe.Rejected, ValueError) as error:
        return problem(
            ABOUT, "The door did not take a message"
                   f" ({delivery_errors.without_addresses(delivery_errors.one_line(error))}).",
            next_step=f"Start it: {settings.COMMAND} receive_mail --listen 127.0.0.1:2525, and"
                      " pass its address as HOST:PORT.",
        )
    return _result(ABOUT, message_id, wait=wait,
                   missing="The door took a message, but no worker read it.",
                   next_step="Start a worker for the queue inbox: celery -A alexandros_site worker"
                             " -Q inbox")


def _hand_in(door: str, raw: bytes, *, now: datetime) -> None:
    recipient = probe_address()
    if not door:
        pipe.receive(raw, sender=recipient, recipients=[recipient], now=now)
        return
    host, _, port = door.rpartition(":")
    with smtplib.SMTP(host.strip("[]") or "127.0.0.1", int(port), timeout=TIMEOUT) as server:
        server.sendmail(recipient, [recipient], raw)


def _message(message_id: str, *, now: datetime) -> bytes:
    message = EmailMessage()
    message["From"] = message["To"] = probe_address()
    message["Subject"], message["Message-ID"] = SUBJECT, message_id
    message["Date"] = format_datetime(now)
    for name, value in HEADERS.items():
        message[name] = value
    message.set_content("This message tests the way to this site; nobody needs to read it.\n")
    return message.as_bytes()


def _round_trip(*, wait: float) -> Finding:
    if settings.LOCAL_MAILBOX:
        return skipped(ROUND_TRIP, "Emails stay in the local mailbox, so none can come back.",
                       next_step="Set EMAIL_URL first.")
    message_id = new_message_id()
    message = OutgoingMessage(
        SUBJECT, "This message tests the way to this site; nobody needs to read it.",
        to=[probe_address()], headers={**HEADERS, "Message-ID": message_id},
    )
    try:
        message.send()
    except Exception as error:  # noqa: BLE001 - each email service has errors of its own
        return problem(ROUND_TRIP,
                       f"The email could not be sent: {delivery_errors.one_line(error)}",
                       next_step="Do what is said about outgoing email.")
    return _result(
        ROUND_TRIP, message_id, wait=wait,
        missing=f"The email to an address of ours has not come back within {wait:.0f} seconds.",
        next_step="See that the MX record of ALEXANDROS_REPLY_DOMAIN leads to your mail server,"
                  " that it hands email for that domain to receive_mail (or fetch_mail or a webhook"
                  " fetches it), and that a worker runs.",
    )


def _result(about: str, message_id: str, *, wait: float, missing: str, next_step: str) -> Finding:
    read = IncomingEmail.objects.filter(message_id=message_id).exclude(
        status=IncomingEmail.Status.RECEIVED)
    if not until(read.exists, seconds=wait):
        return problem(about, missing, next_step=next_step)
    read.delete()
    return ok(about, "A message came in and a worker has read it.")
