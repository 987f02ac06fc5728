"""Limits on the size of an email, checked on its raw bytes before it is parsed (R17).

Every check takes linear time, without recursion or decoding.  The limits are far above what a
real reply needs, even one that quotes our pictures.
"""

from __future__ import annotations

import re

MAX_BYTES = 2_000_000
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

# By code: what is wrong and what to do, for the person who sent the email.
SENTENCES = {
    "too-large": f"This mail is larger than {MAX_BYTES // 1_000_000} MB. Please answer with"
    " plain text and no attachments.",
    "too-many-lines": f"This mail has more than {MAX_LINES} lines. Please send only your orders.",
    "line-too-long": f"This mail has a line of more than {MAX_LINE} characters. Please write one"
    " order a line.",
    "header-too-large": "The header of this mail is too large to be read. Please write a new,"
    " plain mail with your orders.",
    "too-many-addresses": "This mail has too many addresses. Please send it to the address of"
    " your turn only.",
    "too-many-parts": "This mail has too many parts. Please answer with plain text and no"
    " attachments.",
    "too-much-text": f"This mail has more than {MAX_WRITTEN} characters of text above the quoted"
    " part. Please send only your orders.",
    "too-costly": "This mail takes too long to read. Please answer with plain text.",
    "encrypted": "This mail is encrypted and cannot be read here. Please send your orders"
    " unencrypted.",
    "unreadable": "This mail cannot be read. Please answer with plain text, one order a line.",
}

OF_THE_HEADER = ("header-too-large", "too-many-addresses")

_BLANK = re.compile(rb"\r?\n[ \t]*\r?\n")
_NESTING = re.compile(rb"boundary[\s*0-9]{0,20}=|content-type:\s{0,20}message/", re.IGNORECASE)
_PART_HEADER = re.compile(rb"^content-", re.IGNORECASE | re.MULTILINE)


def exceeded(raw: bytes) -> str:
    """The code of the first limit that this email exceeds, header first; "" if none."""
    if refused := _header_exceeded(header(raw)):
        return refused
    if len(raw) > MAX_BYTES:
        return "too-large"
    if raw.count(b"\n") + raw.count(b"\r") > 2 * MAX_LINES:
        return "too-many-lines"
    lines = raw.splitlines()
    if len(lines) > MAX_LINES:
        return "too-many-lines"
    return _line_exceeded(lines) or _part_exceeded(raw)


def header(raw: bytes) -> bytes:
    """The bytes of the header; an oversized one is truncated, one byte over the limit."""
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
    """The size of the largest header; over the limit if there are too many headers."""
    longest = size = headers = 0
    for line in header.splitlines():
        if line[:1] in b" \t" and line:
            size += len(line)
        else:
            size = len(line)
            headers += 1
        longest = max(longest, size)
    return MAX_HEADER + 1 if headers > MAX_HEADERS else longest


def _line_exceeded(lines: list[bytes]) -> str:
    return "line-too-long" if max(map(len, lines), default=0) > MAX_LINE else ""


def _part_exceeded(raw: bytes) -> str:
    if (
        sum(1 for _ in _NESTING.finditer(raw)) > MAX_NESTING
        or sum(1 for _ in _PART_HEADER.finditer(raw)) > MAX_PART_HEADERS
        or raw.count(b"\n--") + raw.count(b"\r--") > MAX_DELIMITERS
    ):
        return "too-many-parts"
    return ""
