"""The key pair that tells push services who we are (VAPID, RFC 8292), and its encoding.

Browsers bind a subscription to the public key, so a new pair ends all of them.  The private key
comes from the environment, or from a file beside the secret key that the first use creates.
"""

from __future__ import annotations

import fcntl
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02

NAME = "vapid-key"
SIZE = 32  # bytes of a private key


def encoded(data: bytes) -> str:
    """Encode bytes as browsers and push services do: URL-safe base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decoded(text: str) -> bytes:
    """Decode URL-safe base64 without padding; raise ValueError if the text is anything else."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def key_pair() -> Vapid02:
    """Return the site's key pair."""
    return _pair(private_key())


def private_key() -> str:
    """Return the private key: 32 bytes in URL-safe base64."""
    return str(settings.VAPID_KEY) or _from_file(Path(settings.DATA_DIR))


def public_key() -> str:
    """Return the public key in the form in which browsers expect it."""
    point = key_pair().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return encoded(point)


def new_private_key() -> str:
    """Return a random private key."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(SIZE, "big"))


def is_private_key(text: str) -> bool:
    """Return whether this text can be a private key."""
    try:
        _pair(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=2)
def _pair(private: str) -> Vapid02:
    raw = decoded(private)
    if len(raw) != SIZE:
        raise ValueError("a private key has 32 bytes")
    return Vapid02(ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1()))


def _from_file(data: Path) -> str:
    """Return the key in the data directory; the first call creates it, readable by us only."""
    path = data / NAME
    if path.exists() and (key := path.read_text(encoding="ascii").strip()):
        return key
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # other processes may be creating the key as well
        key = file.read().strip()
        if not key:
            key = new_private_key()
            file.write(key)
    return key
