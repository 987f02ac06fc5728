"""Delivery errors: whether and when to retry, and one line about each for operators.

That line never contains an email address (R25).
"""

from __future__ import annotations

import re
import smtplib
import sys
from datetime import timedelta
from enum import Enum
from typing import Any

FIRST_DELAY_SOON = timedelta(seconds=10)
FIRST_DELAY_LATER = timedelta(minutes=5)
# A server that greylists takes the second attempt, if it comes some minutes after the first.
GREYLISTED_DELAYS = (timedelta(minutes=1), timedelta(minutes=3))
MAX_DELAY = timedelta(hours=6)

AUTHENTICATION_CODES = frozenset({530, 535, 538})  # the server does not accept our credentials
# Enhanced status codes (RFC 3463) that are about us (5.7.x) or about a full mailbox (5.2.2).
_TEMPORARY = re.compile(r"\b5\.(?:7\.\d{1,3}|2\.2)\b|\brelay", re.IGNORECASE)

# Codes that greylisting servers answer, and what others say with another 4xx (RFC 6647).
GREYLISTING_CODES = frozenset({450, 451})
_GREYLISTING = re.compile(r"gr[ae]y.?list", re.IGNORECASE)

_ADDRESS = re.compile(r"\S+@\S+")


class Verdict(Enum):
    """The time of the next attempt to send an email."""

    SOON = "soon"
    GREYLISTED = "greylisted"
    LATER = "later"
    NEVER = "never"


def classify(error: Exception) -> Verdict:
    """Return when to retry after this error, which sending raised.

    We retry soon if the server cannot be reached; after a minute if it may be greylisting us (450,
    451); later if it is busy (other 4xx) or rejects *us* (our password or our sender address);
    never if it permanently rejects the recipient or the message (5xx).
    """
    verdict = _classify_service_error(error)
    if verdict is not None:
        return verdict
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        verdicts = [_of_reply(code, text) for code, text in error.recipients.values()]
        return min(verdicts, key=_BY_HOPE.index)
    if isinstance(error, smtplib.SMTPSenderRefused) and _is_greylisting(
            error.smtp_code, error.smtp_error):
        return Verdict.GREYLISTED
    if isinstance(error, smtplib.SMTPAuthenticationError | smtplib.SMTPSenderRefused
                  | smtplib.SMTPHeloError):
        return Verdict.LATER
    if isinstance(error, smtplib.SMTPConnectError | smtplib.SMTPServerDisconnected):
        return Verdict.SOON
    if isinstance(error, smtplib.SMTPResponseException):
        if error.smtp_code == 421:
            return Verdict.SOON
        return _of_reply(error.smtp_code, error.smtp_error)
    if isinstance(error, OSError):
        return Verdict.SOON
    return Verdict.LATER


_BY_HOPE = (Verdict.GREYLISTED, Verdict.LATER, Verdict.NEVER)


def _of_reply(code: int, text: bytes | str) -> Verdict:
    if _is_greylisting(code, text):
        return Verdict.GREYLISTED
    return Verdict.NEVER if _is_final(code, text) else Verdict.LATER


def _is_greylisting(code: int, text: bytes | str) -> bool:
    """Return whether the server may take the same email a few minutes later."""
    return code in GREYLISTING_CODES or (
        400 <= code < 500 and bool(_GREYLISTING.search(_decoded(text))))


def _is_final(code: int, text: bytes | str) -> bool:
    """Return whether the server rejects the recipient or the message for good.

    Returns False if the server rejects us, or if the mailbox is full.
    """
    return (code >= 500 and code not in AUTHENTICATION_CODES
            and not _TEMPORARY.search(_decoded(text)))


def _classify_service_error(error: Exception) -> Verdict | None:
    """Return the verdict on an error of django-anymail; None for any other error."""
    anymail = _service_errors()
    if anymail is None or not isinstance(error, anymail.AnymailError):
        return None
    if isinstance(error, anymail.AnymailRecipientsRefused | anymail.AnymailInvalidAddress):
        return Verdict.NEVER
    code = error.status_code
    if isinstance(error, anymail.AnymailAPIError) and (code is None or code >= 500):
        return Verdict.SOON
    return Verdict.LATER  # most errors are about us: a wrong key, an unconfirmed sender


def rejects_recipient(error: Exception) -> bool:
    """Return whether the server or the email service permanently rejected the recipient."""
    anymail = _service_errors()
    refused = isinstance(error, smtplib.SMTPRecipientsRefused) or (
        anymail is not None and isinstance(error, anymail.AnymailRecipientsRefused)
    )
    return refused and classify(error) is Verdict.NEVER


def _service_errors() -> Any:
    """Return the module with django-anymail's errors; None if it was never imported."""
    return sys.modules.get("anymail.exceptions")


def retry_delay(verdict: Verdict, *, attempts: int) -> timedelta:
    """Return the pause after this many attempts, which doubles up to ``MAX_DELAY``.

    If the server may be greylisting us, two short pauses come first.
    """
    if verdict is Verdict.GREYLISTED:
        if attempts <= len(GREYLISTED_DELAYS):
            return GREYLISTED_DELAYS[attempts - 1]
        attempts -= len(GREYLISTED_DELAYS)
    first = FIRST_DELAY_SOON if verdict is Verdict.SOON else FIRST_DELAY_LATER
    delay: timedelta = first * 2 ** min(attempts - 1, 12)
    return min(delay, MAX_DELAY)


def one_line(error: Exception) -> str:
    """Return the error in one line, without addresses."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        details = "; ".join(f"{code} {_decoded(text)}" for code, text in error.recipients.values())
    elif isinstance(error, smtplib.SMTPResponseException):
        details = f"{error.smtp_code} {_decoded(error.smtp_error)}"
    else:
        details = str(error)
    return without_addresses(" ".join(f"{type(error).__name__}: {details}".split()))


def without_addresses(text: str) -> str:
    """Return the text with its email addresses masked, at most 500 characters."""
    return _ADDRESS.sub("(address)", text)[:500]


def _decoded(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text
