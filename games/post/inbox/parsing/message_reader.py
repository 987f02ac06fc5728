"""The reading of an email: who sent it, to whom, and what they wrote.

``read`` never raises, whatever the bytes (R17).  For email from outside use
``sandbox.read_in_sandbox``, which calls ``read`` in a process with limited resources.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from email import message_from_bytes
from email.message import Message

from games.base.plain_text import visible
from games.post.inbox.parsing import (
    automatic_email,
    headers,
    html_text,
    quote_stripper,
    size_limits,
)
from games.post.inbox.parsing.headers import decode
from games.post.inbox.parsing.quote_stripper import Removed, Stripped

MARK = "--talk"

_DASH = "[-\u2010-\u2015\u2212]"
_ALONE = re.compile(rf"[\s*_]*(?:{_DASH}\s?){{1,3}}talk\s*[:.]?[\s*_]*", re.IGNORECASE)
# The text may begin in the same line, but "- talk soon" says goodbye.
_BEGUN = re.compile(r"[\s*_]*(?:--|[\u2013-\u2015])talk(?:\s*:|\s)\s*(.+)", re.IGNORECASE)
_LONGEST = 2000  # characters of a line that are looked at


def separate_talk(text: str) -> tuple[str, str | None]:
    """Return the text above the first line ``--talk``, and that below (None: no such line)."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if len(line) > _LONGEST:
            continue
        begun = _BEGUN.fullmatch(line)
        if begun or _ALONE.fullmatch(line):
            below = [begun[1]] if begun else []
            above = "\n".join(lines[:at]).strip("\n")
            return above, "\n".join([*below, *lines[at + 1 :]]).strip()
    return text, None


_MIN_SOFT_BREAK = 60  # a trailing space on a line this long means that a program wrapped it
_PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_RICH = ("application/ms-tnef", "application/vnd.ms-tnef", "application/rtf", "text/rtf",
         "text/richtext")
_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")


