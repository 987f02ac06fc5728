"""What a device is sent: a small encrypted message, signed with the site's key.

The message holds the game's name, one sentence and the page to open: nothing that is hidden in
the game.  Only the browser can read it (RFC 8291); its push service cannot.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from games.models import PushDevice
from games.push import keys, transport

TTL = 3 * 24 * 3600  # seconds for which a push service keeps a message for a device that is off
SIGNED_FOR = 12 * 3600  # seconds; push services accept up to a day
# Bytes: push services take 4096, which include a header, a delimiter and a tag (RFC 8291).
MAX_TEXT = 4096 - 86 - 1 - 16


@dataclass(frozen=True, slots=True)
class Message:
    """A notification: its title, its sentence, the path of its page, and what it replaces.

    A push service that has a message with the same ``topic`` for a device that is off throws
    the older one away.
    """

    name: str
    sentence: str
    url: str
    topic: str


def send(device: PushDevice, message: Message) -> transport.Answer:
    """Sends the message; returns the push service's answer, or raises as ``transport.post``."""
    text = {"name": message.name, "sentence": message.sentence, "url": message.url}
    body = seal(json.dumps(text).encode(), to=keys.decoded(device.p256dh),
                secret=keys.decoded(device.auth))
    headers = {
        "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm",
        "TTL": str(TTL), "Topic": message.topic, **_signature(device.endpoint),
    }
    return transport.post(device.endpoint, body, headers)


def seal(text: bytes, *, to: bytes, secret: bytes,
         sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """Encrypt the text for the browser with the public key ``to`` and the shared ``secret``.

    ``sender`` and ``salt`` are random unless given.  Raises ValueError if ``to`` is not a public
    key and if the text is too long.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"a message has at most {MAX_TEXT} bytes")
    sealed: bytes = http_ece.encrypt(
        text, salt=salt, private_key=sender or ec.generate_private_key(ec.SECP256R1()), dh=to,
        auth_secret=secret, version="aes128gcm")
    return sealed


def _signature(endpoint: str) -> dict[str, str]:
    """The header that says who sends.

    The time is that of the push service, not of a local site whose clock has been advanced.
    """
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact(),
              "exp": int(time.time()) + SIGNED_FOR}
    signed: dict[str, str] = keys.key_pair().sign(claims)
    return signed


def _contact() -> str:
    """Whom a push service can ask about our messages."""
    host = urlsplit(settings.BASE_URL).hostname or ""
    if settings.HTTPS and "." in host:
        return f"https://{host}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
