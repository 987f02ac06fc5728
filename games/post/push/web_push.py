"""Web push: one small encrypted message to a device, signed with the site's key.

The message holds the game's name, one sentence and the page to open: nothing that is hidden in
the game.  Only the browser can read the message (RFC 8291); its push service cannot.

A browser tells us the address of its push service, and anybody can make one up, so
``outgoing_http`` connects to it.
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

from games.base import outgoing_http
from games.base.outgoing_http import Answer
from games.models import PushDevice
from games.post.push import keys

TIME_LIMIT = 10.0  # seconds
TTL = 3 * 24 * 3600  # seconds for which a push service keeps a message for a device that is off
SIGNED_FOR = 12 * 3600  # seconds; push services accept up to a day
# Bytes: push services take 4096, which include a header, a delimiter and a tag (RFC 8291).
MAX_TEXT = 4096 - 86 - 1 - 16


@dataclass(frozen=True, slots=True)
class Message:
    """A notification: its title, its sentence, the path of its page, and its topic.

    If a device is off, its push service keeps only the newest message with the same ``topic``.
    """

    name: str
    sentence: str
    url: str
    topic: str


def send_message(device: PushDevice, message: Message) -> Answer:
    """Send the message and return the answer; raise as ``outgoing_http.post`` does."""
    text = {"name": message.name, "sentence": message.sentence, "url": message.url}
    body = seal(json.dumps(text).encode(), to=keys.decoded(device.p256dh),
                secret=keys.decoded(device.auth))
    headers = {
        "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm",
        "TTL": str(TTL), "Topic": message.topic, **_signature(device.endpoint),
    }
    return outgoing_http.post(device.endpoint, body, headers, seconds=TIME_LIMIT)


def seal(text: bytes, *, to: bytes, secret: bytes,
         sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """Encrypt the text for the browser with the public key ``to`` and the shared ``secret``.

    ``sender`` and ``salt`` are random unless given.  Raises ValueError if ``to`` is not a public
    key, or if the text is longer than ``MAX_TEXT``.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"a message has at most {MAX_TEXT} bytes")
    sealed: bytes = http_ece.encrypt(
        text, salt=salt, private_key=sender or ec.generate_private_key(ec.SECP256R1()), dh=to,
        auth_secret=secret, version="aes128gcm")
    return sealed


def _signature(endpoint: str) -> dict[str, str]:
    """Return the header with which the site identifies itself as the sender."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact(),
              # Real time, also on a local site whose clock has been advanced.
              "exp": int(time.time()) + SIGNED_FOR}
    signed: dict[str, str] = keys.key_pair().sign(claims)
    return signed


def _contact() -> str:
    """Return the URL at which a push service can ask about our messages."""
    host = urlsplit(settings.BASE_URL).hostname or ""
    if settings.HTTPS and "." in host:
        return f"https://{host}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
