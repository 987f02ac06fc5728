"""Decodes bytes to text, whatever character set they claim; nothing here raises.

Only the character sets listed here are tried: some of Python's codecs are not character sets,
and one or two take quadratic time.
"""

from __future__ import annotations

import binascii
import re

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
    """The text of these bytes; if the character set is wrong or unknown, the likeliest one."""
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
    """A header's value as one line of text, with its encoded words (RFC 2047) decoded."""
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
