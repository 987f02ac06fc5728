"""Browsers that have subscribed to a push service."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from games.post.push.keys import encoded
from tests.receiver import Request

AUTH = b"sixteen bytes ok"


class Browser:
    """A browser's side of a subscription: it can read what is sent to it (RFC 8291)."""

    @cached_property
    def key(self) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(20260301, ec.SECP256R1())

    @cached_property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, str]:
        return {"p256dh": encoded(self.point), "auth": encoded(AUTH)}

    def read(self, request: Request) -> dict[str, Any]:
        salt, sender, sealed = request.body[:16], request.body[21:86], request.body[86:]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        material = _derive(shared, AUTH, b"WebPush: info\0" + self.point + sender, 32)
        key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, b"")
        assert text[-1:] == b"\x02"  # this is the last record
        return dict(json.loads(text[:-1]))


def _derive(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)
