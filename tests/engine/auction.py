"""A toy auction: a second game for tests in which other players act during a turn.

The player whose turn it is offers a lot, worth a card turned up plus a die.  Then all players bid
or pass in turn, the next player first, with secret purses, until one bidder is left.  After two
rounds the most valuable possessions win.  The game uses only the ``Ruleset`` protocol.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from engine import codec
from engine.chance import Chance
from engine.errors import Illegal, Unreadable
from engine.ruleset import Bot, Option, Setup, Status

UNKNOWN = 99
ROUNDS = 2
CARDS = (2, 3, 4, 5, 6, 7, 8, 9)


@dataclass(frozen=True)
class Move:
    """``word`` is "offer", "bid" or "pass"."""

    word: str
    amount: int = 0


@dataclass(frozen=True)
class Event:
    """``type`` is "began", "offered", "bid", "passed", "sold" or "closed"."""

    type: str
    seat: int = 0
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position.  ``bidders`` may still bid for the lot; the first of them is next."""

    players: int
    purses: tuple[int, ...]
    supply: tuple[int, ...]
    turn: int = 1
    lot: int = 0
    bidders: tuple[int, ...] = ()
    highest_bid: int = 0
    highest_bidder: int | None = None
    scores: tuple[int, ...] = field(default=())
    over: bool = False

    @property
    def offerer(self) -> int:
        return (self.turn - 1) % self.players

    @property
    def mover(self) -> int:
        return self.bidders[0] if self.lot else self.offerer


class UnknownChance:
    """Chance for views: every card and every die is unknown."""

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        return (UNKNOWN,) * len(cards)

    def below(self, n: int, label: str) -> int:
        return UNKNOWN


class BoldBot:
    """Raises the bid by one or passes, depending on the salt."""

    name = "bold"
    title = "bids without looking"
    seat_names = ("Croesus", "Midas", "Crassus")

    def choose(self, view: Position, *, salt: bytes) -> Move:
        moves = AUCTION.legal_moves(view)
        return moves[hashlib.sha256(salt).digest()[0] % min(2, len(moves))]


