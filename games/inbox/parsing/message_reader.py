"""Reads an email: who sent it, to whom, and what they wrote.

``read`` never raises, whatever the bytes (R17).  For email from outside use
``sandbox.read_in_sandbox``, which calls it in a process with limited resources.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, field, replace
from email import message_from_bytes
from email.message import Message

from games.inbox.parsing import (
    automatic_email,
    headers,
    html_text,
    mime_parts,
    quote_stripper,
    size_limits,
)
from games.inbox.parsing.quote_stripper import Removed, Stripped
from games.inbox.parsing.talk import separate_talk

log = logging.getLogger(__name__)

_MAX_ANSWERED = 20
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
_MAX_SUBJECT = 300


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the gateway knows about an email besides its bytes, as SMTP's MAIL FROM and RCPT TO.

    ``sender`` is "" for the null sender of bounces and None when unknown.
    """

    sender: str | None = None
    recipients: tuple[str, ...] = ()


NO_ENVELOPE = Envelope()


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from an email.

    ``digest``     SHA-256 of its bytes, which identifies it if it has no Message-ID.
    ``sender``     address in From, lower case; "" if unknown: then it is never answered.
    ``name``       display name of the sender.
    ``recipients`` the envelope's, or else those in the header; lower case.
    ``reason``     what kind of program sent it, "" if a person did: "auto-reply", "bounce",
                   "list", "own", "receipt" or "calendar".  A program's email has no ``text``
                   here and is never answered (R16).
    ``text``       what the person wrote, without quotes and signatures.
    ``talk``       the part of it below a line "--talk"; None without such a line.
    ``answered``   the Message-IDs of the emails that it answers, the oldest first.
    ``removed``    those quotes and signatures, in which orders may have been lost.
    ``refused``    why it was not read, one of ``size_limits.CODES``; "" if it was.
    """

    digest: str
    sender: str = ""
    name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    message_id: str = ""
    answered: tuple[str, ...] = ()
    reason: str = ""
    text: str = ""
    talk: str | None = None
    refused: str = ""
    removed: Removed = field(default_factory=Removed)

    @property
    def is_automatic(self) -> bool:
        return bool(self.reason)

    @property
    def sentence(self) -> str:
        """What to tell the sender of a refused email; "" for one that was read."""
        return size_limits.sentence(self.refused) if self.refused else ""


def read(raw: bytes, *, envelope: Envelope = NO_ENVELOPE, own_domain: str = "") -> Reading:
    """What this email says; if it cannot be read, the Reading says why."""
    unread = blank(raw, envelope=envelope)
    try:
        return _read(raw, unread, envelope, own_domain)
    except mime_parts.Refused as refusal:
        return replace(unread, refused=refusal.code)
    except MemoryError:
        return replace(unread, refused="too-costly")
    except Exception as error:  # noqa: BLE001 - the parser may fail in unknown ways
        log.warning("an email could not be read: %s", type(error).__name__)
        return replace(unread, refused="unreadable")


def blank(raw: bytes, *, envelope: Envelope) -> Reading:
    """A Reading with nothing but what the gateway knows."""
    recipients = tuple(dict.fromkeys(to.strip().lower() for to in envelope.recipients))
    return Reading(digest=hashlib.sha256(raw).hexdigest(), recipients=recipients)


def _read(raw: bytes, unread: Reading, envelope: Envelope, own_domain: str) -> Reading:
    refused = size_limits.exceeded(raw)
    if refused in size_limits.OF_THE_HEADER:
        return replace(unread, refused=refused)
    # A bounce is recognised by its header, also where the rest is too large to be read.
    message = message_from_bytes(size_limits.header(raw) if refused else raw)
    fields = headers.collect(message.raw_items())
    reading = _with_headers(unread, fields)
    reason = automatic_email.reason(
        fields, content_type=message.get_content_type(), sender=envelope.sender,
        own_domain=own_domain,
    )
    if refused or reason:
        return replace(reading, reason=reason, refused=refused)
    try:
        written = _written(message)
    except mime_parts.Refused as refusal:
        return replace(reading, refused=refusal.code)
    if len(written.text) > size_limits.MAX_WRITTEN:
        return replace(reading, refused="too-much-text")
    text, talk = separate_talk(written.text)
    return replace(reading, text=text, talk=talk, removed=written.removed)


def _with_headers(unread: Reading, fields: headers.Headers) -> Reading:
    return replace(
        unread,
        sender=next(iter(headers.addresses(fields, "from")), ""),
        name=headers.display_name(fields),
        recipients=unread.recipients or headers.addresses(fields, *RECIPIENTS),
        subject=headers.first(fields, "subject")[:_MAX_SUBJECT],
        message_id=next(iter(headers.message_ids(fields, "message-id")), ""),
        answered=headers.message_ids(fields, "references", "in-reply-to")[-_MAX_ANSWERED:],
    )


def _written(message: Message) -> Stripped:
    """What is written in the plain text; if that is nothing, in the HTML.  Raises Refused.

    The plain text does not show which words are struck out or hidden, but the HTML does.
    """
    body = mime_parts.body(message)
    plain = _stripped(body.text)
    if plain.text and not html_text.may_leave_out(body.html):
        return plain
    html = _stripped(html_text.to_text(body.html))
    if html_text.STRUCK in html.text:
        raise mime_parts.Refused("struck-out")
    if html_text.HIDDEN in html.text:
        raise mime_parts.Refused("hidden")
    return plain if plain.text or not body.html else html


def _stripped(text: str) -> Stripped:
    if text.count("\n") > size_limits.MAX_DECODED_LINES:
        raise mime_parts.Refused("too-much-text")
    return quote_stripper.separate(text)
