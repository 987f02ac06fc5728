"""Encrypts a message so that only one browser can read it (RFC 8291, aes128gcm of RFC 8188)."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

RECORD_SIZE = 4096  # bytes; a message must fit into one record
SALT_SIZE = 16
MAX_TEXT = RECORD_SIZE - 16 - 1 - 86  # without the authentication tag, delimiter and header
LAST_RECORD = b"\x02"


def seal(text: bytes, *, to: bytes, secret: bytes,
         sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b"") -> bytes:
    """The message for the browser with the public key ``to`` and the shared ``secret``.

    ``sender`` and ``salt`` are random unless given.  Raises ValueError for a key that is none and
    for a text that is too long.
    """
    if len(text) > MAX_TEXT:
        raise ValueError(f"a message has at most {MAX_TEXT} bytes")
    sender, salt = sender or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(SALT_SIZE)
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to)
    public = point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), receiver)
    key, nonce = keys_of(shared, secret=secret, receiver=to, sender=public, salt=salt)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(public)]) + public
    return header + AESGCM(key).encrypt(nonce, text + LAST_RECORD, b"")


def keys_of(shared: bytes, *, secret: bytes, receiver: bytes, sender: bytes,
            salt: bytes) -> tuple[bytes, bytes]:
    """The content encryption key and the nonce that sender and receiver both derive."""
    material = _expand(_mac(secret, shared), b"WebPush: info\0" + receiver + sender, 32)
    mixed = _mac(salt, material)
    return (_expand(mixed, b"Content-Encoding: aes128gcm\0", 16),
            _expand(mixed, b"Content-Encoding: nonce\0", 12))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(serialization.Encoding.X962,
                            serialization.PublicFormat.UncompressedPoint)


def _expand(key: bytes, info: bytes, size: int) -> bytes:
    """HKDF's expansion to at most one block."""
    return _mac(key, info + b"\x01")[:size]


def _mac(key: bytes, data: bytes) -> bytes:
    code = hmac.HMAC(key, hashes.SHA256())
    code.update(data)
    return code.finalize()
