"""A second game for tests, unlike Alexandros: lots are auctioned, and others answer in a turn.

Who is on turn offers a lot; its worth is a card turned up plus a die.  Then all bid or pass
in turns, his left neighbour first, with purses that are dealt in secret, until one is left.
After two rounds the most valuable possessions win.  It knows nothing of the service and the
engine knows nothing of it.
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
class Table:
    """A position.  ``speakers``: who may still bid for the lot, the next to speak first."""

    players: int
    purses: tuple[int, ...]
    supply: tuple[int, ...]
    turn: int = 1
    lot: int = 0
    speakers: tuple[int, ...] = ()
    high: int = 0
    bidder: int | None = None
    scores: tuple[int, ...] = field(default=())
    over: bool = False

    @property
    def offerer(self) -> int:
        return (self.turn - 1) % self.players

    @property
    def mover(self) -> int:
        return self.speakers[0] if self.lot else self.offerer


class Veil:
    """Chance on a view: every card and every die is unknown."""

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        return (UNKNOWN,) * len(cards)

    def below(self, n: int, label: str) -> int:
        return UNKNOWN


class Bold:
    """Bids one more until the salt says otherwise."""

    name = "bold"
    title = "bids without looking"
    called = ("Croesus", "Midas", "Crassus")

    def choose(self, view: Table, *, salt: bytes) -> Move:
        moves = LOTS.legal(view)
        return moves[hashlib.sha256(salt).digest()[0] % min(2, len(moves))]


class Lots:
    """The rules of the test's game behind the ``Ruleset`` protocol."""

    name = "lots"
    title = "Lots"
    version = 1
    seats = range(2, 5)
    colours = ("white", "black", "grey", "brown")
    options: tuple[Option, ...] = ()
    verbs: Mapping[str, bool] = dict.fromkeys(("offer", "bid", "pass"), False)
    words = frozenset(verbs)
    bots: Mapping[str, Bot] = {"bold": Bold()}

    def boards(self) -> Mapping[str, str]:
        return {"hall": "a hall\n"}

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        dealt = chance.shuffle(CARDS, "shuffle-purses")[: setup.players]
        return (Event("began", 0, (*dealt, *chance.shuffle(CARDS, "shuffle-lots"))),)

    def decide(self, state: Table, move: Move, chance: Chance) -> tuple[Event, ...]:
        if move not in self.legal(state):
            raise Illegal("not-now", "You cannot do that now.")
        seat = state.mover
        if move.word == "offer":
            card, die = state.supply[0], chance.below(6, f"die-{state.turn}") + 1
            return (Event("offered", seat, (UNKNOWN if UNKNOWN in (card, die) else card + die,)),)
        spoken = Event("bid", seat, (move.amount,)) if move.word == "bid" else Event("passed", seat)
        after = self.evolve(state, spoken)
        left = [seat for seat in after.speakers if seat != after.bidder]
        if left:
            return (spoken,)
        sold = Event("sold", state.offerer if after.bidder is None else after.bidder, (after.lot,))
        if state.turn < ROUNDS * state.players:
            return spoken, sold
        return spoken, sold, Event("closed")

    def evolve(self, state: Table | None, event: Event) -> Table:
        if state is None:
            return self._began(event.numbers)
        match event.type:
            case "offered":
                ring = [(event.seat + i) % state.players for i in range(1, state.players + 1)]
                return replace(state, lot=event.numbers[0], supply=state.supply[1:],
                               speakers=tuple(ring))
            case "bid":
                queue = (*state.speakers[1:], event.seat)
                return replace(state, high=event.numbers[0], bidder=event.seat, speakers=queue)
            case "passed":
                return replace(state, speakers=state.speakers[1:])
            case "sold":
                return self._sold(state, event.seat)
            case _:
                return replace(state, over=True)

    def _began(self, cards: tuple[int, ...]) -> Table:
        players = len(cards) - len(CARDS)
        return Table(players, cards[:players], cards[players:], scores=(0,) * players)

    def _sold(self, state: Table, seat: int) -> Table:
        purses = [p - state.high * (i == seat) for i, p in enumerate(state.purses)]
        scores = [s + state.lot * (i == seat) for i, s in enumerate(state.scores)]
        return replace(state, purses=tuple(purses), scores=tuple(scores), turn=state.turn + 1,
                       lot=0, speakers=(), high=0, bidder=None)

    def legal(self, state: Table) -> list[Move]:
        if state.over:
            return []
        if not state.lot:
            return [Move("offer")]
        most = min(state.purses[state.mover], 9)
        return [Move("pass"), *(Move("bid", n) for n in range(state.high + 1, most + 1))]

    def status(self, state: Table) -> Status:
        best = max(state.scores)
        winners = tuple(i for i, score in enumerate(state.scores) if score == best)
        to_move = () if state.over else (state.mover,)
        return Status(to_move, state.turn, not state.lot, state.scores, state.over,
                      winners if state.over else (), "sold out" if state.over else "")

    def view(self, state: Table, seat: int | None) -> Table:
        if state.over:
            return state
        purses = tuple(p if i == seat else UNKNOWN for i, p in enumerate(state.purses))
        return replace(state, purses=purses, supply=(UNKNOWN,) * len(state.supply))

    def view_event(self, event: Event, seat: int | None, *, over: bool) -> Event:
        if over or event.type != "began":
            return event
        players = len(event.numbers) - len(CARDS)
        seen = [n if i == seat else UNKNOWN for i, n in enumerate(event.numbers[:players])]
        return replace(event, numbers=(*seen, *(UNKNOWN for _ in CARDS)))

    def unknown(self) -> Chance:
        return Veil()

    def parse(self, text: str, state: Table) -> Move:
        word, _, amount = text.lower().strip().partition(" ")
        if word not in self.verbs or bool(amount) != (word == "bid"):
            raise Unreadable("unreadable", "Orders are offer, bid 3 and pass.")
        return Move(word, int(amount or 0))

    def only_ends_turn(self, move: Move) -> bool:
        return False

    def format(self, move: Move, state: Table) -> str:
        return f"{move.word} {move.amount}" if move.word == "bid" else move.word

    def tell(
        self, happened: Sequence[tuple[Event, Table | None]], names: Sequence[str]
    ) -> list[str]:
        return [f"{names[event.seat]}: {event.type}." for event, _ in happened]

    def revealed(self, event: Event) -> str:
        return str(event.numbers[0]) if event.type == "offered" else ""

    def dump_event(self, event: Event) -> dict[str, Any]:
        return asdict(event)

    def load_event(self, data: dict[str, Any], version: int) -> Event:
        return Event(data["type"], data["seat"], tuple(data["numbers"]))

    def dump_state(self, state: Table) -> str:
        return codec.canonical(asdict(state))

    def load_state(self, text: str, setup: Setup) -> Table:
        data = json.loads(text)
        return Table(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})

    def text_board(self, state: Table) -> str:
        return f"lot {state.lot}, highest bid {state.high}"


LOTS = Lots()
