"""What the database keeps.  Plain models; what is done with them lies in ``games.services``."""

from __future__ import annotations

from games.models.game import Game, Pace, Row, Seat, Snapshot
from games.models.inbox import InboundMessage, TurnToken
from games.models.mail import LocalMessage, Mail
from games.models.preferences import Address, GamePreference, Preferences, When
from games.models.session import Session
from games.models.user import User

__all__ = [
    "Address", "Game", "GamePreference", "InboundMessage", "LocalMessage", "Mail", "Pace",
    "Preferences", "Row", "Seat", "Session", "Snapshot", "TurnToken", "User", "When",
]
