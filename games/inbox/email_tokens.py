"""Reply addresses of emails that are not about a turn: invitations, news, digests (R13).

Like the token of a turn, one of these is derived from the site's secret, so an email that is sent
twice has the same address (R2), and the database contains only hashes.  It says which email
somebody replies to, and nothing else.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.inbox import turn_tokens
from games.models import EmailToken, OutgoingEmail

PREFIX = "reply-"
_BYTES = 20

_LOCAL_PART = re.compile(r"(?:.*[+])?reply-([a-z2-7]{32})")


def reply_address(email: OutgoingEmail) -> str:
    """The address for replies to this email; "" on a site that does not receive email."""
    if not settings.REPLY_DOMAIN:
        return ""
    mac = salted_hmac("games.tokens.email", email.message_id, algorithm="sha256").digest()
    token = base64.b32encode(mac[:_BYTES]).decode("ascii").lower()
    values = {"digest": turn_tokens.digest(token)}
    row, _ = EmailToken.objects.get_or_create(
        email=email, defaults={**values, "created_at": email.created_at})
    if row.digest != values["digest"]:  # the site's secret has changed, and the token with it
        EmailToken.objects.filter(pk=row.pk).update(**values)
    return f"{PREFIX}{token}@{settings.REPLY_DOMAIN}"


def token_in_address(address: str) -> EmailToken | None:
    """The row of the token in an email address; None if there is none."""
    local_part, _, domain = address.strip().lower().rpartition("@")
    match = _LOCAL_PART.fullmatch(local_part)
    if match is None or domain != settings.REPLY_DOMAIN.lower():
        return None
    return EmailToken.objects.filter(digest=turn_tokens.digest(match[1])).first()


def first_token(addresses: Iterable[str]) -> EmailToken | None:
    """The row of the first token in these addresses; None if there is none."""
    return next(filter(None, map(token_in_address, addresses)), None)
