"""URL-safe base64 without padding, in which browsers and push services write keys."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode


def encoded(data: bytes) -> str:
    """The bytes as text."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decoded(text: str) -> bytes:
    """The text as bytes; raises ValueError if it is not base64."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
