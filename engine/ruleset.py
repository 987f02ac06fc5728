"""The protocols that a game implements to be played on this service.

States, moves and events are immutable values of the ruleset's own types.  Only the ruleset and
its pages and drawings look inside them.  A *view* is a state in which everything that one seat
may not see is replaced by unknown values, so whatever works on a state works on a view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from engine.chance import Chance

HasTime = Callable[[], bool]  # whether there is time left to search


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings a game starts with; they never change afterwards.

    ``board``    full text of the board file, so that later changes to the file do not matter.
    ``players``  number of seats.
    ``options``  values of the game's options by name; missing ones have their defaults.
    """

    board: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """A game option that the creator of a table can set.

    ``title`` and ``help`` are marked with ``gettext_noop`` and translated where they are shown.

    A game with an option of kind "deal" offers matches, in which two players play the same deal
    twice.  Nobody sets this option: the second game gets the first one's seed as its value, in
    hexadecimal, and then begins with the same first player and the same cards, unless another
    option says who is first.  All else is drawn from its own seed.

    With an option of kind "position", a game can go on from a position of another one.  Nobody
    sets it either: its value is a text in which the rules keep what everybody had seen of that
    position.  What was hidden is dealt again from the new game's own seed.  The game's room makes
    such texts (``games.rulesets.protocols.Positions``).

    ``proposed`` is the value with which forms and games against bots begin, if it is another one
    than the ``default``, which holds where nobody says anything.
    """

    name: str
    title: str
    help: str
    kind: str  # "flag", "seat", "deal" or "position"
    default: Any = None
    proposed: Any = None

    @property
    def proposal(self) -> Any:
        """The value to begin with."""
        return self.default if self.proposed is None else self.proposed

    @property
    def is_chosen(self) -> bool:
        """Whether the creator of a table chooses it."""
        return self.kind in ("flag", "seat")


@dataclass(frozen=True, slots=True)
class Status:
    """What game lists, emails and deadlines need to know about a state, for any ruleset.

    ``to_move`` the seats that must act, in ascending order; empty when the game is over.  They
                need not include the seat whose turn it is: another player may have to bid or
                answer an offer.  Several seats decide at the same time, in any order: each
                leaves ``to_move`` with its decision, which the others do not see (``Ruleset.view``
                hides it) and which does not change what they may decide.  The last decision
                reveals all of them and the game goes on.
    ``turn``    number of the turn, from 1; ``fresh`` if nothing has been done in it yet.
    ``winners`` seats that won, empty before the end; ``reason`` a code such as "walls".
    ``may_act`` the other seats that may give orders although nobody waits for them, for example
                to say at any time what they would trade.  Their orders are *out of turn*: they
                change neither deadlines nor whom the game waits for, unless the rules say so.
    ``asked``   those of ``may_act`` to whom something is offered that they can accept now, each
                with a key that changes whenever what is offered does.  Nobody waits for their
                answer.

    On a view, all of this is right for the seat that sees it.
    """

    to_move: tuple[int, ...]
    turn: int
    fresh: bool
    scores: tuple[int, ...]
    over: bool = False
    winners: tuple[int, ...] = ()
    reason: str = ""
    may_act: tuple[int, ...] = ()
    asked: tuple[tuple[int, str], ...] = ()

    def may_order(self, seat: int) -> bool:
        """Checks if the seat may give orders, in its turn or out of turn."""
        return seat in self.to_move or seat in self.may_act

    def asked_of(self, seat: int) -> str:
        """Returns the key of what is offered to the seat, "" for nothing."""
        return dict(self.asked).get(seat, "")


def deal_option(rules: Ruleset) -> str:
    """Returns the name of the option of kind "deal", "" if the game offers no matches."""
    return next((option.name for option in rules.options if option.kind == "deal"), "")


def position_option(rules: Ruleset) -> str:
    """Returns the name of the option of kind "position", "" if no game goes on from one."""
    return next((option.name for option in rules.options if option.kind == "position"), "")


class Bot(Protocol):
    """A computer player.  It is given its seat's view and nothing else.

    ``title`` names its playing style in a few words.  ``about`` says in one sentence how it plays,
    for people who choose an opponent.  Both are marked with ``gettext_noop``.  ``seat_names`` are
    names for its seats, enough for a full table; the first stands for the bot itself.  ``thinks``
    says whether a plan may take seconds.  Such plans are made in a process that imports only the
    engine and the module of the bot, so bots, views and moves can be pickled.
    """

    name: str
    title: str
    about: str
    seat_names: tuple[str, ...]
    thinks: bool

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> Sequence[Any]:
        """Returns the next moves of this seat's turn, in order; it is one of those to move.

        A plan has at least one move.  It ends with the first move whose result the bot must see
        before it goes on, such as taking a card if another one is then turned up, at the latest
        with the move that ends the turn.  On the view, all of its moves are legal.

        ``has_time`` says whether there is time left to search.  Soon after it has become false,
        the bot returns what it has found; without any limit, it comes to an end by itself.  All
        randomness comes from ``salt``: while there is time, the same view and salt give the same
        plan.
        """
        ...


