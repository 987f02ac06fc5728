"""A toy auction: a second game for tests, in which all players bid at the same time.

The player whose turn it is, the seller, offers a lot, worth a card turned up plus a die.  Then all
players, the seller included, bid in secret from secret purses, in any order; a bid of 0 passes.
The last bid reveals all of them.  The highest bidder pays and gets the lot; of several, the first
one after the seller.  If everybody passes, the lot is withdrawn.  After two rounds the most
valuable possessions win.  The game uses only the ``Ruleset`` protocol.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
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
    """``word`` is "offer" or "bid"."""

    word: str
    amount: int = 0


@dataclass(frozen=True)
class Event:
    """``type`` is "began", "offered", "bid", "revealed", "sold", "withdrawn" or "closed".

    ``numbers`` are for "began" the purses and the supply, for "revealed" the bid of each seat, and
    otherwise one number: the worth of the lot, a secret bid, or the price that was paid.
    """

    type: str
    seat: int = 0
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position.  ``lot`` is the worth of the lot on offer, 0 for none.

    ``bids`` has the bid of each seat, None if it has yet to bid; it is empty without a lot.
    """

    players: int
    purses: tuple[int, ...]
    supply: tuple[int, ...]
    turn: int = 1
    lot: int = 0
    bids: tuple[int | None, ...] = ()
    scores: tuple[int, ...] = ()
    over: bool = False

    @property
    def seller(self) -> int:
        return (self.turn - 1) % self.players

    @property
    def to_move(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if not self.lot:
            return (self.seller,)
        return tuple(seat for seat, bid in enumerate(self.bids) if bid is None)


class UnknownChance:
    """Chance for views: every card and every die is unknown."""

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        return (UNKNOWN,) * len(cards)

    def below(self, n: int, label: str) -> int:
        return UNKNOWN


class BoldBot:
    """Bids any amount that it can pay, depending on the salt."""

    name = "bold"
    title = "bids without looking"
    seat_names = ("Croesus", "Midas", "Crassus")

    def choose(self, view: Position, *, seat: int, salt: bytes) -> Move:
        moves = AUCTION.legal_moves(view, seat=seat)
        return moves[hashlib.sha256(salt).digest()[0] % len(moves)]


class Auction:
    """The rules of the auction, as a ``Ruleset``."""

    name = "lots"
    title = "Lots"
    version = 1
    seats = range(2, 5)
    colours = ("white", "black", "grey", "brown")
    options: tuple[Option, ...] = ()
    verbs: Mapping[str, bool] = dict.fromkeys(("offer", "bid"), False)
    words = frozenset(verbs)
    bots: Mapping[str, Bot] = {"bold": BoldBot()}

    def boards(self) -> Mapping[str, str]:
        return {"hall": "a hall\n"}

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        dealt = chance.shuffle(CARDS, "shuffle-purses")[: setup.players]
        return (Event("began", 0, (*dealt, *chance.shuffle(CARDS, "shuffle-lots"))),)

    def decide(self, state: Position, move: Move, chance: Chance, *,
               seat: int) -> tuple[Event, ...]:
        if move not in self.legal_moves(state, seat=seat):
            raise Illegal("not-now", "You cannot do that now.")
        if move.word == "offer":
            card, die = state.supply[0], chance.below(6, f"die-{state.turn}") + 1
            return (Event("offered", seat, (UNKNOWN if UNKNOWN in (card, die) else card + die,)),)
        bid = Event("bid", seat, (move.amount,))
        after = self.evolve(state, bid)
        if after.to_move:
            return (bid,)
        bids = tuple(each for each in after.bids if each is not None)
        revealed = Event("revealed", state.seller, bids)
        if UNKNOWN in bids:
            return bid, revealed  # to its sender, it is unknown what the last bid leads to
        sold = _sale(state, bids)
        return (bid, revealed, sold) if state.turn < ROUNDS * state.players else (
            bid, revealed, sold, Event("closed"))

    def evolve(self, state: Position | None, event: Event) -> Position:
        if state is None:
            return self._start(event.numbers)
        match event.type:
            case "offered":
                return replace(state, lot=event.numbers[0], supply=state.supply[1:],
                               bids=(None,) * state.players)
            case "bid":
                bids = (*state.bids[:event.seat], event.numbers[0], *state.bids[event.seat + 1:])
                return replace(state, bids=bids)
            case "revealed":
                return replace(state, bids=event.numbers)
            case "sold":
                return self._sell(state, event.seat, event.numbers[0])
            case "withdrawn":
                return replace(state, turn=state.turn + 1, lot=0, bids=())
            case _:
                return replace(state, over=True)

    def _start(self, cards: tuple[int, ...]) -> Position:
        players = len(cards) - len(CARDS)
        return Position(players, cards[:players], cards[players:], scores=(0,) * players)

    def _sell(self, state: Position, seat: int, price: int) -> Position:
        purses = [UNKNOWN if p == UNKNOWN else p - price * (i == seat)
                  for i, p in enumerate(state.purses)]
        scores = [s + state.lot * (i == seat) for i, s in enumerate(state.scores)]
        return replace(state, purses=tuple(purses), scores=tuple(scores), turn=state.turn + 1,
                       lot=0, bids=())

    def legal_moves(self, state: Position, *, seat: int) -> list[Move]:
        if seat not in state.to_move:
            return []
        if not state.lot:
            return [Move("offer")]
        return [Move("bid", amount) for amount in range(state.purses[seat] + 1)]

    def status(self, state: Position) -> Status:
        best = max(state.scores)
        winners = tuple(i for i, score in enumerate(state.scores) if score == best)
        return Status(state.to_move, state.turn, not state.lot, state.scores, state.over,
                      winners if state.over else (), "sold out" if state.over else "")

    def view(self, state: Position, seat: int | None) -> Position:
        if state.over:
            return state
        purses = tuple(p if i == seat else UNKNOWN for i, p in enumerate(state.purses))
        bids = tuple(b if i == seat or b is None else UNKNOWN for i, b in enumerate(state.bids))
        return replace(state, purses=purses, supply=(UNKNOWN,) * len(state.supply), bids=bids)

    def view_event(self, event: Event, seat: int | None, *, over: bool) -> Event:
        if over or event.type not in ("began", "bid"):
            return event
        if event.type == "bid":
            return event if event.seat == seat else replace(event, numbers=(UNKNOWN,))
        players = len(event.numbers) - len(CARDS)
        visible = [n if i == seat else UNKNOWN for i, n in enumerate(event.numbers[:players])]
        return replace(event, numbers=(*visible, *(UNKNOWN for _ in CARDS)))

    def view_move(self, text: str, *, by: int, seat: int | None) -> str:
        return text if by == seat else text.split()[0]

    def unknown_chance(self) -> Chance:
        return UnknownChance()

    def parse(self, text: str, state: Position, *, seat: int) -> Move:
        word, _, amount = text.lower().strip().partition(" ")
        if word not in self.verbs or amount.isdecimal() != (word == "bid"):
            raise Unreadable("unreadable", "Orders are offer and bid, such as bid 3.")
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
        return f"lot {state.lot}, bids {sum(bid is not None for bid in state.bids)}"


def _sale(state: Position, bids: Sequence[int]) -> Event:
    """Returns what becomes of the lot: the highest bidder gets it, unless all bids are 0."""
    if not max(bids):
        return Event("withdrawn", state.seller)
    order = [(state.seller + i) % state.players for i in range(1, state.players + 1)]
    winner = max(order, key=lambda seat: bids[seat])  # of several, the first in this order
    return Event("sold", winner, (bids[winner],))


AUCTION = Auction()
