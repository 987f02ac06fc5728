"""The protocols that a game implements to be played on this service.

States, moves and events are immutable values of the ruleset's own types, and only the game's own
packages look inside them.  A *view* is a state in which everything that one seat may not see is
replaced by unknown values, so whatever works on a state works on a view.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from alexandros_rules.chance import Chance

HasTime = Callable[[], bool]  # whether there is time left to search


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings that a game starts with and that never change afterwards.

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
    twice.  Nobody sets this option: its value in the second game is the first one's seed, in
    hexadecimal.  The second game then begins with the same first player and the same cards,
    unless another option says who is first.  Everything else is drawn from its own seed.

    With an option of kind "position", a game can go on from a position in another game.  Nobody
    sets this option either: its value is a text in which the rules keep everything that all
    players had seen of that position.  Hidden cards are dealt again from the new game's own seed.
    The game's room makes the text (``alexandros_rules.positions.Positions``).

    ``proposed`` is the value with which forms and games against bots begin; None stands for the
    ``default``, which applies wherever nobody has chosen a value.
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
        """Whether the creator of a table chooses the option's value."""
        return self.kind in ("flag", "seat")


@dataclass(frozen=True, slots=True)
class Status:
    """The facts about a state that game lists, emails and deadlines need, for any ruleset.

    ``to_move`` the seats that must act, in ascending order; empty when the game is over.  They
                need not include the seat whose turn it is: another player may have to bid or
                answer an offer.  Several seats decide at the same time, in any order: each
                leaves ``to_move`` with its decision, which the others do not see (``Ruleset.view``
                hides it) and which does not change what they may decide.  The last decision
                reveals all of them and the game goes on.
    ``turn``    number of the turn, from 1; ``fresh`` if nothing has been done in it yet.
    ``winners`` seats that won, empty before the end; ``reason`` a code such as "walls".
    ``may_act`` the other seats that may give orders although nobody waits for them, for example
                to offer trades at any time.  Their orders are *out of turn*: they change neither
                deadlines nor whom the game waits for, unless the rules say so.
    ``asked``   those seats of ``may_act`` that can accept an offer now, each with a key: one word
                for each offer, which no earlier or later offer has.  Nobody waits for their answer.

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
        """Check if the seat may give orders, in its turn or out of turn."""
        return seat in self.to_move or seat in self.may_act

    def asked_of(self, seat: int) -> str:
        """Return the key of the offer to the seat; "" without an offer."""
        return dict(self.asked).get(seat, "")


def deal_option(rules: Ruleset) -> str:
    """Return the name of the option of kind "deal", "" if the game offers no matches."""
    return next((option.name for option in rules.options if option.kind == "deal"), "")


def position_option(rules: Ruleset) -> str:
    """Return the name of the option of kind "position", "" if no game goes on from one."""
    return next((option.name for option in rules.options if option.kind == "position"), "")


class Bot(Protocol):
    """A computer player, which is given its seat's view and nothing else.

    ``title`` names the playing style in a few words.  ``about`` describes the style in a sentence,
    for people who choose an opponent.  Both are marked with ``gettext_noop``.  ``seat_names`` are
    names for the bot's seats, enough for a full table; the first stands for the bot itself.
    ``thinks`` says whether a plan may take seconds.  Such plans are made in a process that imports
    only the engine and the module of the bot, so bots, views and moves can be pickled.
    """

    name: str
    title: str
    about: str
    seat_names: tuple[str, ...]
    thinks: bool

    def plan(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> Sequence[Any]:
        """Return the next moves of this seat's turn, in order.  The seat must be to move.

        A plan has at least one move.  A plan ends with the first move whose result the bot must
        see before it goes on, such as taking a card if another one is then turned up, at the
        latest with the move that ends the turn.  All of its moves are legal on the view.

        ``has_time`` says whether there is time left to search.  Soon after it has become false,
        the bot returns the best plan found so far; without any limit, the search ends by itself.
        All randomness comes from ``salt``: while there is time, the same view and salt give the
        same plan.
        """
        ...


@runtime_checkable
class AnsweringBot(Protocol):
    """A bot that can accept offers while it is not to move (``Status.asked``)."""

    def answer(self, view: Any, *, seat: int, salt: bytes, has_time: HasTime) -> Sequence[Any]:
        """Return the moves with which this seat answers, in order; no moves mean no answer.

        The bot is asked once about each offer.  Answers otherwise follow the rules for plans
        (``Bot.plan``).
        """
        ...


class Ruleset(Protocol):
    """The rules of a game.  ``alexandros_rules.alexandros`` is an example."""

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
    # Those of them that name cards, places, colours and the like: a sentence with one of them is
    # about the game, also without a verb.  Names such as K7, a letter and a number, are not listed.
    things: frozenset[str]
    # The first fills seats for which nobody has chosen one.  The last that does not think is the
    # simple one, which plays on when another one fails.
    bots: Mapping[str, Bot]

    def __hash__(self) -> int:
        """Return the same number for equal rules, which are keys of caches."""
        ...

    def boards(self) -> Mapping[str, str]:
        """Return the texts of the board files that come with the game, the default first."""
        ...

    def start(
        self, setup: Setup, chance: Chance, *, version: int | None = None
    ) -> tuple[Any, ...]:
        """Return the events that set up a game.  Raise Illegal for a bad board or option.

        ``version`` is one of ``versions``, whose rules the game keeps; None is the newest.
        """
        ...

    def decide(self, state: Any, move: Any, chance: Chance, *, seat: int) -> tuple[Any, ...]:
        """Return the events of a move by ``seat``, one of those that may give orders.

        Raise Illegal if the move is not legal.  On a view of the last seat to decide, the
        decisions of the others are unknown, and so is everything that the events reveal.
        """
        ...

    def evolve(self, state: Any | None, event: Any) -> Any:
        """Return the state after an event.  ``state`` is None before the first.

        Never refuses and never uses chance.
        """
        ...

    def legal_moves(self, state: Any, *, seat: int) -> Sequence[Any]:
        """Return all legal moves of ``seat``, in a fixed order.

        The seat is one of those to move or, with moves out of turn, of those that may act.

        If there can be thousands of moves, they are an ``alexandros_rules.move_list.MoveList``,
        which counts moves without making them.
        """
        ...

    def status(self, state: Any) -> Status: ...

    def view(self, state: Any, seat: int | None, *, sealed: bool = False) -> Any:
        """Return the state as a seat sees it, or a spectator if ``seat`` is None.

        Nothing is hidden after the end unless the game is ``sealed``; then everything still is that
        the final scores do not tell.
        """
        ...

    def view_event(self, event: Any, seat: int | None, *, over: bool) -> Any:
        """Return the event as a seat sees it.  Nothing is hidden if the game is ``over``.

        The event of a secret decision stays hidden even when another event reveals the decision,
        so the later event must contain everything that is revealed.
        """
        ...

    def view_move(self, text: str, *, by: int, seat: int | None) -> str:
        """Return a logged move of seat ``by``, in notation, as another seat sees it.

        Only the kind of a secret decision remains, such as "bid".  This method is not called after
        the end.
        """
        ...

    def unknown_chance(self) -> Chance:
        """Return the chance for evaluating orders on a view, whose results are all unknown."""
        ...

    def parse(self, text: str, state: Any, *, seat: int) -> Any:
        """Return the move of ``seat`` in this text.  Raise Unreadable, Ambiguous or Illegal."""
        ...

    def implied(self, words: Sequence[str], state: Any) -> Sequence[tuple[str, bool]]:
        """Return the orders that words without a verb may be, and whether that is certain.

        Uncertain ones, such as "take horse" for "horse", count only beside other orders.
        """
        ...

    def only_ends_turn(self, move: Any) -> bool:
        """Check if the move does nothing but end the turn.

        Orders may finish with such a move even if the turn has already ended by itself.
        """
        ...

    def format(self, move: Any, state: Any) -> str:
        """Write a move in notation: ``parse(format(move, s), s, ...) == move`` for legal moves."""
        ...

    def describe_events(
        self, events_with_states: Sequence[tuple[Any, Any]], names: Sequence[str]
    ) -> list[str]:
        """Return sentences about the events of a move.  Minor events need not have one.

        Each event comes with the state (or view) before it, which is None for the first.
        ``names`` are the players, seat by seat; ``alexandros_rules.addressing.told`` chooses the
        sentence for the player who reads it.
        """
        ...

    def revealed_text(self, event: Any) -> str:
        """Return the cards drawn in this event, as one word for records, or ""."""
        ...

    def dump_event(self, event: Any) -> dict[str, Any]:
        """Return the event as JSON data.  Its ``type`` does not begin with "@".

        An event of one of ``versions`` is written as that version writes it.
        """
        ...

    def load_event(self, data: dict[str, Any], version: int) -> Any:
        """Return the event, upgraded from the format of this version of the rules."""
        ...

    def dump_state(self, state: Any) -> str:
        """Return the canonical text of a state, for digests and snapshots."""
        ...

    def load_state(self, text: str, setup: Setup) -> Any: ...

    def text_board(self, state: Any) -> str:
        """Return all that a view shows as plain text, for programs and people without pictures.

        It has at most 72 columns.
        """
        ...

    def text_map(self, state: Any) -> str:
        """Return what of ``text_board`` emails show, which have a table of the players besides."""
        ...


def lead(counts: Sequence[int], seat: int) -> int:
    """Return how far a seat is ahead of the best other seat, such as in points; negative if behind.

    ``counts`` are those of all seats, at least two.
    """
    return counts[seat] - max(count for other, count in enumerate(counts) if other != seat)


def have_won(winners: Collection[int], scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats of which people say that they have won: nobody if all share a win at 0."""
    nobody = len(winners) == len(scores) > 1 and not any(scores)
    return () if nobody else tuple(winners)
