"""What a game must offer to be played on this service.

``State``, ``Move`` and ``Event`` are immutable values of the ruleset's own;
nobody outside looks into them but the ruleset's drawing and pages.  A *view*
is a state in which everything one seat may not see is replaced by unknowns,
so whatever works on a state works on a view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.chance import Chance


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is laid out; fixed when the game starts.

    ``board``    the whole text of the board file, so that a game keeps its board for ever.
    ``players``  number of seats.
    ``options``  the table's options by name; those left out have their defaults.
    """

    board: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """One choice the creator of a table has."""

    name: str
    title: str
    help: str
    kind: str  # "flag" or "seat"
    default: Any = None


@dataclass(frozen=True, slots=True)
class Status:
    """What lists, mails and deadlines need to know of a state, for every ruleset.

    ``to_move`` the seat that must act, alone in a tuple; empty when the game is over.  It may be
                another than the one on turn: it bids, or answers an offer.  What players decide
                at the same time they are asked one by one, and views hide what was said.
    ``turn``    number of the turn, from 1; ``fresh`` when nothing was done in it yet.
    ``winners`` seats that won, empty before the end; ``reason`` a code such as "walls".
    """

    to_move: tuple[int, ...]
    turn: int
    fresh: bool
    scores: tuple[int, ...]
    over: bool = False
    winners: tuple[int, ...] = ()
    reason: str = ""


class Bot(Protocol):
    """A player that is a program.  It gets the seat's view and nothing else.

    ``title`` says how it plays; ``called`` are names for its seats, enough for a full table.
    """

    name: str
    title: str
    called: tuple[str, ...]

    def choose(self, view: Any, *, salt: bytes) -> Any:
        """One legal move in this view.  ``salt`` is the only source of whim: same salt and move."""
        ...


class Ruleset(Protocol):
    """A game's rules.  See ``engine.alexandros`` for the first."""

    name: str
    title: str
    version: int
    seats: range
    colours: tuple[str, ...]
    options: tuple[Option, ...]
    # The words an order may begin with, lower case, without accents; True where a number beside
    # one says how often it is ordered, as in "draw twice".
    verbs: Mapping[str, bool]
    # All words its orders may contain, spelled like the verbs: what a misspelled word may mean.
    words: frozenset[str]
    bots: Mapping[str, Bot]

    def boards(self) -> Mapping[str, str]:
        """The texts of the boards that come with the game, by name; the default first."""
        ...

    def start(self, setup: Setup, chance: Chance) -> tuple[Any, ...]:
        """The events that set a table up.  Refuses a faulty board or option."""
        ...

    def decide(self, state: Any, move: Any, chance: Chance) -> tuple[Any, ...]:
        """The events of a move of the seat that is to move; raises Illegal if it may not."""
        ...

    def evolve(self, state: Any | None, event: Any) -> Any:
        """The state after one event (None before the first).  Never refuses, never draws."""
        ...

    def legal(self, state: Any) -> Sequence[Any]:
        """All legal moves of the seat that is to move, in a fixed order; empty after the end."""
        ...

    def status(self, state: Any) -> Status: ...

    def view(self, state: Any, seat: int | None) -> Any:
        """The state as this seat (None: a spectator) sees it.  After the end all is open."""
        ...

    def view_event(self, event: Any, seat: int | None, *, over: bool) -> Any:
        """The event as this seat sees it; ``over`` when the game is finished and all is open."""
        ...

    def unknown(self) -> Chance:
        """The chance to judge orders with on a view: whatever it gives is unknown to the view."""
        ...

    def parse(self, text: str, state: Any) -> Any:
        """The move a text names; raises Unreadable or Ambiguous (or Illegal)."""
        ...

    def only_ends_turn(self, move: Any) -> bool:
        """Whether the move does nothing but end the turn.

        Orders may close with such a move although the turn has already ended by itself.
        """
        ...

    def format(self, move: Any, state: Any) -> str:
        """The one text of a move; ``parse(format(move, s), s) == move`` for legal moves."""
        ...

    def tell(self, happened: Sequence[tuple[Any, Any]], names: Sequence[str]) -> list[str]:
        """The events of a move as sentences, none for what nobody needs told.

        Each event comes with the state (or view) it met, None before the first.
        """
        ...

    def revealed(self, event: Any) -> str:
        """What chance brought to light in this event, as one word for records; "" if nothing."""
        ...

    def dump_event(self, event: Any) -> dict[str, Any]:
        """The event as JSON data with a ``type`` that does not begin with "@"."""
        ...

    def load_event(self, data: dict[str, Any], version: int) -> Any:
        """The event; old shapes are lifted through upcasters by the log's rules version."""
        ...

    def dump_state(self, state: Any) -> str:
        """The canonical text of a state: what digests are made of and snapshots keep."""
        ...

    def load_state(self, text: str, setup: Setup) -> Any: ...

    def text_board(self, state: Any) -> str:
        """The position in at most 72 columns of plain text, for mails and screen readers."""
        ...
