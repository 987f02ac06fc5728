"""Django models.  The logic is in the packages next to this one."""

from __future__ import annotations

from games.models.advice import TurnAdvice
from games.models.api import ApiToken
from games.models.archive import ArchivedGame, ArchiveSums
from games.models.chat import ChatInEmail, ChatMessage, ChatMute, ChatReport, Note
from games.models.clock import ClockStop, PlayingHours, SeatClock, TurnTiming, Vacation
from games.models.competition import (
    Competition,
    CompetitionNote,
    Entry,
    EntryEmail,
    Fixture,
    FixtureSeat,
)
from games.models.email_preferences import (
    AddressStatus,
    ChatTiming,
    EmailPreferences,
    EmailTiming,
    GameEmailPreference,
)
from games.models.exercises import (
    LessonEmail,
    LessonProgress,
    Puzzle,
    PuzzleEmail,
    PuzzleProgress,
    PuzzleSolver,
)
from games.models.game import (
    FormerPlayer,
    Game,
    LoggedMove,
    Match,
    Pace,
    Reliability,
    Seat,
    Snapshot,
)
from games.models.handle import Handle
from games.models.incoming_email import EmailToken, IncomingEmail, ReceivedVolume, TurnToken
from games.models.operations import Failure, Heartbeat, SiteKey, SiteNews
from games.models.outgoing_email import MailboxEmail, OutgoingEmail
from games.models.plan import Plan, PlanAttempt, PlanInEmail
from games.models.pool import PoolEntry
from games.models.push import PushDevice, PushNotice
from games.models.rating import (
    RatedGame,
    RatedPlayer,
    RatedSeat,
    Rating,
    RatingInEmail,
    SeenAt,
)
from games.models.review_findings import Review
from games.models.session import Session
from games.models.setup import StoredSetup
from games.models.user import Audience, CalendarFeed, Favourite, User
from games.models.webhook import Delivery, Webhook
from games.models.what_if import WhatIfNode, WhatIfTree

__all__ = [
    "AddressStatus",
    "ApiToken",
    "ArchiveSums",
    "ArchivedGame",
    "Audience",
    "CalendarFeed",
    "ChatInEmail",
    "ChatMessage",
    "ChatMute",
    "ChatReport",
    "ChatTiming",
    "ClockStop",
    "Competition",
    "CompetitionNote",
    "Delivery",
    "EmailPreferences",
    "EmailTiming",
    "EmailToken",
    "Entry",
    "EntryEmail",
    "Failure",
    "Favourite",
    "Fixture",
    "FixtureSeat",
    "FormerPlayer",
    "Game",
    "GameEmailPreference",
    "Handle",
    "Heartbeat",
    "IncomingEmail",
    "LessonEmail",
    "LessonProgress",
    "LoggedMove",
    "MailboxEmail",
    "Match",
    "Note",
    "OutgoingEmail",
    "Pace",
    "Plan",
    "PlanAttempt",
    "PlanInEmail",
    "PlayingHours",
    "PoolEntry",
    "PushDevice",
    "PushNotice",
    "Puzzle",
    "PuzzleEmail",
    "PuzzleProgress",
    "PuzzleSolver",
    "RatedGame",
    "RatedPlayer",
    "RatedSeat",
    "Rating",
    "RatingInEmail",
    "ReceivedVolume",
    "Reliability",
    "Review",
    "Seat",
    "SeatClock",
    "SeenAt",
    "Session",
    "SiteKey",
    "SiteNews",
    "Snapshot",
    "StoredSetup",
    "TurnAdvice",
    "TurnTiming",
    "TurnToken",
    "User",
    "Vacation",
    "Webhook",
    "WhatIfNode",
    "WhatIfTree",
]
