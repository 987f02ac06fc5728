"""The ``Ruleset`` of The Campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from alexandros_rules.campaign import (
    auctions,
    continuing,
    events,
    map_file,
    order_words,
    trading,
)
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.characters import COUNSELOR, REGENT, SATRAP, TREASURER
from alexandros_rules.campaign.bots.random_bot import RandomBot
from alexandros_rules.campaign.decide import decide
from alexandros_rules.campaign.describe import describe_events
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.legal_moves import legal_moves
from alexandros_rules.campaign.moves import End, Move
from alexandros_rules.campaign.notation import implied, parse
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.order_words import (
    DEVELOPMENT,
    KINDS,
    ORDER_WORDS,
    USES,
    WORDS,
)
from alexandros_rules.campaign.place_names import name_words, telling_words
from alexandros_rules.campaign.progress import Progress
from alexandros_rules.campaign.state import (
    BUILD,
    CHANCE,
    COLOURS,
    DISCARD,
    OVER,
    ROLL,
    State,
    dump_state,
    load_state,
)
from alexandros_rules.campaign.text_board import text_board
from alexandros_rules.campaign.view import view, view_event
from alexandros_rules.chance import Chance
from alexandros_rules.errors import Illegal
from alexandros_rules.move_list import MoveList
from alexandros_rules.ruleset import Bot, Option, Setup, Status
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop

GOLD_OF_EACH = 8  # SU3
# In a balanced start, by place in the turn order: found by measuring (docs/bots.md).
BALANCED_GOLD = {2: (9, 8), 3: (7, 8, 10), 4: (8, 8, 8, 8)}
CARDS_DEALT = 5  # SU4
CARDS_OF_EACH_IN_STACK = {2: 10, 3: 15, 4: 19}  # SU4
_SECRET_VERBS = ("discard", "prefer")  # only their player knows the rest of these orders


class UnknownDraws:
    """Chance for views: no result is known."""

    def below(self, n: int, label: str) -> int:
        return -1  # the decision goes on with an unknown card, chit or roll

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        raise LookupError(f"{label}: nothing is shuffled after the start")


class Campaign:
    """The rules of The Campaign.  See ``alexandros_rules.ruleset.Ruleset`` for each method."""

    name: str = "campaign"
    title: str = gettext_noop("The Campaign")
    version: int = events.VERSION
    versions: tuple[int, ...] = events.VERSIONS
    seats: range = range(2, 5)  # TH1
    colours: tuple[str, ...] = COLOURS
    options: tuple[Option, ...] = (
        Option("first", gettext_noop("First player"), gettext_noop(
            "Who takes the first turn. If you leave this open, a random draw decides."), "seat"),
        Option("open_bidding", gettext_noop("Open bidding"), gettext_noop(
            "Auctions go from seat to seat: everybody raises or passes in turn. Without this,"
            " everybody names a secret limit at the same time, which is much quicker by email."),
            "flag", False),
        Option("bluff", gettext_noop("Bids that cannot be paid"), gettext_noop(
            "A bid may be higher than what the bidder can pay. A player who wins with such a bid"
            " loses half of their cards, and the auction starts again without them."),
            "flag", False),
        Option("balanced_start", gettext_noop("Balanced start"), gettext_noop(
            "With two players, the first begins with one more piece of gold. With three, the first"
            " begins with one less and the third with two more. This makes up for Alexander's way,"
            " which favours some places in the turn order. With four, nothing changes."),
            "flag", False, proposed=True),
        Option("position", gettext_noop("Continued game"), gettext_noop(
            "The game goes on from a position in another game. The hidden cards and chits are dealt"
            " again, secret bids and discards are chosen again, and there are no offers."),
            "position"),
    )
    rated_options: Mapping[int, Mapping[str, Any]] = {
        players: {"balanced_start": True} for players in seats}
    has_points: bool = True
    verbs: Mapping[str, bool] = ORDER_WORDS
    words: frozenset[str] = WORDS.union(*[
        name_words(map_file.load(text)) for text in map_file.shipped().values()])
    things: frozenset[str] = frozenset(
        (*KINDS, *order_words.COLOURS, *USES, *DEVELOPMENT)).union(*[
        telling_words(map_file.load(text)) for text in map_file.shipped().values()])
    bots: Mapping[str, Bot] = {bot.name: bot for bot in (
        COUNSELOR, REGENT, TREASURER, SATRAP, RandomBot())}

    def boards(self) -> Mapping[str, str]:
        return map_file.shipped()

    def start(
        self, setup: Setup, chance: Chance, *, version: int | None = None
    ) -> tuple[Event, ...]:
        """Set up a game (SU1 to SU6) and go on to the first decision.

        Raise Illegal for bad numbers of players and options, Unreadable for bad maps.
        """
        rules = self.version if version is None else version
        first = _checked_first_player(setup, rules)
        world = map_file.load(setup.board)
        players, options = setup.players, setup.options
        if options.get("position") is not None:
            return _continued(setup, chance, rules)
        begins = chance.below(players, "first") if first is None else first
        started = _started(setup, begins, rules)
        progress = Progress(evolve(None, started), chance)
        desert = world.deserts[chance.below(len(world.deserts), "desert")]
        stack = th.expand((CARDS_OF_EACH_IN_STACK[players],) * 5)
        progress.add(events.Prepared(
            chance.shuffle([chit for chit in range(4) for _i in range(th.CHITS_OF_EACH)],
                           "shuffle-chits"),
            chance.shuffle(th.expand(th.DECK), "shuffle-development"),
            chance.shuffle(stack, "shuffle-supply"), world.hexes[desert].label))
        supply = progress.state.supply
        progress.add(events.Dealt(tuple([
            th.counts(supply[i * CARDS_DEALT:(i + 1) * CARDS_DEALT]) for i in range(players)])))
        progress.travel(seven=False)  # YI1: no dice in the first turn
        return (started, *progress.events)

    def decide(self, state: State, move: Move, chance: Chance, *, seat: int) -> tuple[Event, ...]:
        return decide(state, move, chance, seat=seat)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def legal_moves(self, state: State, *, seat: int) -> MoveList:
        return legal_moves(state, seat)

    def status(self, state: State) -> Status:
        over = state.phase == OVER
        seats = range(state.players)
        return Status(
            to_move=to_move(state), turn=state.turn,
            fresh=state.phase == ROLL or (state.turn == 1 and state.phase != BUILD),
            scores=tuple([state.points(seat) if over else state.public_points(seat)
                          for seat in seats]),
            over=over, winners=state.winners, reason=state.reason,
            may_act=may_act(state), asked=tuple(_asked(state)),
        )

    def view(self, state: State, seat: int | None, *, sealed: bool = False) -> State:
        return view(state, seat, sealed=sealed)

    def view_event(self, event: Event, seat: int | None, *, over: bool) -> Event:
        return view_event(event, seat, over=over)

    def view_move(self, text: str, *, by: int, seat: int | None) -> str:
        """Return the move as a seat sees it: of another seat's secret decision, only the verb."""
        if by == seat:
            return text
        verb = text.split()[0]
        if text.startswith(("bid up to", "bid nothing")):
            return "bid"
        if verb == "bid":
            return text.partition(" pay ")[0]
        return verb if verb in _SECRET_VERBS else text

    def unknown_chance(self) -> Chance:
        return UnknownDraws()

    def parse(self, text: str, state: State, *, seat: int) -> Move:
        return parse(text, state, seat=seat)

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
        """Return the dice, the chit or the card that the event shows, for records."""
        if isinstance(event, events.Rolled):
            return "{}+{}".format(*event.dice)
        if isinstance(event, events.ChitTurned):
            return th.CHIT_LETTERS[event.chit]
        if isinstance(event, events.DevelopmentBought):
            return th.DEVELOPMENT_LETTERS[event.development]
        return th.LETTERS[event.card] if isinstance(event, events.Stole) else ""

    def dump_event(self, event: Event) -> dict[str, Any]:
        return events.dump(event)

    def load_event(self, data: dict[str, Any], version: int) -> Event:
        return events.load(data, version)

    def dump_state(self, state: State) -> str:
        return dump_state(state)

    def text_board(self, state: State) -> str:
        return text_board(state)

    def text_map(self, state: State) -> str:
        return text_board(state)

    def load_state(self, text: str, setup: Setup) -> State:
        return load_state(text, setup)


