"""The key pair that tells push services who we are (VAPID, RFC 8292), and its encoding.

Browsers bind a subscription to the public key, so a new pair ends all of them.  The private key
is made when it is first needed, and kept in the database for all machines.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from games.base import site_keys

NAME = "push"  # of the key among the site's
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
    return site_keys.shared(NAME, new_private_key)


def public_key() -> str:
    """Return the public key in the form in which browsers expect it."""
    point = key_pair().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return encoded(point)


def new_private_key() -> str:
    """Return a random private key."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encoded(number.to_bytes(SIZE, "big"))


@lru_cache(maxsize=2)
def _pair(private: str) -> Vapid02:
    raw = decoded(private)
    if len(raw) != SIZE:
        raise ValueError("a private key has 32 bytes")
    return Vapid02(ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1()))
