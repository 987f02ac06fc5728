"""Addresses for talking to a table by email: one for each seat, for its owner alone (R13).

Unlike the token of a turn, this one stays valid as long as the same person has the seat.  Nothing
can be played with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings

from games.inbox import turn_tokens
from games.models import Seat, TurnToken

PREFIX = "talk-"

_LOCAL_PART = re.compile(r"(?:.*[+])?talk-([a-z2-7]{32})")


def talk_address(seat: Seat, *, now: datetime) -> str:
    """The address at which the user in this seat talks to the table; "" without incoming email."""
    if not settings.REPLY_DOMAIN or seat.user_id is None:
        return ""
    token = turn_tokens.issue_token(seat, number=0, purpose=TurnToken.Purpose.TALK, now=now)
    return f"{PREFIX}{token}@{settings.REPLY_DOMAIN}"


def token_in_address(address: str) -> TurnToken | None:
    """The row of the token in an email address; None if there is none."""
    local_part, _, domain = address.strip().lower().rpartition("@")
    match = _LOCAL_PART.fullmatch(local_part)
    if match is None or domain != settings.REPLY_DOMAIN.lower():
        return None
    return turn_tokens.find(match[1], purpose=TurnToken.Purpose.TALK)


def first_token(addresses: Iterable[str]) -> TurnToken | None:
    """The row of the first token in these addresses; None if there is none."""
    return next(filter(None, map(token_in_address, addresses)), None)