def _started(setup: Setup, first: int, rules: int) -> events.Started:
    options = setup.options
    return events.Started(
        setup.board, setup.players, first, options.get("open_bidding", False),
        options.get("bluff", False), rules, _gold(setup.players, first, options))


def _continued(setup: Setup, chance: Chance, rules: int) -> tuple[Event, ...]:
    """Return the start of a game that goes on from a position in another game (SU6)."""
    position = setup.options["position"]
    if setup.options.get("first") is not None:
        raise Illegal(
            "option", _("A game that goes on from a position cannot have the option %(name)s.")
            % {"name": "first"})
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
    return _started(setup, first, rules), continuing.continued(position, setup, chance)


def _gold(players: int, first: int, options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return how much gold each seat begins with."""
    if not options.get("balanced_start", False):
        return (GOLD_OF_EACH,) * players
    return tuple([BALANCED_GOLD[players][(seat - first) % players] for seat in range(players)])


def to_move(state: State) -> tuple[int, ...]:
    """Return the seats that the game waits for, in ascending order."""
    if state.phase in (OVER, CHANCE):
        return ()
    if state.phase == DISCARD:
        return tuple([seat for seat in range(state.players)
                      if state.due[seat] and state.discards[seat] is None])
    if state.auction is not None:
        return auctions.awaited(state)
    return (state.seat,)


def may_act(state: State) -> tuple[int, ...]:
    """Return the seats that may make offers although the game does not wait for them (TR3)."""
    if state.phase in (OVER, CHANCE):
        return ()
    waited_for = to_move(state)
    return tuple([seat for seat in range(state.players) if seat not in waited_for])


def _asked(state: State) -> Iterator[tuple[int, str]]:
    """Yield the seats that could accept an offer of the seat to play, with the offers' numbers."""
    if state.phase != BUILD:
        return
    for seat in may_act(state):
        # Nobody has to answer a standing offer.
        offers = [offer for offer in trading.acceptable(state, seat) if not offer.standing]
        if offers:
            yield seat, " ".join(str(offer.number) for offer in offers)


def _checked_first_player(setup: Setup, rules: int) -> int | None:
    """Return the first player if the setup names one.  Refuse bad setups."""
    if setup.players not in Campaign.seats:
        raise Illegal("players", _("%(game)s is for %(fewest)s to %(most)s players, not"
                                   " %(count)s.") % {
            "game": _(Campaign.title), "fewest": Campaign.seats[0], "most": Campaign.seats[-1],
            "count": setup.players})
    known = {option.name for option in Campaign.options
             if rules > events.FIRST or option.kind != "position"}
    if unknown := set(setup.options) - known:
        raise Illegal("option", _("There is no option %(name)s.") % {
            "name": ", ".join(sorted(unknown))})
    for name in ("open_bidding", "bluff", "balanced_start"):
        if not isinstance(setup.options.get(name, False), bool):
            raise Illegal("option", _("The option %(name)s is either true or false.") % {
                "name": name})
    first = setup.options.get("first")
    if first is not None and (type(first) is not int or not 0 <= first < setup.players):
        raise Illegal("first", _("The first player must be a seat from 0 to %(last)s.") % {
            "last": setup.players - 1})
    return first


RULESET = Campaign()
