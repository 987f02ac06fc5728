"""Refusals that come from the service, not from the rules of a game.

Each ``kind`` is stable and stands for one HTTP status: ``foreign`` 403, ``missing`` 404,
``closed`` and ``stale`` 409, ``often`` 429, ``busy`` 503, all others 400.
"""

from __future__ import annotations

from alexandros_rules.errors import Refusal
from alexandros_rules.translation import translate_orders


class TableRefusal(Refusal):
    """A refusal of a request about a table; nothing was changed."""

    kind = "table"


class Foreign(TableRefusal):
    """A refusal of an attempt to act for a seat or a table that is not one's own."""

    kind = "foreign"


class Missing(TableRefusal):
    """A refusal because this person has no such table or invitation."""

    kind = "missing"


class Closed(TableRefusal):
    """A refusal of a request that comes too late: the table is full, started, cancelled or over."""

    kind = "closed"


class Later(TableRefusal):
    """A refusal of what can be tried again in ``retry_after`` seconds; 0 if nobody knows when."""

    def __init__(self, code: str, sentence: str, *, retry_after: int = 0):
        super().__init__(code, sentence)
        self.retry_after = retry_after


class TooOften(Later):
    """A refusal because somebody has reached a rate limit."""

    kind = "often"


class Busy(Later):
    """A refusal because too much is being done for others."""

    kind = "busy"


class BadCalendar(Refusal):
    """A refusal of playing hours or a vacation; the calendar is as it was."""

    kind = "calendar"


class BadRecord(Refusal):
    """A refusal of a record that cannot be read or is not consistent; ``line`` says where."""

    kind = "record"


MAX_SUGGESTIONS = 8  # orders shown beside a refusal
STATUS_CODES = {"foreign": 403, "missing": 404, "closed": 409, "stale": 409, "often": 429,
                "busy": 503}


def possible_instead(refusal: Refusal | None) -> list[str]:
    """Return the orders to suggest beside a refusal, unless its sentence names them."""
    if refusal is None:
        return []
    return [order for order in refusal.allowed
            if translate_orders(order) not in refusal.sentence][:MAX_SUGGESTIONS]


def status_code(refusal: Refusal) -> int:
    """Return the HTTP status of a response with this refusal."""
    return STATUS_CODES.get(refusal.kind, 400)
