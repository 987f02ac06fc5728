"""Seals the bytes of an incoming email while it waits to be read (R13).

Its address, its quoted text and its links contain tokens, in whatever encoding.  Since only the
site's secret opens the seal, whoever reads the database, or a backup of it, cannot use them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

_SEAL = b"gAAAA"  # how everything begins that Fernet encrypts


class WrongKey(Exception):
    """The email was sealed with a secret that this process does not have."""


@dataclass(frozen=True, slots=True)
class OpenedMessage:
    """An email as it came, and the envelope's recipients; None if they were not sealed."""

    raw: bytes
    recipients: tuple[str, ...] | None


def seal(raw: bytes, *, recipients: Sequence[str]) -> bytes:
    """The email and its recipients, encrypted."""
    return _keys().encrypt(json.dumps(list(recipients)).encode() + b"\n" + raw)


def unseal(sealed: bytes) -> OpenedMessage:
    """The email that was sealed; raises WrongKey.

    Bytes that are not sealed come from a gateway of an older version that is still running.
    """
    if not sealed.startswith(_SEAL):
        return OpenedMessage(sealed, None)
    try:
        recipients, _, raw = _keys().decrypt(sealed).partition(b"\n")
    except InvalidToken:
        raise WrongKey from None
    return OpenedMessage(raw, tuple(json.loads(recipients)))


def _keys() -> MultiFernet:
    """The keys that follow from the site's secrets, the current one first."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str | bytes) -> bytes:
    mac = salted_hmac("games.inbox.sealed", "", secret=secret, algorithm="sha256")
    return base64.urlsafe_b64encode(mac.digest())
