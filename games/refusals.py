"""Refusals that come from the table, not from the rules of a game.

Each ``kind`` is stable and stands for one way to answer: ``foreign`` 403, ``missing`` 404,
``closed`` and ``stale`` 409, ``often`` 429, everything else 400.
"""

from __future__ import annotations

from engine.errors import Refusal


class TableRefusal(Refusal):
    """A table cannot be made like this; nothing was made."""

    kind = "table"


class Foreign(TableRefusal):
    """Somebody acts for a seat or a table that is not his."""

    kind = "foreign"


class Missing(TableRefusal):
    """There is no such table or invitation for this person."""

    kind = "missing"


class Closed(TableRefusal):
    """The table is full, started, cancelled or over: it was possible once, it is not now."""

    kind = "closed"


class TooOften(TableRefusal):
    """Somebody does what costs others something again and again; later he may."""

    kind = "often"


class BadRecord(Refusal):
    """A game record cannot be read or does not hold; ``line`` says where."""

    kind = "record"


SHOWN = 8  # orders beside a refusal
STATUS_CODES = {"foreign": 403, "missing": 404, "closed": 409, "stale": 409, "often": 429}


def possible_instead(refusal: Refusal | None) -> list[str]:
    """What would be allowed and is not in the refusal's sentence already, to be shown beside it."""
    if refusal is None:
        return []
    return [order for order in refusal.allowed if order not in refusal.sentence][:SHOWN]


def status_code(refusal: Refusal) -> int:
    """The HTTP status that answers this refusal."""
    return STATUS_CODES.get(refusal.kind, 400)
