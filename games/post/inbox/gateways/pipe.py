"""The gateway for a mail server's pipe or a ``.forward`` file, which brings one email.

Owns the exit codes that tell the mail server what to do with the email next.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from games.models import IncomingEmail
from games.post.inbox import intake, processing
from games.post.inbox.parsing.message_reader import Envelope
from games.post.inbox.quotas import OverQuota

# From sysexits.h, which mail servers understand.
NO_INPUT, UNKNOWN_RECIPIENT, TRY_AGAIN = 66, 67, 75
NULL_SENDERS = ("", "<>", "MAILER-DAEMON")

log = logging.getLogger(__name__)


class Rejected(Exception):
    """A refusal to store the email; ``code`` is the exit code that says why."""

    def __init__(self, sentence: str, *, code: int) -> None:
        super().__init__(sentence)
        self.code = code


def receive(raw: bytes, *, sender: str | None, recipients: Sequence[str],
            now: datetime) -> IncomingEmail | None:
    """Store the email; return None if it is not for a player; raise Rejected.

    ``sender`` is the envelope's, None if unknown.  If ``recipients`` is empty, the header counts.
    """
    if not raw.strip():
        raise Rejected("There is no email on standard input.", code=NO_INPUT)
    try:
        accepted = not recipients or any(map(processing.accepts_address, recipients))
        if accepted:
            return intake.take_in_or_answer(
                raw, gateway=IncomingEmail.Gateway.PIPE, now=now,
                envelope=Envelope(_sender(sender), tuple(recipients)))
    except OverQuota:
        raise Rejected("Too much email within an hour; try again later.",
                       code=TRY_AGAIN) from None
    except Exception as error:
        # Whatever went wrong, the mail server must keep the email and try again.
        log.exception("an email could not be stored")
        raise Rejected("The email cannot be stored now; try again.", code=TRY_AGAIN) from error
    raise Rejected("This address is not in use, or no longer. Reply to the newest email about your"
                   " game, or play on the website.", code=UNKNOWN_RECIPIENT)


def _sender(given: str | None) -> str | None:
    """Return the envelope's sender; "" for the null sender of bounces in any notation."""
    return "" if given is not None and given.upper() in NULL_SENDERS else given
