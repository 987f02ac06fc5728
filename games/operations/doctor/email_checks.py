"""Checks that emails leave and come in.

Without options, the checks only connect to the mail server.  With options, they send a test email,
or see whether an email that reaches our door is stored and read by a worker.
"""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMessage as OutgoingMessage
from django.core.mail import get_connection

from games.models import IncomingEmail, OutgoingEmail
from games.operations.doctor.findings import Finding, Options, ok, problem, skipped, wait_until
from games.post.inbox.addressees import probe_address
from games.post.inbox.gateways import pipe
from games.post.inbox.parsing.markers import OWN_HEADER
from games.post.outbox import bounces, delivery_errors
from games.post.outbox.queue import new_message_id, queue_email

INCOMING = "incoming email"
ROUND_TRIP = "round trip"
ROUND_TRIP_TIMEOUT = 10.0  # seconds
SUBJECT = "Test of the way to this site"
HEADERS = {OWN_HEADER: "doctor", "Auto-Submitted": "auto-generated"}


def check_incoming(options: Options, now: datetime) -> Iterator[Finding]:
    """Hand in a message or send one to ourselves, and wait until a worker has read it."""
    if options.door is None and not options.round_trip:
        yield skipped(INCOMING, "No message was handed in.",
                      next_step=f"Try the way in: {settings.COMMAND} doctor --door 127.0.0.1:2525"
                                " for receive_mail --listen, --door alone for a pipe, or"
                                " --round-trip for an email that leaves and comes back.")
    elif not probe_address():
        yield skipped(INCOMING, "This site receives no email, so no message was handed in.",
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
            INCOMING, "The door did not take a message"
                   f" ({delivery_errors.without_addresses(delivery_errors.one_line(error))}).",
            next_step=f"Start it: {settings.COMMAND} receive_mail --listen 127.0.0.1:2525, and"
                      " pass its address as HOST:PORT.",
        )
    return _incoming_result(
        INCOMING,
        message_id,
        wait=wait,
        missing="The door took a message, but no worker read it.",
        next_step="Start a worker for the queue inbox: celery -A alexandros_site worker -Q inbox",
    )


def _hand_in(door: str, raw: bytes, *, now: datetime) -> None:
    recipient = probe_address()
    if not door:
        pipe.receive(raw, sender=recipient, recipients=[recipient], now=now)
        return
    host, _, port = door.rpartition(":")
    with smtplib.SMTP(
        host.strip("[]") or "127.0.0.1", int(port), timeout=ROUND_TRIP_TIMEOUT
    ) as server:
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
    return _incoming_result(
        ROUND_TRIP, message_id, wait=wait,
        missing=f"The email to an address of ours has not come back within {wait:.0f} seconds.",
        next_step="See that the MX record of ALEXANDROS_REPLY_DOMAIN leads to your mail server,"
                  " that it hands email for that domain to receive_mail (or fetch_mail or a webhook"
                  " fetches it), and that a worker runs.",
    )


def _incoming_result(
    about: str, message_id: str, *, wait: float, missing: str, next_step: str
) -> Finding:
    read = IncomingEmail.objects.filter(message_id=message_id).exclude(
        status=IncomingEmail.Status.RECEIVED)
    if not wait_until(read.exists, seconds=wait):
        return problem(about, missing, next_step=next_step)
    read.delete()
    return ok(about, "A message came in and a worker has read it.")


OUTGOING = "outgoing email"
FINAL = (OutgoingEmail.Status.SENT, OutgoingEmail.Status.FAILED, OutgoingEmail.Status.RETRY)

# What an error says, and what to do about it; the last one fits all others.
NEXT_STEPS = {
    "AUTH extension not supported": "The server takes no password over this connection: add ?tls=1"
                                    " to EMAIL_URL, or leave name and password out.",
    "STARTTLS extension not supported": "The server does not know STARTTLS: let EMAIL_URL begin"
                                        " with smtps://, or leave ?tls=1 out.",
    "WRONG_VERSION_NUMBER": "The server does not begin with TLS at this port: let EMAIL_URL begin"
                            " with smtp:// and end with ?tls=1, or correct the port.",
    "SMTPAuthenticationError": "The server does not accept the name or the password in EMAIL_URL."
                               " Write special characters in them as in an address, such as %40"
                               " for @.",
    "": "Check host, port, name and password in EMAIL_URL, that the mail server is running, and"
        " that a firewall lets us out.",
}


def check_outgoing(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that the mail server lets us in and, with ``options.email``, takes an email."""
    yield _connection()
    if options.email:
        yield _test_email(options, now=now)


def _connection() -> Finding:
    if settings.LOCAL_MAILBOX:
        return skipped(OUTGOING, "No mail server is configured; emails stay in the local mailbox.",
                       next_step="Set EMAIL_URL or ALEXANDROS_ANYMAIL to send them.")
    if settings.USES_EMAIL_SERVICE:
        return skipped(OUTGOING, "An email service is asked only when there is an email to send.",
                       next_step=f"Send one: {settings.COMMAND} doctor --email you@example.org")
    try:
        with get_connection():
            return ok(OUTGOING, f"The mail server {settings.EMAIL_HOST} lets us in.")
    except (OSError, smtplib.SMTPException) as error:
        return problem(
            OUTGOING, f"The mail server {settings.EMAIL_HOST} cannot be used"
                   f" ({delivery_errors.one_line(error)}).",
            next_step=next_step(delivery_errors.one_line(error)),
        )


def next_step(error: str) -> str:
    """Return the next step after this error of connecting to the mail server."""
    return next((step for words, step in NEXT_STEPS.items() if words in error), NEXT_STEPS[""])


def _test_email(options: Options, *, now: datetime) -> Finding:
    about = "test email"
    reason = bounces.reason_not_to_send(options.email)
    email = queue_email("test", to=options.email, now=now)
    if email is None:
        return problem(about, f"We send nothing to this address: {reason}.",
                       next_step="Try another address, or send an email to this one again in the"
                                 " outbox of the admin.")

    def is_final() -> bool:
        email.refresh_from_db(fields=["status", "error"])
        return email.status in FINAL

    wait_until(is_final, seconds=options.wait)
    if email.status == OutgoingEmail.Status.SENT:
        kept = settings.LOCAL_MAILBOX
        return ok(about, "It is in the local mailbox." if kept else
                  "The mail server has accepted it. Look whether it arrives, and not as spam.")
    if email.status in FINAL:
        return problem(about, f"It could not be sent: {email.error}",
                       next_step="Correct EMAIL_URL or the mail server; the error says which.")
    return problem(about, "It is in the outbox, but no worker has sent it.",
                   next_step="Start a worker for the queue outbox: celery -A alexandros_site"
                             " worker -Q outbox")
