"""A base class for the rules of games without secrets and without special features.

A game that derives from ``PlainRules`` writes only what makes it a game: its board, its first
events, the effects of moves, its legal moves, who is to move, and its sentences.  The rest of the
``Ruleset`` protocol has defaults, and a game replaces those that it wants to do better.
docs/new-game.md has a whole game of this kind.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any, NoReturn

from alexandros_rules import codec
from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.chance import Chance
from alexandros_rules.errors import Illegal, Unreadable, not_your_turn
from alexandros_rules.ruleset import Bot, Option, Ruleset, Setup, Status
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop, list_with_or, translate_orders
from alexandros_rules.wording import quoted

MOST_EXAMPLES = 3  # legal orders that a refusal names


class NoChance:
    """Chance for views of a game that draws nothing after its start.

    Each draw is a programming error: a game that draws later replaces ``unknown_chance``.
    """

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        raise LookupError(f"{label}: the result is unknown; this game needs an unknown_chance")

    def below(self, n: int, label: str) -> int:
        raise LookupError(f"{label}: the result is unknown; this game needs an unknown_chance")


class RandomMoves(MoveByMove):
    """A bot for any game that plays each legal move with the same probability.

    ``legal_moves`` is that of the ruleset, with the view and ``seat`` as arguments.
    """

    name = "random"
    title = gettext_noop("random moves")
    about = gettext_noop("Plays any legal move, without a plan. Good for learning the rules"
                         " in peace.")

    def __init__(
        self, legal_moves: Callable[..., Sequence[Any]], *,
        seat_names: tuple[str, ...] = ("Pebble", "Acorn", "Clover", "Feather"),
    ) -> None:
        self._legal_moves = legal_moves
        self.seat_names = seat_names

    def choose(self, view: Any, *, seat: int, salt: bytes) -> Any:
        moves = self._legal_moves(view, seat=seat)
        return moves[int.from_bytes(hashlib.sha256(salt).digest()[:8]) % len(moves)]


class PlainRules(ABC):
    """The defaults of a ``Ruleset``, for a game in which everybody sees everything.

    A game sets ``name``, ``title``, ``seats``, ``verbs``, ``state_class`` and ``event_classes``,
    and writes the abstract methods.  The defaults need the following:

    *Events and states* are dataclasses.  Their fields hold numbers, words, truth values, None and
    tuples of these.  ``state_class`` is the class of states and ``event_classes`` are those of
    events, whose names in lower case are stored as their types.

    *Moves* are equal if they do the same thing, and ``str(move)`` writes a move in notation.  An
    order is a legal move written in exactly this way, except for upper and lower case.  This is
    quick enough for some hundreds of legal moves.

    A game has the colours of four players, one version of its rules, no options, no rated games,
    no points and one bot, which plays at random.
    """

    name: str
    title: str
    seats: range
    verbs: Mapping[str, bool]
    state_class: type[Any]
    event_classes: tuple[type[Any], ...]

    version: int = 1
    versions: tuple[int, ...] = (1,)
    colours: tuple[str, ...] = (
        gettext_noop("red"), gettext_noop("yellow"), gettext_noop("blue"), gettext_noop("green"),
    )
    options: tuple[Option, ...] = ()
    rated_options: Mapping[int, Mapping[str, Any]] = {}
    has_points: bool = False
    words: frozenset[str] = frozenset()  # those of ``verbs``, unless a game has more
    things: frozenset[str] = frozenset()
    bots: Mapping[str, Bot] = {}  # ``RandomMoves``, unless a game has its own

    def __init__(self) -> None:
        self.words = self.words or frozenset(self.verbs)
        self.bots = self.bots or {RandomMoves.name: RandomMoves(self.legal_moves)}

    # The methods that every game must write.

    @abstractmethod
    def begin(self, setup: Setup, chance: Chance) -> tuple[Any, ...]:
        """Return the events that set up a game.

        ``start`` has checked the number of players and the options.  Raise Illegal for the text
        of a board that cannot be read.
        """

    @abstractmethod
    def decide(self, state: Any, move: Any, chance: Chance, *, seat: int) -> tuple[Any, ...]:
        """Return the events of a move; ``check_legal`` refuses a move that is not legal."""

    @abstractmethod
    def evolve(self, state: Any | None, event: Any) -> Any:
        """Return the state after an event; ``state`` is None before the first."""

    @abstractmethod
    def legal_moves(self, state: Any, *, seat: int) -> Sequence[Any]:
        """Return all legal moves of a seat that may give orders, in a fixed order."""

    @abstractmethod
    def status(self, state: Any) -> Status:
        """Return who is to move, which turn it is, and who has won."""

    @abstractmethod
    def describe_event(self, event: Any, before: Any | None, names: Sequence[str]) -> str:
        """Return a sentence about an event, "" for none.

        ``before`` is the state before the event; ``names`` are the players, seat by seat.
        """

    @abstractmethod
    def text_board(self, state: Any) -> str:
        """Return the position as plain text, at most 72 columns."""

    def text_map(self, state: Any) -> str:
        return self.text_board(state)

    # The start.

    def boards(self) -> Mapping[str, str]:
        """Return one board without a text of its own, for games that have only one."""
        return {self.name: f"{self.title}\n"}

    def start(
        self, setup: Setup, chance: Chance, *, version: int | None = None
    ) -> tuple[Any, ...]:
        """Return the events of ``begin``.  Raise Illegal as ``check_setup`` does."""
        check_setup(self, setup, options=[option.name for option in self.options])
        return self.begin(setup, chance)

    # Views: nothing is secret.

    def view(self, state: Any, seat: int | None, *, sealed: bool = False) -> Any:
        """Return the state unchanged."""
        return state

    def view_event(self, event: Any, seat: int | None, *, over: bool) -> Any:
        """Return the event unchanged."""
        return event

    def view_move(self, text: str, *, by: int, seat: int | None) -> str:
        """Return the move unchanged."""
        return text

    def unknown_chance(self) -> Chance:
        """Return a chance that nothing can be drawn from."""
        return NoChance()

    # Notation.

    def format(self, move: Any, state: Any) -> str:
        """Return ``str(move)``."""
        return str(move)

    def parse(self, text: str, state: Any, *, seat: int) -> Any:
        """Return the legal move that is written like this.

        Raise Unreadable if the text does not begin with one of ``verbs``, otherwise Illegal.
        """
        order = " ".join(text.casefold().split())
        for move in self._moves_of(state, seat):
            written = self.format(move, state)
            if order in (written.casefold(), translate_orders(written).casefold()):
                return move
        if order.partition(" ")[0] in self.verbs:
            self._refuse(text, state, seat=seat)
        raise Unreadable("unreadable", _("%(order)s is not an order. Orders begin with %(verbs)s.")
                         % {"order": quoted(text), "verbs": list_with_or(self.verbs)},
                         allowed=lambda: self._examples(state, seat))

    def implied(self, words: Sequence[str], state: Any) -> Sequence[tuple[str, bool]]:
        return ()

    def only_ends_turn(self, move: Any) -> bool:
        """Return False: no order of this game serves only to end a turn."""
        return False

    def check_legal(self, state: Any, move: Any, *, seat: int) -> None:
        """Raise Illegal unless this is one of the legal moves of the seat."""
        if not self.status(state).may_order(seat):
            raise not_your_turn()
        if move not in self.legal_moves(state, seat=seat):
            self._refuse(self.format(move, state), state, seat=seat)

    def _refuse(self, order: str, state: Any, *, seat: int) -> NoReturn:
        raise Illegal("not-possible", _("%(order)s is not possible now. Choose one of the possible"
                                        " moves.") % {"order": quoted(order)},
                      allowed=lambda: self._examples(state, seat))

    def _examples(self, state: Any, seat: int) -> list[str]:
        """Return the first legal orders of the seat."""
        return [self.format(move, state)
                for move in islice(self._moves_of(state, seat), MOST_EXAMPLES)]

    def _moves_of(self, state: Any, seat: int) -> Sequence[Any]:
        """Return the legal moves of any seat; plans are also read while others are to move."""
        return self.legal_moves(state, seat=seat) if self.status(state).may_order(seat) else ()

    # Texts.

    def describe_events(
        self, events_with_states: Sequence[tuple[Any, Any]], names: Sequence[str]
    ) -> list[str]:
        """Return the sentence of each event that has one."""
        sentences = (self.describe_event(event, before, names)
                     for event, before in events_with_states)
        return [sentence for sentence in sentences if sentence]

    def revealed_text(self, event: Any) -> str:
        """Return "": nothing is drawn."""
        return ""

    # Storage.

    def dump_event(self, event: Any) -> dict[str, Any]:
        """Return the fields of the event and, as its type, the name of its class."""
        return {"type": _type_name(type(event)), **asdict(event)}

    def load_event(self, data: dict[str, Any], version: int) -> Any:
        """Return the event; there is only one version of the rules."""
        found = next(cls for cls in self.event_classes if _type_name(cls) == data["type"])
        return found(**_with_tuples({name: data[name] for name in data if name != "type"}))

    def dump_state(self, state: Any) -> str:
        """Return the fields of the state as canonical JSON."""
        return codec.canonical(asdict(state))

    def load_state(self, text: str, setup: Setup) -> Any:
        """Return the state with these fields."""
        return self.state_class(**_with_tuples(json.loads(text)))


def check_setup(rules: Ruleset, setup: Setup, *, options: Iterable[str]) -> None:
    """Raise Illegal for a number of players that the game is not made for, or a bad option.

    ``options`` are the names of the known options.  Bad are others, and flags that are not bools.
    """
    if setup.players not in rules.seats:
        raise Illegal("players", _(
            "%(game)s is for %(fewest)s to %(most)s players, not %(count)s.") % {
                "game": _(rules.title), "fewest": rules.seats[0], "most": rules.seats[-1],
                "count": setup.players})
    if unknown := set(setup.options) - set(options):
        raise Illegal("option", _("There is no option %(name)s.") % {
            "name": ", ".join(sorted(unknown))})
    for option in rules.options:
        given = setup.options.get(option.name, False)
        if option.kind == "flag" and not isinstance(given, bool):
            raise Illegal("option", _("The option %(name)s is either true or false.") % {
                "name": option.name})


def _type_name(event_class: type[Any]) -> str:
    return event_class.__name__.lower()


def _with_tuples(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields with JSON's lists turned back into tuples."""
    return {name: _as_tuple(value) for name, value in fields.items()}


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value
