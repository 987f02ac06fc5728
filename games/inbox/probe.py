"""The address for test messages of the command ``doctor``: what arrives there has no effect.

It follows from the site's secret, so that only the site itself knows it.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.crypto import salted_hmac

LENGTH = 26  # hexadecimal digits


def probe_address() -> str:
    """The address, on the domain of reply addresses; "" on a site that receives no email."""
    if not settings.REPLY_DOMAIN:
        return ""
    digits = salted_hmac("games.inbox.probe", "probe", algorithm="sha256").hexdigest()[:LENGTH]
    return f"probe-{digits}@{settings.REPLY_DOMAIN.lower()}"


def is_probe(address: str) -> bool:
    """Whether this is the address for test messages."""
    return bool(address) and address.strip().lower() == probe_address()
