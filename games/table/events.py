"""Events at a table, which the core publishes (``games.base.events``).

The core is seats, turns, clocks and talk.  Features, email and notifications listen
(docs/architecture.md); the caller of ``publish`` holds the game's lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, auto

from games.models import ChatMessage, Game, OutgoingEmail, Seat, User


@dataclass(slots=True, kw_only=True)
class Begun:
    """The event that a game has begun, with all its seats and those that it waits for."""

    game: Game
    seats: Sequence[Seat]
    to_move: Sequence[int]
    now: datetime


@dataclass(slots=True, kw_only=True)
class Offered:
    """The event that somebody makes an offer to seats whose answer the game does not wait for.

    ``cause`` is the id of the person who makes it, None if nobody does; so it is in all events.
    """

    game: Game
    seats: Sequence[Seat]
    cause: int | None
    now: datetime


@dataclass(slots=True, kw_only=True)
class TurnBegan:
    """The event that it is the turn of ``seats``, with their ``deadlines`` by the seats' ids.

    ``by`` is the seat whose player has caused this and knows it already.

    Listeners note what the clocks of these seats wait for in ``emails``, and in ``quiet_until``
    until when a player need not be told, because their orders are given already; both by seats'
    ids.
    """

    game: Game
    seats: Sequence[Seat]
    now: datetime
    by: int | None = None
    deadlines: Mapping[int, datetime] = field(default_factory=dict)
    emails: dict[int, OutgoingEmail | None] = field(default_factory=dict)
    quiet_until: dict[int, datetime] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Ended:
    """The event that a game is over.  ``by`` is the seat that moved last.

    ``left`` says that it ended because the player of this seat has resigned or cancelled it, and
    ``imported`` that the whole game was read from a record, so nobody has waited for its end.
    """

    game: Game
    seats: Sequence[Seat]
    now: datetime
    by: int | None = None
    left: bool = False
    imported: bool = False


@dataclass(slots=True, kw_only=True)
class TurnRenewed:
    """The event that a turn's time counts anew, in a game without a clock."""

    game: Game
    seat: int
    now: datetime


@dataclass(slots=True, kw_only=True)
class ListingChanged:
    """The event that an operator has shown a game to everybody, or shows it no longer."""

    game: Game


@dataclass(slots=True, kw_only=True)
class Unsealed:
    """The event that everybody may watch a game from now on that was sealed; it may be over."""

    game: Game
    now: datetime


class SeatChange(Enum):
    """Ways in which a seat changes hands, or in which its player changes."""

    INVITED = auto()  # it is kept for ``user`` or for whoever has the address ``to``
    UNINVITED = auto()  # it is not kept for them any more, which they have not chosen
    LEFT = auto()  # a bot plays it from now on
    RETURNED = auto()  # its player is back
    TAKEN_OVER = auto()  # somebody else plays it from now on, in place of ``user``
    DESERTED = auto()  # nobody is left; ``user`` can come back until ``until``


@dataclass(slots=True, kw_only=True)
class SeatChanged:
    """The event that a seat has changed hands; the players of ``others`` hear of it."""

    game: Game
    seat: Seat
    change: SeatChange
    cause: int | None
    now: datetime
    others: Iterable[Seat] = ()
    user: User | None = None
    to: str = ""
    until: datetime | None = None


class TableChange(Enum):
    """Changes of a table as a whole."""

    CLOCKS = auto()  # the game was paused or goes on
    EXPIRING = auto()  # nobody joins, so it will be closed
    EXPIRED = auto()  # it was closed
    CANCELLED = auto()  # its creator has cancelled it before the start
    LISTED = auto()  # its creator has shown it in the lobby, for everybody to join and watch
    FREED = auto()  # somebody has left their seat or declined an invitation before the start


@dataclass(slots=True, kw_only=True)
class TableChanged:
    """The event that a table has changed, of which the players of ``seats`` are told.

    ``deadlines`` are those of turns that have moved, by the seats' ids.
    """

    game: Game
    change: TableChange
    seats: Iterable[Seat]
    cause: int | None
    now: datetime
    deadlines: Mapping[int, datetime] = field(default_factory=dict)


class TimeStep(Enum):
    """Steps that running time brings about for a player, in their order."""

    REMINDED = auto()
    EXTENDED = auto()
    STOOD_IN = auto()
    REPLACED = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeNote:
    """News for the player of a seat about the time that has passed.

    ``seat`` is the seat as it was, and ``number`` the last row of the game, before that.
    """

    game: Game
    seat: Seat
    step: TimeStep
    number: int
    deadline: datetime | None


@dataclass(slots=True, kw_only=True)
class TimePassed:
    """The event that time has passed for several players, perhaps of several games."""

    notes: Sequence[TimeNote]
    now: datetime


@dataclass(slots=True, kw_only=True)
class Said:
    """The event that somebody has said something to the table."""

    game: Game
    message: ChatMessage
    now: datetime
