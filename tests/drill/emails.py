"""What people find in the emails of the service."""

from __future__ import annotations

from email.message import EmailMessage

from games.models import TurnToken
from games.post.inbox import tokens


def text_of(email: EmailMessage) -> str:
    """Return the plain text of an email."""
    part = email.get_body(preferencelist=("plain",))
    return str(part.get_content()) if part is not None else ""


def address_for_orders(email: EmailMessage) -> str:
    """Return the address in an email about a turn; "" in other emails, which take no orders."""
    address = str(email["Reply-To"] or "")
    return address if address.startswith(tokens.PREFIX) else ""


def turn_of(address: str) -> int | None:
    """Return the number of the turn that this address takes orders for."""
    token = address.removeprefix(tokens.PREFIX).partition("@")[0]
    row = tokens.find(token, purpose=TurnToken.Purpose.REPLY)
    return None if row is None else row.turn
