"""From the bytes of a message to who wrote it and what: the one way in, for every door.

``read`` never raises, whatever the bytes (R17).  For mail from outside use
``apart.read_apart``, which calls it in a process of its own with little to lose.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, replace
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

log = logging.getLogger(__name__)

_RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
_SUBJECT = 300


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the door was told beside the message, as SMTP's MAIL FROM and RCPT TO.

    ``sender`` is "" for the null sender of bounces and None where the door does not know.
    """

    sender: str | None = None
    recipients: tuple[str, ...] = ()


NO_ENVELOPE = Envelope()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a message says.

    ``digest``     SHA-256 of its bytes, to know it again where it has no id.
    ``sender``     address in From, lower case; "" when unknown: such mail is never answered.
    ``name``       the name beside it.
    ``recipients`` the envelope's, or else those in the header; lower case.
    ``reason``     why it is a machine's mail: "auto-reply", "bounce", "list", "own", "receipt",
                   "calendar"; such mail has no text here and is never answered (R16).
    ``text``       what the person wrote, quotes and signatures cut.
    ``refused``    why it was not read, a key of ``size_limits.SENTENCES``; "" when it was.
    """

    digest: str
    sender: str = ""
    name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    message_id: str = ""
    reason: str = ""
    text: str = ""
    refused: str = ""

    @property
    def is_automatic(self) -> bool:
        return bool(self.reason)

    @property
    def sentence(self) -> str:
        """What to tell the sender of a refused mail; "" for one that was read."""
        return size_limits.SENTENCES.get(self.refused, "")


def read(raw: bytes, *, envelope: Envelope = NO_ENVELOPE, own_domain: str = "") -> Reading:
    """What this message says; a message that cannot be read is a Reading that says why."""
    unread = blank(raw, envelope=envelope)
    try:
        return _read(raw, unread, envelope, own_domain)
    except mime_parts.Refused as refusal:
        return replace(unread, refused=refusal.code)
    except MemoryError:
        return replace(unread, refused="too-costly")
    except Exception as error:  # noqa: BLE001 - the parser's ways to fail are not all known
        log.warning("a mail could not be read: %s", type(error).__name__)
        return replace(unread, refused="unreadable")


def blank(raw: bytes, *, envelope: Envelope) -> Reading:
    """A Reading that knows only what the door knew."""
    recipients = tuple(dict.fromkeys(to.strip().lower() for to in envelope.recipients))
    return Reading(digest=hashlib.sha256(raw).hexdigest(), recipients=recipients)


def _read(raw: bytes, unread: Reading, envelope: Envelope, own_domain: str) -> Reading:
    refused = size_limits.excess(raw)
    if refused in size_limits.OF_THE_HEADER:
        return replace(unread, refused=refused)
    # A bounce is a bounce however large: the header tells even where the rest is not read.
    message = message_from_bytes(size_limits.header(raw) if refused else raw)
    found = headers.collect(message.raw_items())
    reading = _addressed(unread, found)
    reason = automatic_email.reason(
        found, content_type=message.get_content_type(), sender=envelope.sender,
        own_domain=own_domain,
    )
    if refused or reason:
        return replace(reading, reason=reason, refused=refused)
    try:
        text = _written(message)
    except mime_parts.Refused as refusal:
        return replace(reading, refused=refusal.code)
    if len(text) > size_limits.MAX_WRITTEN:
        return replace(reading, refused="too-much-text")
    return replace(reading, text=text)


def _addressed(unread: Reading, found: headers.Headers) -> Reading:
    return replace(
        unread,
        sender=next(iter(headers.addresses(found, "from")), ""),
        name=headers.display_name(found),
        recipients=unread.recipients or headers.addresses(found, *_RECIPIENTS),
        subject=headers.first(found, "subject")[:_SUBJECT],
        message_id=next(iter(headers.message_ids(found, "message-id")), ""),
    )


def _written(message: Message) -> str:
    """The plain text where it says anything, or else the HTML."""
    shown = mime_parts.body(message)
    return _cut(shown.text) or _cut(html_text.to_text(shown.html))


def _cut(text: str) -> str:
    if text.count("\n") > size_limits.MAX_DECODED_LINES:
        raise mime_parts.Refused("too-much-text")
    return quote_stripper.cut(text)
