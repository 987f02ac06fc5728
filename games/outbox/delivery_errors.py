"""What a failed delivery means: try soon, try later, or never again.

Also turns the failure into one line for operators, without anybody's address (R25).
"""

from __future__ import annotations

import re
import smtplib
import sys
from datetime import timedelta
from enum import Enum
from typing import Any

SOON = timedelta(seconds=10)
LATER = timedelta(minutes=5)
LONGEST = timedelta(hours=6)

OF_US = frozenset({530, 535, 538})  # we have not signed in as the server wants it
_PASSING = re.compile(r"\b5\.(?:7\.\d{1,3}|2\.2)\b|\brelay", re.IGNORECASE)  # RFC 3463

_ADDRESS = re.compile(r"\S+@\S+")


class Verdict(Enum):
    """When a mail is worth another try."""

    SOON = "soon"
    LATER = "later"
    NEVER = "never"


def classify(error: Exception) -> Verdict:
    """The verdict on what sending raised.

    A server that cannot be reached is tried soon; one that says "not now" (4xx) or that
    refuses *us* (its password, our sender) later; one that refuses the person or the
    message for good (5xx) never.
    """
    told = _judge_service(error)
    if told is not None:
        return told
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        final = all(_is_final(code, said) for code, said in error.recipients.values())
        return Verdict.NEVER if final else Verdict.LATER
    if isinstance(error, smtplib.SMTPAuthenticationError | smtplib.SMTPSenderRefused
                  | smtplib.SMTPHeloError):
        return Verdict.LATER
    if isinstance(error, smtplib.SMTPConnectError | smtplib.SMTPServerDisconnected):
        return Verdict.SOON
    if isinstance(error, smtplib.SMTPResponseException):
        if error.smtp_code == 421:
            return Verdict.SOON
        final = _is_final(error.smtp_code, error.smtp_error)
        return Verdict.NEVER if final else Verdict.LATER
    if isinstance(error, OSError):
        return Verdict.SOON
    return Verdict.LATER


def _is_final(code: int, said: bytes | str) -> bool:
    """Whether the person or the message is refused for good: not us, nor a mailbox that is full."""
    return code >= 500 and code not in OF_US and not _PASSING.search(_words(said))


def _judge_service(error: Exception) -> Verdict | None:
    """The verdict on what a mail service's interface raised; None when it was not that.

    Its other refusals mostly mean us (a wrong key, an unconfirmed sender): later.
    """
    anymail = _service_errors()
    if anymail is None or not isinstance(error, anymail.AnymailError):
        return None
    if isinstance(error, anymail.AnymailRecipientsRefused | anymail.AnymailInvalidAddress):
        return Verdict.NEVER
    code = error.status_code
    if isinstance(error, anymail.AnymailAPIError) and (code is None or code >= 500):
        return Verdict.SOON
    return Verdict.LATER


def rejects_recipient(error: Exception) -> bool:
    """Whether the server or the service refused the recipient, and for good."""
    anymail = _service_errors()
    refused = isinstance(error, smtplib.SMTPRecipientsRefused) or (
        anymail is not None and isinstance(error, anymail.AnymailRecipientsRefused)
    )
    return refused and classify(error) is Verdict.NEVER


def _service_errors() -> Any:
    """The errors of django-anymail; None while it is not in use, and so raised none."""
    return sys.modules.get("anymail.exceptions")


def retry_delay(verdict: Verdict, *, attempts: int) -> timedelta:
    """How long to wait after this many attempts: doubling, at most ``LONGEST``."""
    first = SOON if verdict is Verdict.SOON else LATER
    doubled: timedelta = first * 2 ** min(attempts - 1, 12)
    return min(doubled, LONGEST)


def one_line(error: Exception) -> str:
    """The failure in one line, addresses left out."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        said = "; ".join(f"{code} {_words(text)}" for code, text in error.recipients.values())
    elif isinstance(error, smtplib.SMTPResponseException):
        said = f"{error.smtp_code} {_words(error.smtp_error)}"
    else:
        said = str(error)
    return without_addresses(" ".join(f"{type(error).__name__}: {said}".split()))


def without_addresses(text: str) -> str:
    """A line that names nobody, at most 500 characters."""
    return _ADDRESS.sub("(address)", text)[:500]


def _words(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text
