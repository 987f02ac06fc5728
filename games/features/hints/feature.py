"""Hints for somebody who learns a game, as one of the features of this service."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.base.features import Feature
from games.features.hints import advice, finding
from games.features.hints.advice import AdvisedTurn, has_hints
from games.models import Game, OutgoingEmail, Seat
from games.web.access import TableAccess


def _strong_turns(email: OutgoingEmail, game: Game, seat: Seat, *,
                  names: Sequence[str]) -> Sequence[AdvisedTurn]:
    """Return the strongest bot's turns, the best first, if the player is learning."""
    if not has_hints(game, list(game.seats.all())):
        return ()
    return advice.turns_for_email(game, seat=seat.index, number=email.number, names=names)


def _beside_a_turn(access: TableAccess, now: datetime) -> dict[str, Any]:
    """Return the context with the hint for this turn, if the game has hints."""
    if access.seat is None or not has_hints(access.game, access.seats):
        return {}
    return {"hint": advice.hint(access.game, seat=access.seat, names=access.names)}


FEATURE = Feature(name="hints", strong_turns=_strong_turns, email_waits=advice.until_found,
                  panels={"turn": _beside_a_turn}, slots={"turn": "hints/_turn.html"},
                  sweeps={"hints to find": finding.sweep}, due={"hints to find": finding.next_due})
