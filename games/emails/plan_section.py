"""The lines of an email that say what its reader has planned for their coming turns."""

from __future__ import annotations

from typing import Any

from games.emails.content import names_at
from games.models import Game, OutgoingEmail, Seat
from games.plans import telling


def plan_section(email: OutgoingEmail, game: Game, seat: Seat) -> dict[str, Any]:
    """The context of ``emails/_plan``; the section is empty if the reader has no plan."""
    return {"plan": telling.news(email, game, seat, names=names_at(game, email.number))}
