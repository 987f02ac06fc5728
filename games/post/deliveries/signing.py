"""The headers by which a receiver knows that a post is ours, new, and not repeated."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

WINDOW = 300  # seconds for which a receiver should accept a signature


def headers(body: bytes, *, secret: str, key: str, timestamp: int) -> Mapping[str, str]:
    """Return the headers of a post; ``key`` is its identity, the same each time it is sent."""
    signed = hmac.new(secret.encode(), b"%d.%s" % (timestamp, body), hashlib.sha256)
    return {"Content-Type": "application/json", "User-Agent": "Alexandros-Webhook/1",
            "Alexandros-Delivery": key, "Alexandros-Timestamp": str(timestamp),
            "Alexandros-Signature": f"v1={signed.hexdigest()}"}
