"""Canonical text, digests and the chain of rows.

Every digest is keyed with a key made from the game's secret seed: a plain hash
of a row with a drawn card in it would fall to five guesses.  When the seed is
published at the end, all of them can be checked.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
)


def canonical(value: Any) -> str:
    """The one JSON text of a value: sorted keys, no blanks."""
    return _encoder.encode(value)


def digest_key(seed: bytes) -> bytes:
    """The key of a game's digests, from its 32-byte seed."""
    return hmac.digest(seed, b"digest", "sha256")


def keyed_digest(key: bytes, text: str) -> str:
    """32 hexadecimal characters: the first half of HMAC-SHA256."""
    return hmac.digest(key, text.encode(), "sha256")[:16].hex()


def chain(key: bytes, previous: str, *, number: int, seat: int | None, move: str, events: str,
          digest: str) -> str:
    """The hash of a log row, which includes the hash of the row before ("" for the first)."""
    fields = (previous, str(number), "-" if seat is None else str(seat), move, events, digest)
    return keyed_digest(key, "\x1f".join(fields))


def text_digest(text: str) -> str:
    """64 hexadecimal characters: the SHA-256 of any text, lone surrogates included.

    Databases keep such values (keys of submissions, hashes of tokens), so it must never change.
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint(text: str) -> str:
    """16 hexadecimal characters that name a public text, such as a board file."""
    return text_digest(text)[:16]
