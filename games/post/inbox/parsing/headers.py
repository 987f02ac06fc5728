"""The headers of an email, decoded: values, addresses and Message-IDs.

Nothing here raises.  We try only the character sets that are listed here: some of Python's codecs
are not character sets, and one or two take quadratic time.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable, Mapping

from games.base.plain_text import visible

_SUPPORTED = """
    utf-8 utf-16 utf-16-le utf-16-be utf-32 utf-7 gb18030 big5 euc-jp euc-kr shift_jis
    iso-2022-jp iso-2022-kr koi8-r koi8-u cp437 cp850 cp852 cp866 cp874 mac-roman
    windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255
    windows-1256 windows-1257 windows-1258 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5
    iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-9 iso-8859-10 iso-8859-13 iso-8859-14
    iso-8859-15 iso-8859-16
"""
# Text labelled as Latin 1 or ASCII is more often Windows-1252, which contains both.
_ALIASES = {
    "us-ascii": "windows-1252", "ascii": "windows-1252", "ansi_x3.4-1968": "windows-1252",
    "iso-8859-1": "windows-1252", "latin1": "windows-1252", "latin-1": "windows-1252",
    "iso8859-1": "windows-1252", "cp1252": "windows-1252", "utf8": "utf-8",
    "unicode-1-1-utf-7": "utf-7", "macintosh": "mac-roman", "x-mac-roman": "mac-roman",
    "gb2312": "gb18030", "gbk": "gb18030", "iso-2022-jp-1": "iso-2022-jp",
    "x-sjis": "shift_jis", "ks_c_5601-1987": "euc-kr", "iso8859-15": "iso-8859-15",
    "latin9": "iso-8859-15", "latin2": "iso-8859-2", "cp1251": "windows-1251",
    "cp1250": "windows-1250",
}
_CODECS = {**{name: name for name in _SUPPORTED.split()}, **_ALIASES}

_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\s]{0,4000})\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?)")


def decode(data: bytes, charset: str) -> str:
    """Return the text of these bytes, by the likeliest charset if ``charset`` is wrong."""
    name = charset.strip().strip("\"'").lower().split("*")[0]
    for codec in (_CODECS.get(name, "utf-8"), "utf-8"):
        if codec == "windows-1252" and not data.isascii():
            continue  # more often mislabelled UTF-8, which is rarely valid by accident
        try:
            return data.decode(codec)
        except (UnicodeError, ValueError):
            continue
    return data.decode("windows-1252", "replace")


def header_text(value: str) -> str:
    """Return a header's value as one line of text, with encoded words (RFC 2047) decoded."""
    if not value.isascii():  # raw 8-bit bytes, which the parser keeps as surrogates
        value = decode(value.encode("utf-8", "surrogateescape"), "utf-8")
    adjacent = _BETWEEN_WORDS.sub(r"\1", value)
    return " ".join(visible(_ENCODED_WORD.sub(_decoded_word, adjacent)).split())


def _decoded_word(match: re.Match[str]) -> str:
    charset, encoding, text = match.groups()
    try:
        if encoding in "bB":
            data = binascii.a2b_base64(text + "=" * (-len(text) % 4))
        else:
            data = binascii.a2b_qp(text, header=True)
    except (binascii.Error, ValueError):
        return match[0]
    return decode(data, charset)


Headers = Mapping[str, tuple[str, ...]]

_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:@]{1,200}@[^\s<>()\[\]\",;:@]{1,253}")
_ID = re.compile(r"<[^\s<>]{1,240}>")


def collect(items: Iterable[tuple[str, str]]) -> Headers:
    """Return the values of each header in order, by its lower-case name."""
    headers: dict[str, tuple[str, ...]] = {}
    for name, value in items:
        key = name.strip().lower()
        headers[key] = (*headers.get(key, ()), str(value))
    return headers


def first(headers: Headers, name: str) -> str:
    """Return the first value of this header as text; "" if there is none."""
    values = headers.get(name.lower(), ())
    return header_text(values[0]) if values else ""


def addresses(headers: Headers, *names: str) -> tuple[str, ...]:
    """Return the addresses in these headers, lower-case, each once.

    Quoted strings and comments in brackets are not addresses, and in
    ``bob@example.com <alice@example.org>`` only the second one is.
    """
    unique: dict[str, None] = {}
    for name in names:
        for value in headers.get(name, ()):
            for entry in _entries(value):
                unique.update(dict.fromkeys(_address_of(entry)))
    return tuple(unique)


def display_name(headers: Headers) -> str:
    """Return the display name of the sender, at most 100 characters."""
    return first(headers, "from").split("<")[0].strip(" \"'")[:100]


def message_ids(headers: Headers, *names: str) -> tuple[str, ...]:
    """Return the Message-IDs in these headers, with their angle brackets."""
    return tuple(match[0] for name in names for value in headers.get(name, ())
                 for match in _ID.finditer(value))


def _entries(value: str) -> list[str]:
    """Return the comma-separated entries, without quoted strings and comments."""
    entries: list[str] = []
    entry: list[str] = []
    quoted, depth, escaped = False, 0, False
    for char in value:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif quoted or char == '"':
            quoted = quoted != (char == '"')
        elif char in "()":
            depth = max(0, depth + (1 if char == "(" else -1))
        elif not depth and char in ",;":
            entries.append("".join(entry))
            entry = []
        elif not depth:
            entry.append(char)
    return [*entries, "".join(entry)]


def _address_of(entry: str) -> list[str]:
    start = entry.rfind("<")
    match = _ADDRESS.search(entry, start + 1)
    return [match[0].lower().rstrip(".")] if match else []