class Refused(Exception):
    """An email that is not read further; ``code`` is one of ``size_limits.CODES``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Body:
    """The visible content of an email as plain text and as HTML; either may be empty."""

    text: str
    html: str


def body_of(message: Message) -> Body:
    """Return the inline parts, without attachments, or raise Refused."""
    text: list[str] = []
    html: list[str] = []
    for part in _inline_parts(message):
        kind = part.get_content_type()
        if kind in _ENCRYPTED:
            raise Refused("encrypted")
        if kind == "text/html":
            html.append(_content(part))
        elif kind in ("text/plain", "text/enriched"):
            text.append(_without_pgp(_unwrapped(_content(part), part)))
    body = Body("\n".join(text), "\n".join(html))
    if not (body.text.strip() or body.html.strip()) and any(map(_hides_text, message.walk())):
        raise Refused("no-plain-text")
    return body


def _hides_text(part: Message) -> bool:
    """Return whether a part may contain the text of an email in a format that we do not read."""
    return part.get_content_type() in _RICH or (
        part.get_content_type() in _ENCRYPTED and _is_attached(part))


def _inline_parts(message: Message) -> Iterator[Message]:
    """Yield the inline parts in reading order."""
    # Without recursion, which could go too deep.
    waiting = [message]
    while waiting:
        part = waiting.pop()
        # The payload of any other part would be decoded, which its charset can make impossible.
        payload = part.get_payload() if part.is_multipart() else None
        if part.get_content_type() == "multipart/encrypted":
            yield part
        elif part.get_content_maintype() == "multipart" and isinstance(payload, list):
            waiting.extend(child for child in reversed(payload) if isinstance(child, Message))
        elif not isinstance(payload, list) and not _is_attached(part):
            yield part


def _is_attached(part: Message) -> bool:
    disposition = str(part.get("content-disposition", "")).strip().lower()
    named = part.get_param("name") or part.get_filename()
    if part.get_content_type() in _ENCRYPTED:
        return "signed-data" in str(part.get("content-type", "")).lower()
    return disposition.startswith("attachment") or bool(named)


def _content(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    if len(data) > size_limits.MAX_DECODED:
        raise Refused("too-much-text")
    return visible(decode(data, str(part.get_param("charset") or "us-ascii")))


def _unwrapped(text: str, part: Message) -> str:
    """Return the text with wrapped lines joined again (RFC 3676), except for short lines."""
    # Each order has its own line, and a space that somebody enters after it must not join it to the
    # next.
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        is_soft = before.endswith(" ") and not before.startswith(">")
        is_wrapped = is_soft and _MIN_SOFT_BREAK <= len(before) < 1000
        if is_wrapped and not line.startswith((">", "-- ")):
            lines[-1] = before + line
        else:
            lines.append(line)
    return "\n".join(lines)


def _without_pgp(text: str) -> str:
    """Return the text without an inline PGP signature, or raise Refused if it is encrypted."""
    if _PGP_ENCRYPTED in text:
        raise Refused("encrypted")
    if _PGP_SIGNED not in text:
        return text
    signed_text = text.split(_PGP_SIGNED, 1)[1].split(_PGP_SIGNATURE, 1)[0]
    return signed_text.partition("\n\n")[2].replace("\n- ", "\n")


log = logging.getLogger(__name__)

_MAX_ANSWERED = 20
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
_MAX_SUBJECT = 300


@dataclass(frozen=True, slots=True)
class Envelope:
    """The envelope of an email (SMTP's MAIL FROM and RCPT TO), as the gateway knows it.

    ``sender`` is "" for the null sender of bounces and None if unknown.
    """

    sender: str | None = None
    recipients: tuple[str, ...] = ()


NO_ENVELOPE = Envelope()


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading an email.

    ``digest``     SHA-256 of the bytes, which identifies an email without a Message-ID.
    ``sender``     address in From, lower case; "" if unknown: then we never answer.
    ``name``       display name of the sender.
    ``recipients`` the envelope's, or else those in the header; lower case.
    ``reason``     what kind of program sent the email, "" if a person did: "auto-reply",
                   "bounce", "own", "receipt", "calendar" or "reaction".  A program's email has
                   no ``text`` here and is never answered (R16).
    ``doubt``      what kind of program may have sent the email, "list" or "auto-reply"; "" if
                   nothing points to one.
    ``text``       what the person wrote, without quotes and signatures.
    ``talk``       the part of the text below a line "--talk"; None without such a line.
    ``answered``   the Message-IDs of the emails that this one answers, oldest first.
    ``removed``    the quotes and signatures, in which orders may have been lost.
    ``refused``    why the email was not read, one of ``size_limits.CODES``; "" if it was.
    """

    digest: str
    sender: str = ""
    name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    message_id: str = ""
    answered: tuple[str, ...] = ()
    reason: str = ""
    doubt: str = ""
    text: str = ""
    talk: str | None = None
    refused: str = ""
    removed: Removed = field(default_factory=Removed)

    @property
    def is_automatic(self) -> bool:
        return bool(self.reason)

    @property
    def sentence(self) -> str:
        """The explanation for the sender of a refused email; "" if the email was read."""
        return size_limits.sentence(self.refused) if self.refused else ""


def read(raw: bytes, *, envelope: Envelope = NO_ENVELOPE, own_domain: str = "",
         vouched: bool = False) -> Reading:
    """Return the reading of an email, which says why if the email cannot be read.

    ``vouched`` is whether its sender says that no program has sent it.
    """
    unread = blank(raw, envelope=envelope)
    try:
        return _read(raw, unread, envelope, own_domain, vouched=vouched)
    except Refused as refusal:
        return replace(unread, refused=refusal.code)
    except MemoryError:
        return replace(unread, refused="too-costly")
    except Exception as error:  # noqa: BLE001 - the parser may fail in unknown ways
        log.warning("an email could not be read: %s", type(error).__name__)
        return replace(unread, refused="unreadable")


def blank(raw: bytes, *, envelope: Envelope) -> Reading:
    """Return a Reading with only the digest and the envelope's recipients."""
    recipients = tuple(dict.fromkeys(to.strip().lower() for to in envelope.recipients))
    return Reading(digest=hashlib.sha256(raw).hexdigest(), recipients=recipients)


def _read(raw: bytes, unread: Reading, envelope: Envelope, own_domain: str, *,
          vouched: bool) -> Reading:
    refused = size_limits.exceeded(raw)
    if refused in size_limits.OF_THE_HEADER:
        return replace(unread, refused=refused)
    # A bounce is recognised by its header, also where the rest is too large to be read.
    message = message_from_bytes(size_limits.header(raw) if refused else raw)
    fields = headers.collect(message.raw_items())
    reading = _with_headers(unread, fields)
    reason = "" if vouched else automatic_email.reason(
        fields, message.walk(), sender=envelope.sender, own_domain=own_domain)
    reading = replace(reading, doubt="" if vouched else automatic_email.doubt(fields))
    if refused or reason:
        return replace(reading, reason=reason, refused=refused)
    try:
        written = _written(message)
    except Refused as refusal:
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
    """Return what is written in the plain text or, if that is empty, in the HTML.

    Raises Refused if words are struck out or hidden, or if there is too much text.
    """
    body = body_of(message)
    plain = _stripped(body.text)
    # Only the HTML shows which words are struck out or hidden.
    if plain.text and not html_text.may_leave_out(body.html):
        return plain
    html = _stripped(html_text.to_text(body.html))
    if html_text.STRUCK in html.text:
        raise Refused("struck-out")
    if html_text.HIDDEN in html.text:
        raise Refused("hidden")
    return plain if plain.text or not body.html else html


def _stripped(text: str) -> Stripped:
    if text.count("\n") > size_limits.MAX_DECODED_LINES:
        raise Refused("too-much-text")
    return quote_stripper.separate(text)
