"""The headers by which a receiver knows that a post is ours, new, and not repeated.

They are those of Standard Webhooks 1.0, for which there are libraries in many languages.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping

from django.conf import settings

WINDOW = 300  # seconds for which a receiver should accept a signature
_PREFIX = "whsec_"


def new_secret() -> str:
    """Return a new random secret, as people enter it at their receiver."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def headers(body: bytes, *, secret: str, key: str, timestamp: int) -> Mapping[str, str]:
    """Return the headers of a post; ``key`` is its identity, the same each time it is sent."""
    signed = hmac.new(base64.b64decode(secret.removeprefix(_PREFIX)),
                      b"%s.%d.%s" % (key.encode(), timestamp, body), hashlib.sha256)
    return {"Content-Type": "application/json", "User-Agent": f"Webhook/1 (+{settings.BASE_URL})",
            "Webhook-Id": key, "Webhook-Timestamp": str(timestamp),
            "Webhook-Signature": f"v1,{base64.b64encode(signed.digest()).decode()}"}
