"""Emails made to be expensive or to break a parser, each with its possible outcomes.

Generated, because files of ten megabytes do not belong in a repository.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass

HEAD = (
    b"From: Alice <alice@example.org>\r\nTo: turn+k3v9q0x7m2@play.example.net\r\n"
    b"Subject: Re: Alexandros\r\nMessage-ID: <h1@example.org>\r\nMIME-Version: 1.0\r\n"
)
BASE64 = b"Content-Transfer-Encoding: base64\r\n"
READ = ""


@dataclass(frozen=True)
class Hostile:
    """``outcomes``: the refusals that are acceptable; ``READ`` means that it was read."""

    says: str
    make: Callable[[], bytes]
    outcomes: tuple[str, ...]


def _nested(depth: int) -> bytes:
    parts = [HEAD]
    for n in range(depth):
        parts.append(b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n))
    return b"".join(parts) + b"\r\ndraw\r\n"


def _enclosed(depth: int) -> bytes:
    return HEAD + b"Content-Type: message/rfc822\r\n\r\n" * depth + b"draw\r\n"


def _side_by_side(parts: int) -> bytes:
    one = b"--b\r\nContent-Type: text/plain\r\n\r\ndraw\r\n"
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + one * parts + b"--b--\r\n"


def _bare_parts(parts: int) -> bytes:
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * parts


def _html(source: str) -> bytes:
    body = base64.encodebytes(source.encode("utf-8", "replace"))
    return HEAD + b"Content-Type: text/html; charset=utf-8\r\n" + BASE64 + b"\r\n" + body


def _text(text: bytes, charset: bytes = b"utf-8") -> bytes:
    kind = b"Content-Type: text/plain; charset=" + charset + b"\r\n"
    return HEAD + kind + BASE64 + b"\r\n" + base64.encodebytes(text)


def _encoded(how: bytes, body: bytes) -> bytes:
    return HEAD + b"Content-Transfer-Encoding: " + how + b"\r\n\r\n" + body


def _header(line: bytes) -> bytes:
    return HEAD + line + b"\r\n\r\ndraw\r\n"


def _addresses(count: int, between: bytes) -> bytes:
    return _header(b"Cc: " + between.join(b"a%d@b.c" % n for n in range(count)))


_LONG = b"march K7 " * 5600
MUCH = ("too-much-text",)
PARTS = ("too-many-parts",)

MAILS = (
    Hostile("ten megabytes of text", lambda: HEAD + b"\r\n" + b"draw\r\n" * 1_700_000,
            ("too-large",)),
    Hostile("ten megabytes in one line", lambda: HEAD + b"\r\n" + b"d" * 10_000_000,
            ("too-large",)),
    Hostile("ten megabytes of header", lambda: b"X: y\r\n" * 1_700_000, ("header-too-large",)),
    Hostile("2000 multiparts in each other", lambda: _nested(2000), PARTS),
    Hostile("2000 messages in each other", lambda: _enclosed(2000), PARTS),
    Hostile("2000 parts side by side", lambda: _side_by_side(2000), PARTS),
    Hostile("2000 parts without a header", lambda: _bare_parts(2000), PARTS),
    Hostile("24 multiparts in each other, just allowed", lambda: _nested(24), (READ,)),
    Hostile("20 000 addresses in one line", lambda: _addresses(20_000, b","),
            ("too-many-addresses",)),
    Hostile("20 000 addresses in folded lines", lambda: _addresses(20_000, b",\r\n "),
            ("too-many-addresses",)),
    Hostile("20 000 encoded words", lambda: _header(b"Subject: " + b"=?utf-8?q?a?= " * 20_000),
            ("header-too-large",)),
    Hostile("400 encoded words of broken base64, just allowed",
            lambda: _header(b"Subject: " + b"=?utf-8?b?a?= " * 400), (READ,)),
    Hostile("a line of 50 KB", lambda: HEAD + b"\r\n" + _LONG + b"\r\n", ("line-too-long",)),
    Hostile("a line of 50 KB in base64", lambda: _text(_LONG), MUCH),
    Hostile("a line of 50 KB of quote marks", lambda: _text(b"> " * 25_000), (READ,)),
    Hostile("a line of 400 KB of blanks", lambda: _text(b" " * 400_000 + b"draw"), (READ, *MUCH)),
    Hostile("19 000 lines that begin attributions", lambda: _text(b"On a@b\n" * 19_000), MUCH),
    Hostile("120 000 lines that begin header blocks", lambda: _text(b"de:\n" * 120_000), MUCH),
    Hostile("19 000 lines that begin header blocks", lambda: _text(b"From: a\n" * 19_000), MUCH),
    Hostile("100 000 line breaks in HTML", lambda: _html("<br>" * 100_000), MUCH),
    Hostile("a character set nobody knows", lambda: _text(b"draw\n", b"x-\xff\xfe-7"), (READ,)),
    Hostile("a character set that is no character set",
            lambda: _text(b"draw\n" * 3, b"zlib_codec"), (READ,)),
    Hostile("a character set that costs the square of its text",
            lambda: _text(b"draw-" * 60_000, b"punycode"), MUCH),
    Hostile("bytes that fit no character set", lambda: _text(bytes(range(256)) * 4), (READ,)),
    Hostile("zeros in header and text",
            lambda: _header(b"Subject: a\0b\0").replace(b"draw", b"dr\0aw\0"), (READ,)),
    Hostile("nothing at all", lambda: b"", (READ,)),
    Hostile("only line ends", lambda: b"\r\n" * 30_000, MUCH),
    Hostile("a header without an end", lambda: b"Subject: draw", (READ,)),
    Hostile("a boundary that never comes",
            lambda: HEAD + b'Content-Type: multipart/mixed; boundary="never"\r\n\r\ndraw\r\n',
            (READ,)),
    Hostile("a multipart without a boundary",
            lambda: HEAD + b"Content-Type: multipart/mixed\r\n\r\ndraw\r\n", (READ,)),
    Hostile("a type of 2 400 open quotes",
            lambda: _header(b"Content-Type: text/plain" + b';a="' * 2_400), (READ,)),
    Hostile("a From line of quotes and backslashes",
            lambda: _header(b"Sender: " + b'"\\' * 4_900), (READ,)),
    Hostile("HTML of 100 000 unclosed tags", lambda: _html("<a " * 100_000), (READ, *MUCH)),
    Hostile("HTML of 100 000 unclosed comments", lambda: _html("<!--" * 100_000), (READ, *MUCH)),
    Hostile("HTML of 80 000 scripts", lambda: _html("<script>" * 55_000), (READ, *MUCH)),
    Hostile("HTML of 40 000 nested quotes", lambda: _html("<blockquote>" * 40_000 + "draw"),
            (READ, *MUCH)),
    Hostile("HTML of 80 000 broken entities", lambda: _html("&#99999999" * 45_000), MUCH),
    Hostile("HTML of one number of 400 000 digits", lambda: _html("&#" + "9" * 400_000), MUCH),
    Hostile("a bomb of quoted-printable soft ends",
            lambda: _encoded(b"quoted-printable", b"=\r\n" * 39_000), (READ,)),
    Hostile("base64 that is none",
            lambda: _encoded(b"base64", b"?!=\r\n" * 30_000), (READ, *MUCH)),
    Hostile("a date in the year minus nine",
            lambda: _header(b"Date: Fri, 99 Nov -9 99:99:99 +9999999999"), (READ,)),
    Hostile("a uuencoded part that lies",
            lambda: _encoded(b"x-uuencode", b"begin 644 a\r\n\xff\xff\r\n"), (READ,)),
)
