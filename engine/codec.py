"""Canonical JSON, digests, the hash chain of log rows, and events as JSON data."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

_encoder = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
)


def canonical(value: Any) -> str:
    """Return the canonical JSON of a value: sorted keys, no spaces."""
    return _encoder.encode(value)


def digest_key(seed: bytes) -> bytes:
    """Return the key for a game's digests, which follows from its 32-byte seed."""
    # The digests need a key: a plain hash of a row that contains a drawn card could be broken in
    # five guesses.  The seed is published at the end, so that anyone can check every digest.
    return hmac.digest(seed, b"digest", "sha256")


def keyed_digest(key: bytes, text: str) -> str:
    """Return the first half of HMAC-SHA256 as 32 hexadecimal characters."""
    return hmac.digest(key, text.encode(), "sha256")[:16].hex()


def chain(key: bytes, previous: str, *, number: int, seat: int | None, move: str, events: str,
          digest: str) -> str:
    """Return the hash of a log row, which covers the previous row's hash ("" for the first)."""
    fields = (previous, str(number), "-" if seat is None else str(seat), move, events, digest)
    return keyed_digest(key, "\x1f".join(fields))


def text_digest(text: str) -> str:
    """Return the SHA-256 of a text as 64 hexadecimal characters.

    Any text is allowed, even one with lone surrogates.
    """
    # Databases store these values (submission keys, hashes of tokens): this must never change.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fingerprint(text: str) -> str:
    """Return 16 hexadecimal characters that identify a public text, such as a board file."""
    return text_digest(text)[:16]
