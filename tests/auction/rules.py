"""The rules of Lots, a toy auction with sealed bids.

The player whose turn it is offers a lot, worth a card that is turned up plus a die.  Then all
players bid at the same time and in secret, in any order.  When everybody has bid, the bids are
revealed, and the highest bidder pays and gets the lot.  After two rounds the most valuable
possessions win.  The game uses only the ``Ruleset`` protocol.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from engine import codec
from engine.chance import Chance
from engine.errors import Illegal, Unreadable
from engine.ruleset import Bot, Option, Setup, Status
from engine.translation import gettext as _
from engine.translation import gettext_noop, list_with_and, ngettext

UNKNOWN = 99
UNDECIDED = -1
ROUNDS = 2
CARDS = (2, 3, 4, 5, 6, 7, 8, 9)
PURSES = (12, 13, 14, 15, 16, 17, 18, 19)


@dataclass(frozen=True)
class Move:
    """``word`` is "offer", "bid" or "pass"; a pass is a bid of nothing."""

    word: str
    amount: int = 0


@dataclass(frozen=True)
class Event:
    """``type`` is "began", "offered", "bid", "sold" or "closed".

    ``numbers`` are for "began" the purses and the cards, for "offered" the worth of the lot, for
    "bid" the amount (0 for a pass) and for "sold" the bids of all seats.  ``seat`` of "sold" is
    the buyer, UNKNOWN on the view of the last seat to bid.
    """

    type: str
    seat: int = 0
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position.  ``bids`` has an entry for each seat while a lot is on offer, else none."""

    players: int
    purses: tuple[int, ...]
    supply: tuple[int, ...]
    turn: int = 1
    lot: int = 0
    bids: tuple[int, ...] = ()
    scores: tuple[int, ...] = field(default=())
    over: bool = False

    @property
    def seller(self) -> int:
        """The seat whose turn it is."""
        return (self.turn - 1) % self.players

    @property
    def to_move(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if not self.bids:
            return (self.seller,)
        return tuple(seat for seat, bid in enumerate(self.bids) if bid == UNDECIDED)


class UnknownChance:
    """Chance for views: every card and every die is unknown."""

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        return (UNKNOWN,) * len(cards)

    def below(self, n: int, label: str) -> int:
        return UNKNOWN


class BoldBot:
    """Bids anything up to its whole purse, depending on the salt."""

    name = "bold"
    title = gettext_noop("bids without looking")
    seat_names = ("Croesus", "Midas", "Crassus", "Fugger")

    def choose(self, view: Position, *, seat: int, salt: bytes) -> Move:
        moves = AUCTION.legal_moves(view, seat=seat)
        return moves[hashlib.sha256(salt).digest()[0] % len(moves)]


class ThriftyBot:
    """Bids about half of what the lot is worth, a little more or less depending on the salt."""

    name = "thrifty"
    title = gettext_noop("never pays more than half")
    seat_names = ("Cato", "Diogenes", "Silas", "Baucis")

    def choose(self, view: Position, *, seat: int, salt: bytes) -> Move:
        moves = AUCTION.legal_moves(view, seat=seat)
        wanted = view.lot // 2 - hashlib.sha256(salt).digest()[0] % 3
        return moves[max(0, min(wanted, len(moves) - 1))]


class Auction:
    """The rules of the auction, as a ``Ruleset``."""

    name = "lots"
    title = "Lots"
    version = 1
    seats = range(2, 5)
    colours = (gettext_noop("red"), gettext_noop("yellow"), gettext_noop("blue"),
               gettext_noop("green"))
    options: tuple[Option, ...] = ()
    verbs: Mapping[str, bool] = dict.fromkeys(("offer", "bid", "pass"), False)
    words = frozenset(verbs)
    bots: Mapping[str, Bot] = {"thrifty": ThriftyBot(), "bold": BoldBot()}

    def boards(self) -> Mapping[str, str]:
        return {"hall": "a hall\n"}

    def start(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        dealt = chance.shuffle(PURSES, "shuffle-purses")[: setup.players]
        return (Event("began", 0, (*dealt, *chance.shuffle(CARDS, "shuffle-lots"))),)

    def decide(self, state: Position, move: Move, chance: Chance, *,
               seat: int) -> tuple[Event, ...]:
        self._check(state, move, seat=seat)
        if move.word == "offer":
            card, die = state.supply[0], chance.below(6, f"die-{state.turn}") + 1
            return (Event("offered", seat, (UNKNOWN if UNKNOWN in (card, die) else card + die,)),)
        bid = Event("bid", seat, (move.amount,))
        after = self.evolve(state, bid)
        if after.to_move:
            return (bid,)
        sold = Event("sold", _buyer(after), after.bids)
        if state.turn < ROUNDS * state.players:
            return bid, sold
        return bid, sold, Event("closed")

    def _check(self, state: Position, move: Move, *, seat: int) -> None:
        """Raises Illegal for a move that this seat may not make now."""
        if move.word == "offer" and state.bids:
            raise Illegal("not-now", _("A lot is on offer already. Please bid or pass."))
        if move.word != "offer" and not state.bids:
            raise Illegal("not-now", _("There is no lot yet. Please offer one first."))
        if move.amount > state.purses[seat]:
            raise Illegal("too-much", ngettext(
                "You have only %(count)s coin.", "You have only %(count)s coins.",
                state.purses[seat]) % {"count": state.purses[seat]})

    def evolve(self, state: Position | None, event: Event) -> Position:
        if state is None:
            return self._start(event.numbers)
        match event.type:
            case "offered":
                return replace(state, lot=event.numbers[0], supply=state.supply[1:],
                               bids=(UNDECIDED,) * state.players)
            case "bid":
                bids = [event.numbers[0] if i == event.seat else bid
                        for i, bid in enumerate(state.bids)]
                return replace(state, bids=tuple(bids))
            case "sold":
                return self._sell(state, event)
            case _:
                return replace(state, over=True)

    def _start(self, cards: tuple[int, ...]) -> Position:
        players = len(cards) - len(CARDS)
        return Position(players, cards[:players], cards[players:], scores=(0,) * players)

    def _sell(self, state: Position, event: Event) -> Position:
        purses, scores = list(state.purses), list(state.scores)
        if event.seat == UNKNOWN:
            purses = [UNKNOWN] * state.players  # somebody pays
        else:
            scores[event.seat] += state.lot
            if purses[event.seat] != UNKNOWN:
                purses[event.seat] -= event.numbers[event.seat]
        return replace(state, purses=tuple(purses), scores=tuple(scores), turn=state.turn + 1,
                       lot=0, bids=())

    def legal_moves(self, state: Position, *, seat: int) -> list[Move]:
        if seat not in state.to_move:
            return []
        if not state.bids:
            return [Move("offer")]
        return [Move("pass"), *(Move("bid", n) for n in range(1, state.purses[seat] + 1))]

    def status(self, state: Position) -> Status:
        rank = list(zip(state.scores, state.purses, strict=True))  # coins decide between equals
        winners = tuple(seat for seat, one in enumerate(rank) if one == max(rank))
        return Status(state.to_move, state.turn, not state.bids, state.scores, state.over,
                      winners if state.over else (), "sold out" if state.over else "")

    def view(self, state: Position, seat: int | None) -> Position:
        if state.over:
            return state
        purses = tuple(p if i == seat else UNKNOWN for i, p in enumerate(state.purses))
        bids = tuple(b if i == seat or b == UNDECIDED else UNKNOWN
                     for i, b in enumerate(state.bids))
        return replace(state, purses=purses, bids=bids, supply=(UNKNOWN,) * len(state.supply))

    def view_event(self, event: Event, seat: int | None, *, over: bool) -> Event:
        if over:
            return event
        if event.type == "bid" and event.seat != seat:
            return replace(event, numbers=(UNKNOWN,))
        if event.type != "began":
            return event
        players = len(event.numbers) - len(CARDS)
        visible = [n if i == seat else UNKNOWN for i, n in enumerate(event.numbers[:players])]
        return replace(event, numbers=(*visible, *(UNKNOWN for _card in CARDS)))

    def view_move(self, text: str, *, by: int, seat: int | None) -> str:
        return text if by == seat or text == "offer" else "bid"

    def unknown_chance(self) -> Chance:
        return UnknownChance()

    def parse(self, text: str, state: Position, *, seat: int) -> Move:
        found = re.fullmatch(r"(offer|pass)|bid (\d{1,4})", " ".join(text.lower().split()))
        if found is None:
            raise Unreadable("unreadable", _(
                "This is not an order. Orders are “%(offer)s”, “%(bid)s” and “%(pass)s”."
            ) % {"offer": "offer", "bid": "bid 3", "pass": "pass"},
                allowed=("offer", "bid 3", "pass"))
        amount = int(found[2] or 0)
        return Move(found[1] or "bid", amount) if found[1] or amount else Move("pass")

    def only_ends_turn(self, move: Move) -> bool:
        return False

    def format(self, move: Move, state: Position) -> str:
        return f"{move.word} {move.amount}" if move.word == "bid" else move.word

    def describe_events(
        self, events_with_states: Sequence[tuple[Event, Position | None]], names: Sequence[str]
    ) -> list[str]:
        return [sentence for event, before in events_with_states
                for sentence in _described(event, before, names)]

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
        if state.over:
            return _("All lots are sold.")
        turn = _("Turn %(turn)s of %(turns)s.") % {
            "turn": state.turn, "turns": ROUNDS * state.players}
        if not state.bids:
            return turn + " " + _("%(seller)s has to offer a lot.") % {
                "seller": _(self.colours[state.seller]).capitalize()}
        lines = [
            turn,
            _("On offer: a lot worth %(worth)s") % {"worth": known(state.lot)},
            *(_bid_line(_(self.colours[seat]), bid) for seat, bid in enumerate(state.bids)),
        ]
        return "\n".join(lines)


def known(number: int) -> str:
    """The number, or a question mark if it is unknown."""
    return "?" if number == UNKNOWN else str(number)


def _bid_line(colour: str, bid: int) -> str:
    if bid == UNDECIDED:
        return _("%(colour)s: still to bid") % {"colour": colour}
    if bid == UNKNOWN:
        return _("%(colour)s: a sealed bid") % {"colour": colour}
    return _("%(colour)s: a sealed bid of %(bid)s") % {"colour": colour, "bid": bid}


def _buyer(state: Position) -> int:
    """The seat that gets the lot: of equal bids, the first one after the seller.

    If everybody passes, the seller keeps it for nothing.
    """
    if UNKNOWN in state.bids:
        return UNKNOWN
    order = [(state.seller + i) % state.players for i in range(1, state.players + 1)]
    if not any(state.bids):
        return state.seller
    return max(order, key=lambda seat: state.bids[seat])


def _described(event: Event, before: Position | None, names: Sequence[str]) -> list[str]:
    name = names[event.seat] if event.seat < len(names) else ""
    match event.type:
        case "began":
            return [_("Every player gets a secret purse. %(name)s offers the first lot.") % {
                "name": name}]
        case "offered" if event.numbers[0] == UNKNOWN:
            return [_("%(name)s offers a lot.") % {"name": name}]
        case "offered":
            return [ngettext("%(name)s offers a lot worth %(count)s point.",
                             "%(name)s offers a lot worth %(count)s points.",
                             event.numbers[0]) % {"name": name, "count": event.numbers[0]}]
        case "bid":
            return [_bid_sentence(name, event.numbers[0])]
        case "sold" if event.seat == UNKNOWN:
            return [_("All bids are revealed, and the highest bidder gets the lot.")]
        case "sold":
            return _sale(event, names)
        case _:
            return [_("All lots are sold; the auction is over.")]


def _bid_sentence(name: str, amount: int) -> str:
    if amount == UNKNOWN:
        return _("%(name)s makes a sealed bid.") % {"name": name}
    if amount == 0:
        return _("%(name)s passes in secret.") % {"name": name}
    return ngettext("%(name)s bids %(count)s coin in secret.",
                    "%(name)s bids %(count)s coins in secret.", amount) % {
                        "name": name, "count": amount}


def _sale(event: Event, names: Sequence[str]) -> list[str]:
    if not any(event.numbers):
        return [_("Everybody passes, so %(name)s keeps the lot.") % {"name": names[event.seat]}]
    bids = list_with_and([
        _("%(name)s %(bid)s") % {"name": name, "bid": bid or _("nothing")}
        for name, bid in zip(names, event.numbers, strict=True)
    ])
    price = event.numbers[event.seat]
    return [
        _("The bids are revealed: %(bids)s.") % {"bids": bids},
        ngettext("%(name)s gets the lot for %(count)s coin.",
                 "%(name)s gets the lot for %(count)s coins.", price) % {
                     "name": names[event.seat], "count": price},
    ]


AUCTION = Auction()
