"""Checks that emails leave: connects to the mail server or, if asked to, sends a test email."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.core.mail import get_connection

from games.doctor.findings import Finding, Options, ok, problem, skipped
from games.doctor.waiting import until
from games.models import OutgoingEmail
from games.post.outbox import bounces, delivery_errors
from games.post.outbox.queue import queue_email

ABOUT = "outgoing email"
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


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Whether the mail server lets us in and, with ``options.email``, takes an email from us."""
    yield _connection()
    if options.email:
        yield _test_email(options, now=now)


def _connection() -> Finding:
    if settings.LOCAL_MAILBOX:
        return skipped(ABOUT, "No mail server is configured; emails stay in the local mailbox.",
                       next_step="Set EMAIL_URL or ALEXANDROS_ANYMAIL to send them.")
    if settings.USES_EMAIL_SERVICE:
        return skipped(ABOUT, "An email service is asked only when there is an email to send.",
                       next_step=f"Send one: {settings.COMMAND} doctor --email you@example.org")
    try:
        with get_connection():
            return ok(ABOUT, f"The mail server {settings.EMAIL_HOST} lets us in.")
    except (OSError, smtplib.SMTPException) as error:
        return problem(
            ABOUT, f"The mail server {settings.EMAIL_HOST} cannot be used"
                   f" ({delivery_errors.one_line(error)}).",
            next_step=next_step(delivery_errors.one_line(error)),
        )


def next_step(error: str) -> str:
    """What to do about this error of connecting to the mail server."""
    return next((step for words, step in NEXT_STEPS.items() if words in error), NEXT_STEPS[""])


def _test_email(options: Options, *, now: datetime) -> Finding:
    about = "test email"
    reason = bounces.reason_not_to_send(options.email)
    email = queue_email("test", to=options.email, now=now)
    if email is None:
        return problem(about, f"We send nothing to this address: {reason}.",
                       next_step="Try another address, or send an email to this one again in the"
                                 " outbox of the admin.")
    until(lambda: _status(email) in FINAL, seconds=options.wait)
    return _result(about, _status(email), error=_error(email))


def _result(about: str, status: str, *, error: str) -> Finding:
    if status == OutgoingEmail.Status.SENT:
        kept = settings.LOCAL_MAILBOX
        return ok(about, "It is in the local mailbox." if kept else
                  "The mail server has accepted it. Look whether it arrives, and not as spam.")
    if status in FINAL:
        return problem(about, f"It could not be sent: {error}",
                       next_step="Correct EMAIL_URL or the mail server; the error says which.")
    return problem(about, "It is in the outbox, but no worker has sent it.",
                   next_step="Start a worker for the queue outbox: celery -A alexandros_site"
                             " worker -Q outbox")


def _status(email: OutgoingEmail) -> str:
    return OutgoingEmail.objects.values_list("status", flat=True).get(pk=email.pk)


def _error(email: OutgoingEmail) -> str:
    return OutgoingEmail.objects.values_list("error", flat=True).get(pk=email.pk)
