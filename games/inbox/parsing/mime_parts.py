"""Extracts the text and HTML of an email from its MIME parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

from games.base.plain_text import visible
from games.inbox.parsing import size_limits
from games.inbox.parsing.charsets import decode

_MIN_SOFT_BREAK = 60  # a trailing space on a line this long means that a program wrapped it
_PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
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


def body(message: Message) -> Body:
    """The inline parts, without attachments; raises Refused."""
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
    return Body("\n".join(text), "\n".join(html))


def _inline_parts(message: Message) -> Iterator[Message]:
    """The inline parts in reading order, without recursion, which could go too deep."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        payload = part.get_payload()
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
    """The text with wrapped lines joined again (RFC 3676).

    Short lines stay as they are, even with a space at their end: each order has its own line,
    and a space entered after it must not join it to the next.
    """
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
    """The text without an inline PGP signature; raises Refused if it is encrypted."""
    if _PGP_ENCRYPTED in text:
        raise Refused("encrypted")
    if _PGP_SIGNED not in text:
        return text
    signed_text = text.split(_PGP_SIGNED, 1)[1].split(_PGP_SIGNATURE, 1)[0]
    return signed_text.partition("\n\n")[2].replace("\n- ", "\n")
