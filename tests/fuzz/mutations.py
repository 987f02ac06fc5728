"""Ways to damage an input: bytes and lines dropped, doubled, moved, overwritten or mixed."""

from __future__ import annotations

import random
from collections.abc import Sequence

ODD = ("\0", "\r", "\t", "\u200b", "\u202e", "\ufeff", "é", "ß", "ı", "İ", "日本", "𝔽", "\ud800",
       "%s", "{}", "'", '"', "<b>", "&lt;", "-1", "0", "00", "99999999999999999999", "1e9", "٣",
       "²", "∞", "/", "\\", "..", ";", ",", ":", "=", "(", ")", "[", "]", "|", "#")


def damaged_text(data: bytes, rng: random.Random, *, words: Sequence[str] = ()) -> bytes:
    """A damaged copy of a text; ``words`` are those that mean something in it."""
    text = data.decode("utf-8", "surrogatepass")
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        text = rng.choice(_TEXT)(text, rng, words)
    return text.encode("utf-8", "surrogatepass")


def damaged_bytes(data: bytes, rng: random.Random, *, snippets: Sequence[bytes] = ()) -> bytes:
    """A damaged copy of bytes that need not be text."""
    for _ in range(rng.randrange(1, 8)):
        at, length = rng.randrange(len(data) + 1), rng.randrange(40)
        new = rng.choice((b"", data[at:at + length] * 2, rng.randbytes(length), *snippets))
        data = data[:at] + new + data[at + length:]
    return data


def _drop(text: str, rng: random.Random, words: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.randrange(1, 12):]


def _insert(text: str, rng: random.Random, words: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    new = rng.choice([*words, *ODD]) if words and rng.random() < 0.7 else rng.choice(ODD)
    return text[:at] + new + text[at:]


def _replace_word(text: str, rng: random.Random, words: Sequence[str]) -> str:
    pieces = text.split(" ")
    pieces[rng.randrange(len(pieces))] = rng.choice([*words, *ODD])
    return " ".join(pieces)


def _double(text: str, rng: random.Random, words: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    piece = text[at:at + rng.randrange(1, 60)]
    return text[:at] + piece * rng.choice((2, 2, 3, 40)) + text[at + len(piece):]


def _change_digit(text: str, rng: random.Random, words: Sequence[str]) -> str:
    places = [i for i, char in enumerate(text) if char.isdigit()]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + rng.choice(("0", "1", "9", "-1", "999", "")) + text[at + 1:]


def _change_lines(text: str, rng: random.Random, words: Sequence[str]) -> str:
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.4:
        lines[at], lines[other] = lines[other], lines[at]
    elif rng.random() < 0.5:
        lines.insert(other, lines[at])
    else:
        del lines[at]
    return "\n".join(lines)


def _change_case(text: str, rng: random.Random, words: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    end = at + rng.randrange(1, 20)
    return text[:at] + text[at:end].swapcase() + text[end:]


_TEXT = (_drop, _insert, _insert, _replace_word, _replace_word, _double, _change_digit,
         _change_lines, _change_case)
