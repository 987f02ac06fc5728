"""The text of a parsed message: which of its parts was written, in which character set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

from games.inbox.parsing import size_limits
from games.inbox.parsing.charsets import decode
from games.plain_text import visible

_SOFT = 60  # from this length on a trailing blank means that the mail reader wrapped the line
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SEALED = "-----BEGIN PGP MESSAGE-----"
_SEAL = "-----BEGIN PGP SIGNATURE-----"
_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")


class Refused(Exception):
    """A message that is not read further; ``code`` is one of ``size_limits.SENTENCES``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Body:
    """What the message shows to its reader, in its two forms; either may be empty."""

    text: str
    html: str


def body(message: Message) -> Body:
    """The parts meant to be read at once, attachments left out; raises Refused."""
    text: list[str] = []
    html: list[str] = []
    for part in _shown(message):
        kind = part.get_content_type()
        if kind in _ENCRYPTED:
            raise Refused("encrypted")
        if kind == "text/html":
            html.append(_content(part))
        elif kind in ("text/plain", "text/enriched"):
            text.append(_unsealed(_unwrapped(_content(part), part)))
    return Body("\n".join(text), "\n".join(html))


def _shown(message: Message) -> Iterator[Message]:
    """The parts in reading order, by a list of our own: no recursion over what others nested."""
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
    """Long lines put together again (RFC 3676).

    Short ones stay as they are, even with a blank at their end: an order stands on a line
    of its own, and a blank typed after it must not join it to the next.
    """
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        before = lines[-1] if lines else ""
        soft = before.endswith(" ") and len(before) >= _SOFT and not before.startswith(">")
        if soft and len(before) < 1000 and not line.startswith((">", "-- ")):
            lines[-1] = before + line
        else:
            lines.append(line)
    return "\n".join(lines)


def _unsealed(text: str) -> str:
    """The text without the armour of an inline PGP signature; raises Refused if encrypted."""
    if _SEALED in text:
        raise Refused("encrypted")
    if _SIGNED not in text:
        return text
    signed = text.split(_SIGNED, 1)[1].split(_SEAL, 1)[0]
    return signed.partition("\n\n")[2].replace("\n- ", "\n")