class Auction:
    """The rules of the auction, as a ``Ruleset``."""

    name = "lots"
    title = "Lots"
    version = 1
    seats = range(2, 5)
    colours = ("white", "black", "grey", "brown")
    options: tuple[Option, ...] = ()
    verbs: Mapping[str, bool] = dict.fromkeys(("offer", "bid", "pass"), False)
    words = frozenset(verbs)
    bots: Mapping[str, Bot] = {"bold": BoldBot()}

    def boards(self) -> Mapping[str, str]:
        return {"hall": "a hall\n"}

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        dealt = chance.shuffle(CARDS, "shuffle-purses")[: setup.players]
        return (Event("began", 0, (*dealt, *chance.shuffle(CARDS, "shuffle-lots"))),)

    def decide(self, state: Position, move: Move, chance: Chance) -> tuple[Event, ...]:
        if move not in self.legal_moves(state):
            raise Illegal("not-now", "You cannot do that now.")
        seat = state.mover
        if move.word == "offer":
            card, die = state.supply[0], chance.below(6, f"die-{state.turn}") + 1
            return (Event("offered", seat, (UNKNOWN if UNKNOWN in (card, die) else card + die,)),)
        answer = Event("bid", seat, (move.amount,)) if move.word == "bid" else Event("passed", seat)
        after = self.evolve(state, answer)
        others = [seat for seat in after.bidders if seat != after.highest_bidder]
        if others:
            return (answer,)
        winner = state.offerer if after.highest_bidder is None else after.highest_bidder
        sold = Event("sold", winner, (after.lot,))
        if state.turn < ROUNDS * state.players:
            return answer, sold
        return answer, sold, Event("closed")

    def evolve(self, state: Position | None, event: Event) -> Position:
        if state is None:
            return self._start(event.numbers)
        match event.type:
            case "offered":
                bidders = [(event.seat + i) % state.players for i in range(1, state.players + 1)]
                return replace(state, lot=event.numbers[0], supply=state.supply[1:],
                               bidders=tuple(bidders))
            case "bid":
                queue = (*state.bidders[1:], event.seat)
                return replace(state, highest_bid=event.numbers[0], highest_bidder=event.seat,
                               bidders=queue)
            case "passed":
                return replace(state, bidders=state.bidders[1:])
            case "sold":
                return self._sell(state, event.seat)
            case _:
                return replace(state, over=True)

    def _start(self, cards: tuple[int, ...]) -> Position:
        players = len(cards) - len(CARDS)
        return Position(players, cards[:players], cards[players:], scores=(0,) * players)

    def _sell(self, state: Position, seat: int) -> Position:
        purses = [p - state.highest_bid * (i == seat) for i, p in enumerate(state.purses)]
        scores = [s + state.lot * (i == seat) for i, s in enumerate(state.scores)]
        return replace(state, purses=tuple(purses), scores=tuple(scores), turn=state.turn + 1,
                       lot=0, bidders=(), highest_bid=0, highest_bidder=None)

    def legal_moves(self, state: Position) -> list[Move]:
        if state.over:
            return []
        if not state.lot:
            return [Move("offer")]
        most = min(state.purses[state.mover], 9)
        return [Move("pass"), *(Move("bid", n) for n in range(state.highest_bid + 1, most + 1))]

    def status(self, state: Position) -> Status:
        best = max(state.scores)
        winners = tuple(i for i, score in enumerate(state.scores) if score == best)
        to_move = () if state.over else (state.mover,)
        return Status(to_move, state.turn, not state.lot, state.scores, state.over,
                      winners if state.over else (), "sold out" if state.over else "")

    def view(self, state: Position, seat: int | None) -> Position:
        if state.over:
            return state
        purses = tuple(p if i == seat else UNKNOWN for i, p in enumerate(state.purses))
        return replace(state, purses=purses, supply=(UNKNOWN,) * len(state.supply))

    def view_event(self, event: Event, seat: int | None, *, over: bool) -> Event:
        if over or event.type != "began":
            return event
        players = len(event.numbers) - len(CARDS)
        visible = [n if i == seat else UNKNOWN for i, n in enumerate(event.numbers[:players])]
        return replace(event, numbers=(*visible, *(UNKNOWN for _ in CARDS)))

    def unknown_chance(self) -> Chance:
        return UnknownChance()

    def parse(self, text: str, state: Position) -> Move:
        word, _, amount = text.lower().strip().partition(" ")
        if word not in self.verbs or bool(amount) != (word == "bid"):
            raise Unreadable("unreadable", "Orders are offer, bid 3 and pass.")
        return Move(word, int(amount or 0))

    def only_ends_turn(self, move: Move) -> bool:
        return False

    def format(self, move: Move, state: Position) -> str:
        return f"{move.word} {move.amount}" if move.word == "bid" else move.word

    def describe_events(
        self, events_with_states: Sequence[tuple[Event, Position | None]], names: Sequence[str]
    ) -> list[str]:
        return [f"{names[event.seat]}: {event.type}." for event, _ in events_with_states]

    def revealed_text(self, event: Event) -> str:
        return str(event.numbers[0]) if event.type == "offered" else ""

    def dump_event(self, event: Event) -> dict[str, Any]:
        return asdict(event)

    def load_event(self, data: dict[str, Any], version: int) -> Event:
        return Event(data["type"], data["seat"], tuple(data["numbers"]))

    def dump_state(self, state: Position) -> str:
        return codec.canonical(asdict(state))

    def load_state(self, text: str, setup: Setup) -> Position:
        data = json.loads(text)
        return Position(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})

    def text_board(self, state: Position) -> str:
        return f"lot {state.lot}, highest bid {state.highest_bid}"


AUCTION = Auction()
