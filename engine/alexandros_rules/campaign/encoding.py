"""Positions of The Campaign as numbers, and its moves as paths (``alexandros_rules.encoding``).

A bid is the things that pay for it, each with its number, in the order of payment, then the limit;
a pass is the limit 0.  An offer is the things to give, each with its number, then "wanting", the
things to get, and to whom it is made; a standing one ends with how often it can be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from alexandros_rules.campaign import auctions, map_file, moves, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.legal_moves import legal_moves
from alexandros_rules.campaign.move_sequences import Bids, Discards, Offers, limits
from alexandros_rules.campaign.moves import Move, Payment
from alexandros_rules.campaign.state import (
    AUCTION,
    BUILD,
    CHANCE,
    DISCARD,
    LARGEST_HAND,
    MOST_OFFERS,
    MOST_TIMES,
    OVER,
    ROBBER,
    ROLL,
    WINNING_SCORE,
    Auction,
    Offer,
    State,
)
from alexandros_rules.encoding import (
    Choices,
    Path,
    branch,
    flags,
    grouped,
    in_turn,
    one_hot,
    shared_out,
    shares,
)
from alexandros_rules.ruleset import Setup

_PHASES = (ROLL, DISCARD, ROBBER, AUCTION, BUILD, CHANCE, OVER)
_BEGINNINGS = {  # the group of the first action of each move; standing offers have another
    moves.Roll: "roll", moves.Discard: "discard", moves.MoveRobber: "robber", moves.Bid: "bid",
    moves.BuildRoad: "road", moves.BuildSettlement: "settlement", moves.BuildCity: "city",
    moves.BuyDevelopment: "development", moves.PlaySoldier: "soldier",
    moves.PlayRoads: "free_roads", moves.PlayPlenty: "plenty", moves.PlayMonopoly: "monopoly",
    moves.BankTrade: "bank", moves.MakeOffer: "offer", moves.Accept: "accept",
    moves.Withdraw: "withdraw", moves.PreferDiscards: "prefer_discards",
    moves.PreferRolling: "prefer_rolling", moves.End: "end",
}
_MOST_BID = th.PIECES_OF_GOLD + 2 * th.CARDS_OF_EACH + 3 * th.DECK[th.SOLDIER]  # in a battle
_MOST_TURNS = 200
_MOST_THINGS = 20  # of a kind in a hand or a trade
_MOST_HELD = 2 * LARGEST_HAND


class Encoding:
    """The numbers and actions of The Campaign on one map, for one number of players."""

    longest = 1 + 2 * len(th.KINDS) + 3  # a standing offer of all things

    def __init__(self, setup: Setup) -> None:
        self._world = world = map_file.load(setup.board)
        self._players = setup.players
        self._hexes, self._paths = range(len(world.hexes)), range(len(world.paths))
        self._junctions = range(len(world.junctions))
        self.groups: Mapping[str, range] = grouped(
            **dict.fromkeys((*_BEGINNINGS.values(), "standing_offer", "wanting", "done"), 1),
            thing=th.SOLDIERS + 1, number=_MOST_BID + 1, seat=setup.players,
            recipients=1 << (setup.players - 1), hex=len(self._hexes), path=len(self._paths),
            junction=len(self._junctions))

    def features(self, view: State, *, seat: int) -> dict[str, list[float]]:
        """Return what the seat sees; all hands have a number of unknown cards."""
        order, arrows = in_turn(seat, self._players), self._world.last_arrow + 1

        def owner(of: int | None) -> list[float]:
            return one_hot(None if of is None else order.index(of), self._players)

        def each(values: Sequence[Sequence[int]], most: int) -> list[float]:
            return [share for i in order for share in shares(values[i], most)]

        def marked(masks: Sequence[int], places: Sequence[int]) -> list[float]:
            return [flag for i in order for flag in flags(masks[i], places)]

        return {
            "phase": one_hot(_PHASES.index(view.phase), len(_PHASES)),
            "turn_of": owner(view.seat),
            "turn": shares([view.turn], _MOST_TURNS),
            "dice": shares(view.dice, 6),
            "arrow": one_hot(view.arrow, arrows),
            "robber": one_hot(view.robber, len(self._hexes)),
            "roads": marked(view.roads, self._paths),
            "settlements": marked(view.settlements, self._junctions),
            "cities": marked(view.cities, self._junctions),
            "hands": each(view.hands, _MOST_HELD),
            "bank": [share for kind in th.KINDS
                     for share in shares([view.bank[kind]], th.IN_GAME[kind])],
            "supply": shares([len(view.supply)], len(th.COMMODITIES) * th.CARDS_OF_EACH),
            "deck": shares([len(view.deck)], sum(th.DECK)),
            "won": each(view.won, th.CHITS_OF_EACH),
            "cards": each(view.cards, 5),
            "bought": shares(view.bought, 5),
            "played": [float(view.played)],
            "soldiers": shares([view.soldiers[i] for i in order], th.DECK[th.SOLDIER]),
            "counselors": [flag for of in view.counselors for flag in owner(of)],
            "longest": owner(view.longest),
            "army": owner(view.army),
            "points": shares([view.points(i) for i in order], 2 * WINNING_SCORE),
            "due": shares([view.due[i] for i in order], _MOST_HELD),
            "discarded": [float(view.discards[i] is not None) for i in order],
            "auction": self._auction(view.auction, order),
            "preferred": _by_rank(view.preferred[seat]),
            "at_once": [float(view.at_once[seat])],
            "offers": self._offers(view.offers, order),
        }

    def _auction(self, auction: Auction | None, order: Sequence[int]) -> list[float]:
        """Return its kind, who opens it, and of each seat: excluded, has decided, known limit."""
        bids = auction.bids if auction else [None] * self._players
        known = [max(0, bid.limit) if bid else 0 for bid in bids]
        return [
            *one_hot(auction.kind if auction else None, len(th.AUCTION_NAMES)),
            *one_hot(order.index(auction.opener) if auction else None, self._players),
            *flags(auction.excluded if auction else 0, order),
            *[float(bids[i] is not None) for i in order],
            *shares([known[i] for i in order], auctions.HIGHEST_BLUFF),
        ]

    def _offers(self, offers: Sequence[Offer], order: Sequence[int]) -> list[float]:
        """Return the offers in the order in which "accept" counts them, and empty places."""
        found = []
        for offer in offers:
            found += one_hot(order.index(offer.seat), self._players)
            found += flags(offer.to, order)
            found += shares((*offer.give[:th.UNKNOWN], *offer.get[:th.UNKNOWN]), _MOST_THINGS)
            found += [offer.times / MOST_TIMES, float(offer.standing)]
        size = 2 * self._players + 2 * len(th.KINDS) + 2
        return found + [0.0] * (MOST_OFFERS * self._players * size - len(found))

    def choices(self, view: State, *, seat: int) -> Choices:
        """Return the first actions of the legal moves; the others are found as they are walked."""
        found: Choices = {}
        for part in legal_moves(view, seat).parts:  # all moves of a part begin alike
            action = self.path(part[0], view, seat=seat)[0]
            follow = self._follow(part, view, seat)
            # Passes and bluffs are listed, and other bids are not.
            found[action] = partial(_both, found[action], follow) if action in found else follow
        return found

    def _follow(self, part: Sequence[Move], view: State, seat: int) -> Callable[[], Any]:
        """Return what gives the choices behind the first action of a part of the legal moves."""
        if isinstance(part, Discards):
            return partial(
                shared_out, part.hand[:th.GOLD], part.number, self.groups["number"], _discard)
        if isinstance(part, Bids):
            return partial(self._payments, part, ())
        if isinstance(part, Offers):
            return partial(self._given, part, seat, ())
        return lambda: branch([(self.path(move, view, seat=seat), move) for move in part], 1)

    def _payments(self, part: Bids, payment: Payment) -> Choices:
        """Return what can be paid in addition, and the limits that the payment pays."""
        thing, number = self.groups["thing"], self.groups["number"]
        rest = {kind: n for kind, n in part.held.items() if kind not in dict(payment)}
        most = auctions.value(payment) + auctions.value(tuple(rest.items()))
        found: Choices = {}
        for kind, held in rest.items() if most >= part.lowest else ():
            fewest = max(1, held - (most - part.lowest) // th.worth(kind))
            found[thing[kind]] = partial(self._numbers, range(fewest, held + 1), partial(
                self._paid, part, payment, kind))
        for limit in limits(payment):
            if limit >= part.lowest:
                found[number[limit]] = partial(moves.Bid, limit, payment)
        return found

    def _paid(self, part: Bids, payment: Payment, kind: int, number: int) -> Choices:
        return self._payments(part, (*payment, (kind, number)))

    def _given(self, part: Offers, seat: int, give: Payment) -> Choices:
        """Return what can be given in addition, of later kinds; one kind is left to be wanted."""
        found: Choices = {}
        for kind in th.KINDS[give[-1][0] + 1 if give else 0:]:
            if part.hand[kind] and len(give) + 1 < len(th.KINDS):
                found[self.groups["thing"][kind]] = partial(
                    self._numbers, range(1, part.hand[kind] + 1),
                    _extending(partial(self._given, part, seat), give, kind))
        if give:
            found[self._first("wanting")] = partial(self._wanted, part, seat, give, ())
        return found

    def _wanted(self, part: Offers, seat: int, give: Payment, get: Payment) -> Choices:
        """Return what can be wanted in addition, of later kinds, and who can be asked for it."""
        found: Choices = {}
        for kind in th.KINDS[get[-1][0] + 1 if get else 0:]:
            if kind not in dict(give):
                found[self.groups["thing"][kind]] = partial(
                    self._numbers, range(1, th.IN_GAME[kind] + 1),
                    _extending(partial(self._wanted, part, seat, give), get, kind))
        for mask in part.recipients if get else ():
            made = partial(
                moves.MakeOffer, _counts(give), _counts(get), mask, standing=part.standing)
            most = min(part.most, *[part.hand[kind] // n for kind, n in give])
            found[self._recipients(mask, seat)] = (
                partial(self._numbers, range(1, most + 1), made) if part.standing
                else partial(made, 1))
        return found

    def _numbers(self, numbers: range, follow: Callable[[int], Any]) -> Choices:
        return {self.groups["number"][n]: partial(follow, n) for n in numbers}

    def path(self, move: Move, view: State, *, seat: int) -> Path:
        """Return the actions of a legal move."""
        standing = isinstance(move, moves.MakeOffer) and move.standing
        name = "standing_offer" if standing else _BEGINNINGS[type(move)]
        return self._first(name), *self._rest(move, view, seat)

    def _rest(self, move: Move, view: State, seat: int) -> Iterator[int]:
        """Yield the actions of a move but the first."""
        groups = self.groups
        thing, number = groups["thing"], groups["number"]
        match move:
            case moves.Discard():
                yield from [number[n] for n in move.cards[:th.GOLD]]
            case moves.MoveRobber() | moves.PlaySoldier():
                yield groups["hex"][move.tile]
                whom = seat if move.victim is None else move.victim  # oneself stands for nobody
                yield groups["seat"][(whom - seat) % self._players]
            case moves.Bid():
                yield from self._pairs(move.payment)
                yield number[move.limit]
            case moves.BuildRoad():
                yield groups["path"][move.path]
            case moves.BuildSettlement() | moves.BuildCity():
                yield groups["junction"][move.junction]
            case moves.PlayRoads():
                yield from [groups["path"][path] for path in move.paths]
                if len(move.paths) == 1:
                    yield self._first("done")
            case moves.PlayPlenty():
                yield from [thing[kind] for kind in th.expand(move.cards)]
            case moves.PlayMonopoly():
                yield thing[move.kind]
            case moves.BankTrade():
                yield from (thing[move.give], thing[move.get], number[move.number])
            case moves.MakeOffer():
                yield from self._pairs(_pairs(move.give))
                yield self._first("wanting")
                yield from self._pairs(_pairs(move.get))
                yield self._recipients(move.to, seat)
                if move.standing:
                    yield number[move.times]
            case moves.Accept() | moves.Withdraw():
                yield number[[offer.number for offer in view.offers].index(move.number)]
            case moves.PreferDiscards():
                yield from [thing[kind] for kind in move.kinds]
                yield self._first("done")
            case moves.PreferRolling():
                yield number[int(move.at_once)]

    def _pairs(self, pairs: Payment) -> Iterator[int]:
        for kind, n in pairs:
            yield self.groups["thing"][kind]
            yield self.groups["number"][n]

    def _first(self, name: str) -> int:
        return self.groups[name][0]

    def _recipients(self, mask: int, seat: int) -> int:
        """Return the action for these recipients, of which the next seat has the lowest bit."""
        return self.groups["recipients"][sum(
            1 << (other - seat - 1) % self._players for other in trading.seats_of(mask))]


def _by_rank(kinds: Sequence[int]) -> list[float]:
    """Return 1 for the commodity that comes first, less for later ones, 0 for those left out."""
    most = len(th.COMMODITIES)
    return [(most - kinds.index(kind)) / most if kind in kinds else 0.0 for kind in th.COMMODITIES]


def _both(first: Callable[[], Choices], second: Callable[[], Choices]) -> Choices:
    return {**first(), **second()}


def _extending(
    follow: Callable[[Payment], Choices], pairs: Payment, kind: int
) -> Callable[[int], Choices]:
    return lambda number: follow((*pairs, (kind, number)))


def _discard(numbers: Path) -> moves.Discard:
    return moves.Discard((*numbers, 0, 0))


def _pairs(some: th.Counts) -> Payment:
    return tuple([(kind, n) for kind, n in enumerate(some) if n])


def _counts(pairs: Payment) -> th.Counts:
    return tuple([dict(pairs).get(kind, 0) for kind in range(len(th.NOTHING))])