@runtime_checkable
class AnsweringBot(Protocol):
    """A bot that can accept what is offered to it while it is not to move (``Status.asked``).

    Bots without this method never do.
    """

    def answer(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> Sequence[Any]:
        """Returns the moves with which this seat answers, in order; none if it does not.

        The bot is asked once about each offer.  What is said of plans (``Bot.plan``) is true of
        answers, too.
        """
        ...


class Ruleset(Protocol):
    """The rules of a game.  ``engine.alexandros`` is an example."""

    name: str
    title: str
    version: int
    # The versions whose games are still decided, and their events written, exactly as when they
    # were new, in ascending order; the last is ``version``.  Games of other versions can be
    # played on, but their moves are not compared when they are decided again.
    versions: tuple[int, ...]
    seats: range
    colours: tuple[str, ...]
    options: tuple[Option, ...]
    # By the number of players, the options of a rated game: those under which measurements show
    # the chances to be most nearly equal.  Without an entry there are no rated games.
    rated_options: Mapping[int, Mapping[str, Any]]
    # Whether players score points.  If not, all scores are 0, and plans cannot depend on them.
    has_points: bool
    # Words that an order may begin with, in lower case without accents.  True if the order may
    # be repeated by a number, as in "draw twice".
    verbs: Mapping[str, bool]
    # All words that orders may contain, spelled like the verbs; used to correct misspelled ones.
    words: frozenset[str]
    # The first fills seats for which nobody has chosen one.  The last that does not think is the
    # simple one, which plays on when another one fails.
    bots: Mapping[str, Bot]

    def __hash__(self) -> int:
        """Return the same for equal rules, for caches of what follows from them."""
        ...

    def boards(self) -> Mapping[str, str]:
        """Returns the texts of the board files that come with the game, the default first."""
        ...

    def start(
        self, setup: Setup, chance: Chance, *, version: int | None = None
    ) -> tuple[Any, ...]:
        """Returns the events that set up a game.  Raises Illegal for a bad board or option.

        ``version`` is one of ``versions``, whose rules the game keeps; None is the newest.
        """
        ...

    def decide(self, state: Any, move: Any, chance: Chance, *, seat: int) -> tuple[Any, ...]:
        """Returns the events of a move by ``seat``, one of those that may give orders.

        Raises Illegal if it is not legal.  On a view of the last seat to decide, what the others
        have decided is unknown, and so is what the events reveal.
        """
        ...

    def evolve(self, state: Any | None, event: Any) -> Any:
        """Returns the state after an event.  ``state`` is None before the first.

        Never refuses and never uses chance.
        """
        ...

    def legal_moves(self, state: Any, *, seat: int) -> Sequence[Any]:
        """Returns all legal moves of ``seat``, in a fixed order.

        It is one of those to move or, with moves out of turn, of those that may act.

        If there can be thousands, it returns an ``engine.move_list.MoveList``, which counts
        them without making them.  Whoever shows moves shows the first and counts the rest.
        """
        ...

    def status(self, state: Any) -> Status: ...

    def view(self, state: Any, seat: int | None) -> Any:
        """Returns the state as a seat sees it, or a spectator if ``seat`` is None.

        Nothing is hidden after the end.
        """
        ...

    def view_event(self, event: Any, seat: int | None, *, over: bool) -> Any:
        """Returns the event as a seat sees it.  Nothing is hidden if the game is ``over``.

        The event of a decision that is still secret stays hidden when another event reveals it,
        so the later event must contain all that it reveals.
        """
        ...

    def view_move(self, text: str, *, by: int, seat: int | None) -> str:
        """Returns a logged move of seat ``by``, in notation, as another seat sees it.

        Of a secret decision only the kind remains, such as "bid".  Not called after the end.
        """
        ...

    def unknown_chance(self) -> Chance:
        """Returns the chance for evaluating orders on a view: all its results are unknown."""
        ...

    def parse(self, text: str, state: Any, *, seat: int) -> Any:
        """Reads a move of ``seat`` in notation.  Raises Unreadable, Ambiguous or Illegal."""
        ...

    def only_ends_turn(self, move: Any) -> bool:
        """Checks if the move does nothing but end the turn.

        Orders may finish with such a move even if the turn has already ended by itself.
        """
        ...

    def format(self, move: Any, state: Any) -> str:
        """Writes a move in notation: ``parse(format(move, s), s, ...) == move`` for legal moves."""
        ...

    def describe_events(
        self, events_with_states: Sequence[tuple[Any, Any]], names: Sequence[str]
    ) -> list[str]:
        """Returns sentences about the events of a move.  Minor events need not have one.

        Each event comes with the state (or view) before it, which is None for the first.
        ``names`` are the players, seat by seat.
        """
        ...

    def revealed_text(self, event: Any) -> str:
        """Returns what was drawn in this event, as one word for records, or ""."""
        ...

    def dump_event(self, event: Any) -> dict[str, Any]:
        """Returns the event as JSON data.  Its ``type`` does not begin with "@".

        An event of one of ``versions`` is written as that version writes it.
        """
        ...

    def load_event(self, data: dict[str, Any], version: int) -> Any:
        """Reads an event.  Formats of older rules versions are upgraded."""
        ...

    def dump_state(self, state: Any) -> str:
        """Returns the canonical text of a state, for digests and snapshots."""
        ...

    def load_state(self, text: str, setup: Setup) -> Any: ...

    def text_board(self, state: Any) -> str:
        """Returns the position as plain text, at most 72 columns, for emails and screen readers."""
        ...
