"""Masks tokens in what is stored of an incoming email (R13).

People paste links and addresses into their replies.  Owns what gives a token away in a text;
``sealed_messages`` protects the email itself.
"""

from __future__ import annotations

import re
from typing import Any

MASK = "…"

_ADDRESS = re.compile(r"((?:turn|reply|talk)-)[a-z2-7]{32}", re.IGNORECASE)
_AFTER = re.compile(  # the beginning of a token too, where a line was broken
    r"((?:turn|reply|talk)-|/(?:turn|invitation|unsubscribe|keep|calendar)/|/shared/[a-z0-9]+/)[\w:=-]{6,}",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\b[a-z0-9]{32}\b", re.IGNORECASE)


def masked(addresses: str) -> str:
    """Addresses or Message-IDs without tokens; all others stay as they are."""
    return _ADDRESS.sub(rf"\1{MASK}", addresses)


def masked_writing(value: Any) -> Any:
    """What somebody wrote, as lists, dictionaries and texts, without tokens."""
    if isinstance(value, str):
        return _ALONE.sub(MASK, _AFTER.sub(rf"\1{MASK}", value))
    if isinstance(value, dict):
        return {key: masked_writing(each) for key, each in value.items()}
    return [masked_writing(each) for each in value] if isinstance(value, list | tuple) else value
