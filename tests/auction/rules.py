"""The rules of Lots, a toy auction with sealed bids.

The player whose turn it is, the seller, offers a lot, worth a card that is turned up plus a die.
Then all players, the seller included, bid in secret from secret purses, in any order.  The last
bid reveals all of them.  The highest bidder pays and gets the lot; of equal bids, the first one
after the seller counts.  If everybody passes, the lot is withdrawn.  After two rounds the most
valuable possessions win.  With the option "calls", somebody who need not decide anything can call
for a point at any time: they lay out coins, and whoever else need not decide anything can take
these for one of their points.  The rules replace the defaults of ``PlainRules`` for secrets.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.chance import Chance
from alexandros_rules.errors import Illegal, Unreadable, not_your_turn
from alexandros_rules.plain_rules import PlainRules
from alexandros_rules.ruleset import Bot, HasTime, Option, Setup, Status
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop, list_with_and, ngettext

UNKNOWN = 99
UNDECIDED = -1
ROUNDS = 2
CARDS = (2, 3, 4, 5, 6, 7, 8, 9)
GOOD_CALL = 3  # coins for which the bold bot sells a point
PURSES = (12, 13, 14, 15, 16, 17, 18, 19)


@dataclass(frozen=True)
class Move:
    """``word`` is "offer", "bid", "call" or "sell"; a bid of 0 is a pass, a call of 0 ends one."""

    word: str
    amount: int = 0


@dataclass(frozen=True)
class Event:
    """``type`` is what has happened; ``numbers`` depend on it.

    They are for "began" the purses and the cards, for "revealed" the bid of each seat, for "calls"
    (the option is on), "withdrawn" and "closed" none, and for the others one number: the worth of
    the lot ("offered"), a secret bid ("bid"), the price that was paid ("sold", "taken"), or the
    coins that are laid out ("called").
    """

    type: str
    seat: int = 0
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Position:
    """A position.  ``bids`` has an entry for each seat while a lot is on offer, else none.

    ``calls`` is whether the option is on, and ``call`` how many coins the ``caller`` has laid out.
    """

    players: int
    purses: tuple[int, ...]
    supply: tuple[int, ...]
    turn: int = 1
    lot: int = 0
    bids: tuple[int, ...] = ()
    scores: tuple[int, ...] = field(default=())
    over: bool = False
    calls: bool = False
    caller: int = 0
    call: int = 0

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

    @property
    def may_act(self) -> tuple[int, ...]:
        if self.over or not self.calls:
            return ()
        return tuple(seat for seat in range(self.players) if seat not in self.to_move)

    @property
    def asked(self) -> tuple[tuple[int, str], ...]:
        key = f"{self.caller}:{self.call}"
        return tuple((seat, key) for seat in self.may_act if self.call and seat != self.caller)


class UnknownChance:
    """Chance for views: every card and every die is unknown."""

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        return (UNKNOWN,) * len(cards)

    def below(self, n: int, label: str) -> int:
        return UNKNOWN


class BoldBot(MoveByMove):
    """Bids anything up to its whole purse, depending on the salt."""

    name = "bold"
    title = gettext_noop("random bids")
    about = gettext_noop("Bids anything up to the whole purse.")
    seat_names = ("Croesus", "Midas", "Crassus", "Fugger")

    def choose(self, view: Position, *, seat: int, salt: bytes) -> Move:
        moves = AUCTION.legal_moves(view, seat=seat)
        return moves[hashlib.sha256(salt).digest()[0] % len(moves)]

    def answer(self, view: Position, *, seat: int, salt: bytes, has_time: HasTime) -> list[Move]:
        """Sells a point for three coins or more."""
        return [Move("sell")] if view.call >= GOOD_CALL else []


class ThriftyBot(MoveByMove):
    """Bids about half of what the lot is worth, a little more or less depending on the salt."""

    name = "thrifty"
    title = gettext_noop("about half of the worth")
    about = gettext_noop("Never pays much more than half of what a lot is worth.")
    seat_names = ("Cato", "Diogenes", "Silas", "Baucis")

    def choose(self, view: Position, *, seat: int, salt: bytes) -> Move:
        moves = AUCTION.legal_moves(view, seat=seat)
        wanted = view.lot // 2 - hashlib.sha256(salt).digest()[0] % 3
        return moves[max(0, min(wanted, len(moves) - 1))]


class Auction(PlainRules):
    """The rules of the auction, as a ``Ruleset``."""

    name = "lots"
    title = "Lots"
    seats = range(2, 5)
    has_points = True
    options: tuple[Option, ...] = (Option(
        "calls", gettext_noop("Calls for points"),
        gettext_noop("At any time, players may offer coins for a point."), "flag", False),)
    verbs: Mapping[str, bool] = dict.fromkeys(
        ("offer", "bid", "pass", "call", "sell"), False)
    bots: Mapping[str, Bot] = {"thrifty": ThriftyBot(), "bold": BoldBot()}
    state_class = Position
    event_classes = (Event,)

    def boards(self) -> Mapping[str, str]:
        return {"hall": "a hall\n"}

    def begin(self, setup: Setup, chance: Chance) -> tuple[Event, ...]:
        dealt = chance.shuffle(PURSES, "shuffle-purses")[: setup.players]
        began = Event("began", 0, (*dealt, *chance.shuffle(CARDS, "shuffle-lots")))
        return (began, Event("calls")) if setup.options.get("calls") else (began,)

    def decide(self, state: Position, move: Move, chance: Chance, *,
               seat: int) -> tuple[Event, ...]:
        self._check(state, move, seat=seat)
        if move.word in ("call", "sell"):
            return (Event("called", seat, (move.amount,)) if move.word == "call"
                    else Event("taken", seat, (state.call,)),)
        if move.word == "offer":
            card, die = state.supply[0], chance.below(6, f"die-{state.turn}") + 1
            return (Event("offered", seat, (UNKNOWN if UNKNOWN in (card, die) else card + die,)),)
        bid = Event("bid", seat, (move.amount,))
        after = self.evolve(state, bid)
        if after.to_move:
            return (bid,)
        revealed = Event("revealed", state.seller, after.bids)
        if UNKNOWN in after.bids:
            return bid, revealed  # to its sender, it is unknown what the last bid leads to
        sold = _sale(after)
        if state.turn < ROUNDS * state.players:
            return bid, revealed, sold
        return bid, revealed, sold, Event("closed")

    def _check(self, state: Position, move: Move, *, seat: int) -> None:
        """Raises Illegal for a move that this seat may not make now."""
        if move.word in ("call", "sell"):
            self._check_call(state, move, seat=seat)
            return
        if seat not in state.to_move:
            raise not_your_turn()
        if move.word == "offer" and state.bids:
            raise Illegal("not-now", _("A lot is on offer already. Please bid or pass."))
        if move.word != "offer" and not state.bids:
            raise Illegal("not-now", _("There is no lot yet. Please offer one first."))
        if move.amount > state.purses[seat]:
            raise Illegal("too-much", ngettext(
                "You have only %(count)s coin.", "You have only %(count)s coins.",
                state.purses[seat]) % {"count": state.purses[seat]})

    def _check_call(self, state: Position, move: Move, *, seat: int) -> None:
        """Raises Illegal for a call, or the answer to one, that this seat may not make now."""
        if seat not in state.may_act:
            raise Illegal("not-now", _("You cannot call or sell now: please decide first."))
        stands = state.call and state.caller != seat
        if move.word == "sell" and not stands:
            raise Illegal("no-call", _("Nobody else calls for a point."))
        if move.word == "call" and stands:
            raise Illegal("called", _("Somebody else's call stands, and there can be only one."))
        if move.word == "call" and move.amount > state.purses[seat] + state.call:
            raise Illegal("too-much", _("You do not have so many coins."))

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
            case "revealed":
                return replace(state, bids=event.numbers)
            case "sold":
                return self._sell(state, event.seat, event.numbers[0])
            case "withdrawn":
                return replace(state, turn=state.turn + 1, lot=0, bids=())
            case "calls":
                return replace(state, calls=True)
            case "called":
                return self._lay_out(state, event.seat, event.numbers[0])
            case "taken":
                return self._take(state, event.seat)
            case _:
                return replace(self._lay_out(state, state.caller, 0), over=True)

    def _lay_out(self, state: Position, seat: int, coins: int) -> Position:
        """The position in which the seat calls with these coins; its last call is taken back."""
        paid = _with_coins(state.purses, seat, state.call - coins)
        return replace(state, purses=paid, caller=seat, call=coins)

    def _take(self, state: Position, seat: int) -> Position:
        scores = [score - (i == seat) + (i == state.caller)
                  for i, score in enumerate(state.scores)]
        return replace(state, scores=tuple(scores), call=0,
                       purses=_with_coins(state.purses, seat, state.call))

    def _start(self, cards: tuple[int, ...]) -> Position:
        players = len(cards) - len(CARDS)
        return Position(players, cards[:players], cards[players:], scores=(0,) * players)

    def _sell(self, state: Position, seat: int, price: int) -> Position:
        scores = [score + state.lot * (i == seat) for i, score in enumerate(state.scores)]
        return replace(state, purses=_with_coins(state.purses, seat, -price), scores=tuple(scores),
                       turn=state.turn + 1, lot=0, bids=())

    def legal_moves(self, state: Position, *, seat: int) -> list[Move]:
        if seat in state.may_act:
            return _calls(state, seat)
        if seat not in state.to_move:
            return []
        if not state.bids:
            return [Move("offer")]
        return [Move("bid", amount) for amount in range(state.purses[seat] + 1)]

    def status(self, state: Position) -> Status:
        rank = list(zip(state.scores, state.purses, strict=True))  # coins decide between equals
        winners = tuple(seat for seat, one in enumerate(rank) if one == max(rank))
        return Status(state.to_move, state.turn, not state.bids, state.scores, state.over,
                      winners if state.over else (), "sold out" if state.over else "",
                      state.may_act, state.asked)

    def view(self, state: Position, seat: int | None, *, sealed: bool = False) -> Position:
        if state.over and not sealed:
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
        return text if by == seat or not text.startswith(("bid", "pass")) else "bid"

    def unknown_chance(self) -> Chance:
        return UnknownChance()

    def parse(self, text: str, state: Position, *, seat: int) -> Move:
        found = re.fullmatch(r"(offer|pass|sell)|(bid|call) (\d{1,4})",
                             " ".join(text.lower().split()))
        if found is None or (found[0].startswith(("call", "sell")) and not state.calls):
            raise Unreadable("unreadable", _(
                "This is not an order. Orders are “%(offer)s”, “%(bid)s” and “%(pass)s”."
            ) % {"offer": "offer", "bid": "bid 3", "pass": "pass"},
                allowed=("offer", "bid 3", "pass"))
        if found[1] in ("offer", "sell"):
            return Move(found[1])
        return Move(found[2] or "bid", int(found[3] or 0))

    def format(self, move: Move, state: Position) -> str:
        if move.word == "bid":
            return f"bid {move.amount}" if move.amount else "pass"
        return f"call {move.amount}" if move.word == "call" else move.word

    def describe_event(self, event: Event, before: Position | None, names: Sequence[str]) -> str:
        return _described(event, names)

    def revealed_text(self, event: Event) -> str:
        return str(event.numbers[0]) if event.type == "offered" else ""

    def dump_event(self, event: Event) -> dict[str, Any]:
        return asdict(event)

    def load_event(self, data: dict[str, Any], version: int) -> Event:
        return Event(data["type"], data["seat"], tuple(data["numbers"]))

    def text_board(self, state: Position) -> str:
        if state.over:
            return _("All lots are sold.")
        turn = _("Turn %(turn)s of %(turns)s.") % {
            "turn": state.turn, "turns": ROUNDS * state.players}
        called = [_("%(colour)s offers %(count)s coins for a point.") % {
            "colour": _(self.colours[state.caller]).capitalize(), "count": state.call,
        }] if state.call else []
        if not state.bids:
            offers = _("%(seller)s has to offer a lot.") % {
                "seller": _(self.colours[state.seller]).capitalize()}
            return "\n".join([f"{turn} {offers}", *called])
        lines = [
            turn, *called,
            _("On offer: a lot worth %(worth)s") % {"worth": known(state.lot)},
            *(_bid_line(_(self.colours[seat]), bid) for seat, bid in enumerate(state.bids)),
        ]
        return "\n".join(lines)


def known(number: int) -> str:
    """The number, or a question mark if it is unknown."""
    return "?" if number == UNKNOWN else str(number)


def _with_coins(purses: Sequence[int], seat: int, coins: int) -> tuple[int, ...]:
    """The purses when the seat has got so many coins; unknown purses stay unknown."""
    return tuple(purse + coins if i == seat and purse != UNKNOWN else purse
                 for i, purse in enumerate(purses))


def _calls(state: Position, seat: int) -> list[Move]:
    """What the seat can do that has nothing to decide."""
    if state.call and state.caller != seat:
        return [Move("sell")]
    own = state.call
    return [Move("call", coins) for coins in range(not own, state.purses[seat] + own + 1)]


def _bid_line(colour: str, bid: int) -> str:
    if bid == UNDECIDED:
        return _("%(colour)s: still to bid") % {"colour": colour}
    if bid == UNKNOWN:
        return _("%(colour)s: a sealed bid") % {"colour": colour}
    return _("%(colour)s: a sealed bid of %(bid)s") % {"colour": colour, "bid": bid}


def _sale(state: Position) -> Event:
    """What becomes of the lot when all have bid."""
    if not any(state.bids):
        return Event("withdrawn", state.seller)
    order = [(state.seller + i) % state.players for i in range(1, state.players + 1)]
    winner = max(order, key=lambda seat: state.bids[seat])  # of equal bids, the first in this order
    return Event("sold", winner, (state.bids[winner],))


def _described(event: Event, names: Sequence[str]) -> str:
    name, number = names[event.seat], event.numbers[0] if event.numbers else 0
    match event.type:
        case "began":
            return _("Every player gets a secret purse. %(name)s offers the first lot.") % {
                "name": name}
        case "offered" if number == UNKNOWN:
            return _("%(name)s offers a lot.") % {"name": name}
        case "offered":
            return ngettext("%(name)s offers a lot worth %(count)s point.",
                            "%(name)s offers a lot worth %(count)s points.", number) % {
                                "name": name, "count": number}
        case "bid":
            return _bid_sentence(name, number)
        case "revealed" if UNKNOWN in event.numbers:
            return _("All bids are revealed, and the highest bidder gets the lot.")
        case "revealed":
            return _revealed_sentence(event.numbers, names)
        case "sold":
            return ngettext("%(name)s gets the lot for %(count)s coin.",
                            "%(name)s gets the lot for %(count)s coins.", number) % {
                                "name": name, "count": number}
        case "calls":
            return _("At any time, players may offer coins for a point.")
        case "called" if number == 0:
            return _("%(name)s does not want to buy a point any more.") % {"name": name}
        case "called":
            return ngettext("%(name)s offers %(count)s coin for a point.",
                            "%(name)s offers %(count)s coins for a point.", number) % {
                                "name": name, "count": number}
        case "taken":
            return ngettext("%(name)s sells a point for %(count)s coin.",
                            "%(name)s sells a point for %(count)s coins.", number) % {
                                "name": name, "count": number}
        case "withdrawn":
            return _("Everybody passes, so the lot is withdrawn.")
        case _:
            return _("All lots are sold; the auction is over.")


def _bid_sentence(name: str, amount: int) -> str:
    if amount == UNKNOWN:
        return _("%(name)s makes a sealed bid.") % {"name": name}
    if amount == 0:
        return _("%(name)s passes in secret.") % {"name": name}
    return ngettext("%(name)s bids %(count)s coin in secret.",
                    "%(name)s bids %(count)s coins in secret.", amount) % {
                        "name": name, "count": amount}


def _revealed_sentence(amounts: Sequence[int], names: Sequence[str]) -> str:
    bids = [
        _("%(name)s bid %(count)s") % {"name": name, "count": amount}
        if amount else _("%(name)s passed") % {"name": name}
        for name, amount in zip(names, amounts, strict=True)
    ]
    return _("The bids are revealed: %(bids)s.") % {"bids": list_with_and(bids)}


AUCTION = Auction()
