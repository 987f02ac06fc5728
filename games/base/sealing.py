"""Sealed texts: what links, forms and cookies carry, and what nobody but we can read or make.

The number of a row tells how many rows there are, and so what other people have caused.  So no
number leaves the server: a row is named by its token.  The same text has the same seal each time,
so that rendering an email again gives the same links (R2).
"""

from __future__ import annotations

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings
from django.core.signing import BadSignature
from django.db.models import Model
from django.utils.crypto import salted_hmac

_BLOCK = 16  # bytes: texts are filled up to a multiple, so that their length says little


def seal(text: str, *, label: str) -> str:
    """Return the text as a token of letters, digits, "-" and "_"; ``label`` says what it is for."""
    filled = text.encode()
    return _seal(filled.ljust(-(-len(filled) // _BLOCK) * _BLOCK, b"\0"), label)


def unseal(token: str, *, label: str) -> str:
    """Return the sealed text; raise BadSignature for whatever ``seal`` has not made."""
    return _unseal(token, label).rstrip(b"\0").decode()


def fingerprint(text: str, *, label: str) -> str:
    """Return 16 hexadecimal characters by which a text can be told from others, but not guessed."""
    return salted_hmac(f"games.fingerprint.{label}", text, algorithm="sha256").hexdigest()[:16]


def row_token(row: Model) -> str:
    """Return the token that names a row outside the server."""
    return id_token(row.pk, type(row))


def id_token(number: int, model: type[Model]) -> str:
    """Return the token that names the row with this number outside the server."""
    return _seal(struct.pack(">q", number), f"row {model.__name__}")


def row_id(token: str, model: type[Model]) -> int:
    """Return the number of the row that a token names; 0, which no row has, for any other text."""
    try:
        return int(struct.unpack(">q", _unseal(token, f"row {model.__name__}"))[0])
    except (BadSignature, struct.error):
        return 0


def _seal(text: bytes, label: str) -> str:
    sealed = _ciphers()[0].encrypt(text, [label.encode()])
    return urlsafe_b64encode(sealed).rstrip(b"=").decode("ascii")


def _unseal(token: str, label: str) -> bytes:
    try:
        sealed = urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4))
    except ValueError:
        raise BadSignature("not a sealed text") from None
    for cipher in _ciphers():
        try:
            return cipher.decrypt(sealed, [label.encode()])
        except (InvalidTag, ValueError):
            continue
    raise BadSignature("not sealed by us")


def _ciphers() -> tuple[AESSIV, ...]:
    """Return the ciphers of the site's secrets, the current one first."""
    return tuple(map(_cipher, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)))


@lru_cache(maxsize=8)
def _cipher(secret: str | bytes) -> AESSIV:
    return AESSIV(salted_hmac("games.sealing", "", secret=secret, algorithm="sha512").digest())
