"""Canonical JSON, digests, the hash chain of log rows, and events as JSON data."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
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


FieldCodec = tuple[Callable[[Any], Any], Callable[[Any], Any]]  # writes a field, and reads it
TUPLE: FieldCodec = (list, tuple)


class EventCodec:
    """A codec for events that are dataclasses, one for each type of event in JSON.

    ``by_field`` has the codecs of fields that are not JSON data themselves, by their names, and
    ``by_class`` those of fields that some classes store differently.
    """

    def __init__(self, classes: Mapping[str, type[Any]], by_field: Mapping[str, FieldCodec], *,
                 by_class: Mapping[type[Any], Mapping[str, FieldCodec]] | None = None):
        self._classes = classes
        self._types = {cls: name for name, cls in classes.items()}
        special = by_class or {}
        self._fields = {
            cls: tuple((f.name, {**by_field, **special.get(cls, {})}.get(f.name))
                       for f in fields(cls))
            for cls in classes.values()
        }

    def dump(self, event: Any) -> dict[str, Any]:
        """Return the event as JSON data."""
        cls = type(event)
        data: dict[str, Any] = {"type": self._types[cls]}
        for name, codec in self._fields[cls]:
            value = getattr(event, name)
            data[name] = codec[0](value) if codec else value
        return data

    def load(self, data: Mapping[str, Any]) -> Any:
        """Read an event from JSON data."""
        cls = self._classes[data["type"]]
        return cls(*[
            codec[1](data[name]) if codec else data[name] for name, codec in self._fields[cls]
        ])
