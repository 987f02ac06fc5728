"""Limits on the size of an email, checked on its raw bytes before it is parsed (R17).

Every check takes linear time, without recursion or decoding.  Real replies, even with quotes of our
pictures, stay far below the limits.
"""

from __future__ import annotations

import re

from alexandros_rules.translation import gettext, gettext_noop

MAX_EMAIL_BYTES = 2_000_000
MAX_LINES = 40_000
MAX_LINE = 10_000  # RFC 5322 allows 998
MAX_HEADER_BYTES = 64_000
MAX_HEADERS = 250
MAX_HEADER = 16_000  # one header with its continuation lines
MAX_ADDRESSES = 500  # every "@" in the header counts, also in Message-IDs and Received lines
MAX_ENCODED_WORDS = 500
MAX_NESTING = 25  # multiparts and enclosed messages in total
MAX_PART_HEADERS = 200
MAX_DELIMITERS = 300  # lines that may begin a part
MAX_DECODED = 500_000  # bytes of text or HTML in one part
MAX_DECODED_LINES = 20_000
MAX_WRITTEN = 4_000  # characters a person may write, as many as in orders on the game page

# By code: the fault and its remedy, for the person who sent the email.
_SENTENCES = {
    "too-large": gettext_noop(
        "This email is larger than %(megabytes)s MB. Please reply with plain text and no"
        " attachments."),
    "too-many-lines": gettext_noop(
        "This email has more than %(lines)s lines. Please send only your orders."),
    "line-too-long": gettext_noop(
        "This email has a line of more than %(line)s characters. Please write one order per line."),
    "header-too-large": gettext_noop(
        "The header of this email is too large to be read. Please write a new, plain email with"
        " your orders."),
    "too-many-addresses": gettext_noop(
        "This email has too many addresses. Please send it to the address of your turn only."),
    "too-many-parts": gettext_noop(
        "This email has too many parts. Please reply with plain text and no attachments."),
    "too-much-text": gettext_noop(
        "This email has more than %(written)s characters of text above the quoted part. Please"
        " send only your orders."),
    "too-costly": gettext_noop("This email takes too long to read. Please reply with plain text."),
    "no-plain-text": gettext_noop(
        "Your email program has sent your text in a way that only some programs can read, such as"
        " Rich Text (winmail.dat) or a signed message in one piece. Please set it to write plain"
        " text or HTML, and send your orders again."),
    "encrypted": gettext_noop(
        "This email is encrypted, so we cannot read it. Please send your orders unencrypted."),
    "struck-out": gettext_noop(
        "Some words in this email are struck out, so we do not know what you mean. Nothing was"
        " played. Please send only your orders, without words that are struck out."),
    "hidden": gettext_noop(
        "This email contains hidden text, which you may not see yourself. Nothing was played."
        " Please reply with plain text, one order per line."),
    "unreadable": gettext_noop(
        "We cannot read this email. Please reply with plain text, one order per line."),
}
_LIMITS = {"megabytes": MAX_EMAIL_BYTES // 1_000_000, "lines": MAX_LINES, "line": MAX_LINE,
           "written": MAX_WRITTEN}
CODES = frozenset(_SENTENCES)

OF_THE_HEADER = ("header-too-large", "too-many-addresses")

_BLANK = re.compile(rb"\r?\n[ \t]*\r?\n")
_NESTING = re.compile(rb"boundary[\s*0-9]{0,20}=|content-type:\s{0,20}message/", re.IGNORECASE)
_PART_HEADER = re.compile(rb"^content-", re.IGNORECASE | re.MULTILINE)


def sentence(code: str) -> str:
    """Return the explanation for the sender of an email that was refused with this code."""
    return gettext(_SENTENCES[code]) % _LIMITS


def exceeded(raw: bytes) -> str:
    """Return the code of the first limit that the email exceeds, header first; "" if none."""
    if refused := _header_exceeded(header(raw)):
        return refused
    if len(raw) > MAX_EMAIL_BYTES:
        return "too-large"
    if raw.count(b"\n") + raw.count(b"\r") > 2 * MAX_LINES:
        return "too-many-lines"
    lines = raw.splitlines()
    if len(lines) > MAX_LINES:
        return "too-many-lines"
    if max(map(len, lines), default=0) > MAX_LINE:
        return "line-too-long"
    return _part_exceeded(raw)


def header(raw: bytes) -> bytes:
    """Return the bytes of the header, truncated to one byte over the limit."""
    start = raw[: MAX_HEADER_BYTES + 1]
    blank = _BLANK.search(start)
    return start[: blank.end()] if blank else start


def _header_exceeded(header: bytes) -> str:
    if len(header) > MAX_HEADER_BYTES:
        return "too-many-addresses" if _has_too_many_addresses(header) else "header-too-large"
    if _has_too_many_addresses(header):
        return "too-many-addresses"
    if header.count(b"=?") > MAX_ENCODED_WORDS or _longest_header(header) > MAX_HEADER:
        return "header-too-large"
    return ""


def _has_too_many_addresses(header: bytes) -> bool:
    return header.count(b"@") > MAX_ADDRESSES


def _longest_header(header: bytes) -> int:
    """Return the size of the largest header; if there are too many, a size over the limit."""
    longest = size = headers = 0
    for line in header.splitlines():
        if line[:1] in b" \t" and line:
            size += len(line)
        else:
            size = len(line)
            headers += 1
        longest = max(longest, size)
    return MAX_HEADER + 1 if headers > MAX_HEADERS else longest


def _part_exceeded(raw: bytes) -> str:
    if (
        sum(1 for _ in _NESTING.finditer(raw)) > MAX_NESTING
        or sum(1 for _ in _PART_HEADER.finditer(raw)) > MAX_PART_HEADERS
        or raw.count(b"\n--") + raw.count(b"\r--") > MAX_DELIMITERS
    ):
        return "too-many-parts"
    return ""
