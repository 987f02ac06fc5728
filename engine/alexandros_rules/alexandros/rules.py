"""The ruleset of Alexandros: what the game offers, and how a game is set up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from alexandros_rules.alexandros import board_file, cards, continuing, events
from alexandros_rules.alexandros.bots.characters import CHARACTERS
from alexandros_rules.alexandros.bots.greedy import GreedyBot
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.describe import describe_events
from alexandros_rules.alexandros.event_builder import EventBuilder
from alexandros_rules.alexandros.events import Event
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import End, Move
from alexandros_rules.alexandros.notation import implied, parse
from alexandros_rules.alexandros.order_text import format_move
from alexandros_rules.alexandros.order_words import CARD, CARDS, ORDER_WORDS, SUPPLY, WORDS
from alexandros_rules.alexandros.state import (
    COLOURS,
    ORIGINAL,
    OVER,
    SECOND,
    TAKE,
    State,
    dump_state,
    load_state,
)
from alexandros_rules.alexandros.text_board import text_board, text_map
from alexandros_rules.alexandros.view import view, view_event
from alexandros_rules.chance import Chance, SeededChance, UnknownChance
from alexandros_rules.errors import Illegal
from alexandros_rules.move_list import MoveList
from alexandros_rules.plain_rules import RandomMoves, check_setup
from alexandros_rules.ruleset import Bot, Option, Setup, Status
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop

_ORIGINAL_OPTIONS = ("first", "half_of_occupying")
_NEWER_OPTIONS = ("balanced_start", "finish_round", "deal")
_NEWEST_OPTIONS = ("position",)
_SEED = re.compile("[0-9a-f]{64}")
_NAMES = ("Bucephalus", "Peritas", "Xanthus", "Balius")  # of the bot that plays at random


def _legal_moves(view: State, *, seat: int) -> MoveList:
    return legal_moves(view)  # one seat moves at a time, and the state knows which one


class Alexandros:
    """The rules of Alexandros.  See ``alexandros_rules.ruleset.Ruleset`` for each method."""

    name: str = "alexandros"
    title: str = "Alexandros"
    version: int = events.VERSION
    versions: tuple[int, ...] = events.VERSIONS
    seats: range = range(2, 5)  # T1
    colours: tuple[str, ...] = COLOURS
    options: tuple[Option, ...] = (
        Option(
            "first", gettext_noop("First player"),
            gettext_noop("Who takes the first turn. If you leave this open, the same random draw"
                         " that deals the cards decides."), "seat",
        ),
        Option(
            "half_of_occupying", gettext_noop("Smaller compensation"),
            gettext_noop("With three or four players, the player who loses a province in a"
                         " takeover gets only half of the cards that were played to occupy it."),
            "flag", False,
        ),
        Option(
            "balanced_start", gettext_noop("Balanced start"),
            gettext_noop("The first player has only one action in the first turn. With four"
                         " players, the third and the fourth begin with one more card. This makes"
                         " up for the advantage of moving first."),
            "flag", False,
        ),
        Option(
            "finish_round", gettext_noop("Finish the round"),
            gettext_noop("When red walls are needed or somebody reaches 100 points, the game goes"
                         " on until all players have had equally many turns."),
            "flag", False,
        ),
        Option(
            "deal", gettext_noop("Repeated deal"),
            gettext_noop("The first player and the cards dealt are those of the game with this"
                         " seed, and everybody knows them."), "deal",
        ),
        Option(
            "position", gettext_noop("Continued game"),
            gettext_noop("The game goes on from a position in another game. The hidden cards are"
                         " dealt again, in agreement with everything that everybody had seen."),
            "position",
        ),
    )
    rated_options: Mapping[int, Mapping[str, Any]] = {
        players: {"balanced_start": True} for players in seats}
    has_points: bool = True
    verbs: Mapping[str, bool] = ORDER_WORDS
    words: frozenset[str] = WORDS
    things: frozenset[str] = frozenset((*CARDS, *CARD, *SUPPLY))
    bots: Mapping[str, Bot] = {bot.name: bot for bot in (
        GreedyBot(), RandomMoves(_legal_moves, seat_names=_NAMES), *CHARACTERS)}

    def boards(self) -> Mapping[str, str]:
        return board_file.shipped()

    def start(
        self, setup: Setup, chance: Chance, *, version: int | None = None
    ) -> tuple[Event, ...]:
        """Return the events of the start (S1 to S3, S5, S6)."""
        rules = self.version if version is None else version
        check_setup(self, setup, options=_options_of(rules))
        deal = _chosen_deal(setup)
        first = _chosen_first_player(setup)
        board_file.load(setup.board)
        if setup.options.get("position") is not None:
            return _continued(setup, chance, rules)
        dealing = chance if deal is None else SeededChance(bytes.fromhex(deal))
        started = _started(
            setup, dealing.below(setup.players, "first") if first is None else first, rules)
        builder = EventBuilder(evolve(None, started), dealing)
        _deal(builder, started)
        if deal is not None:
            dealt = builder.state
            builder = EventBuilder(evolve(None, started), chance)
            builder.add(events.DealtAgain(dealt.hands, dealt.face_up))
            builder.fill_supply()
        return (started, *builder.events)

    # One seat moves at a time, and the state knows which one, so ``seat`` is not used.

    def decide(self, state: State, move: Move, chance: Chance, *, seat: int) -> tuple[Event, ...]:
        return decide(state, move, chance)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def legal_moves(self, state: State, *, seat: int) -> MoveList:
        return legal_moves(state)

    def status(self, state: State) -> Status:
        over = state.phase == OVER
        return Status(
            to_move=() if over else (state.seat,), turn=state.turn, fresh=state.phase == TAKE,
            scores=state.scores, over=over, winners=state.winners, reason=state.reason,
        )

    def view(self, state: State, seat: int | None, *, sealed: bool = False) -> State:
        return view(state, seat, sealed=sealed)

    def view_event(self, event: Event, seat: int | None, *, over: bool) -> Event:
        return view_event(event, seat, over=over)

    def view_move(self, text: str, *, by: int, seat: int | None) -> str:
        return text  # no move of Alexandros is secret

    def unknown_chance(self) -> Chance:
        return UnknownChance(cards.UNKNOWN)

    def parse(self, text: str, state: State, *, seat: int) -> Move:
        return parse(text, state)

    def implied(self, words: Sequence[str], state: State) -> Sequence[tuple[str, bool]]:
        return implied(words, state)

    def only_ends_turn(self, move: Move) -> bool:
        return isinstance(move, End)

    def format(self, move: Move, state: State) -> str:
        return format_move(move, state)

    def describe_events(
        self, events_with_states: Sequence[tuple[Event, State | None]], names: Sequence[str]
    ) -> list[str]:
        return describe_events(events_with_states, names)

    def revealed_text(self, event: Event) -> str:
        return cards.CODES[event.card] if isinstance(event, events.Drew | events.Revealed) else ""

    def dump_event(self, event: Event) -> dict[str, Any]:
        return events.dump(event)

    def load_event(self, data: dict[str, Any], version: int) -> Event:
        return events.load(data, version)

    def dump_state(self, state: State) -> str:
        return dump_state(state)

    def load_state(self, text: str, setup: Setup) -> State:
        return load_state(text, setup)

    def text_board(self, state: State) -> str:
        return text_board(state)

    def text_map(self, state: State) -> str:
        return text_map(state)


def _started(setup: Setup, first: int, rules: int) -> events.Started:
    options = setup.options
    return events.Started(
        setup.board, setup.players, first, options.get("half_of_occupying", False), rules,
        options.get("balanced_start", False), options.get("finish_round", False),
    )


def _continued(setup: Setup, chance: Chance, rules: int) -> tuple[Event, ...]:
    """Return the start of a game that goes on from a position in another game (S6)."""
    position = setup.options["position"]
    others = [name for name in ("first", "deal") if setup.options.get(name) is not None]
    if others:
        raise Illegal(
            "option", _("A game that goes on from a position cannot have the option %(name)s.")
            % {"name": others[0]})
    try:
        if not isinstance(position, str):
            raise ValueError("a position is a text")
        first = continuing.first_seat(continuing.view(setup))
    except ValueError:
        raise Illegal(
            "option",
            _("The option %(name)s must be the text of a position with the board, the players and"
              " the options of this game.") % {"name": "position"},
        ) from None
    return _started(setup, first, rules), continuing.continued(position, chance)


def _deal(builder: EventBuilder, started: events.Started) -> None:
    """Deal each player a card (S1), and some of them one more if that was chosen (S5)."""
    for seat in (*range(started.players), *started.with_more_cards):
        card = builder.top_card()
        assert card is not None
        builder.add(events.Dealt(seat, card))
    builder.refill_row()


def _options_of(version: int) -> tuple[str, ...]:
    """Return the names of the options that games of this version have."""
    newer = () if version == ORIGINAL else _NEWER_OPTIONS
    newest = () if version <= SECOND else _NEWEST_OPTIONS
    return (*_ORIGINAL_OPTIONS, *newer, *newest)


def _chosen_deal(setup: Setup) -> str | None:
    """Return the seed of the deal to be repeated, None for a new deal."""
    deal = setup.options.get("deal")
    if deal is not None and not (isinstance(deal, str) and _SEED.fullmatch(deal)):
        raise Illegal(
            "option",
            _("The option %(name)s must be a seed of 64 hexadecimal digits.") % {"name": "deal"},
        )
    return deal


def _chosen_first_player(setup: Setup) -> int | None:
    """Return the first player if the setup names one, or None to leave it to chance (S3)."""
    first = setup.options.get("first")
    if first is None:
        return None
    if type(first) is not int or not 0 <= first < setup.players:  # True is not a seat
        raise Illegal(
            "first",
            _("The first player must be a seat from 0 to %(last)s.") % {"last": setup.players - 1},
        )
    return first


RULESET = Alexandros()
