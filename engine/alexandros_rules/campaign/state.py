"""The state of a game as one immutable value, and as text for digests and snapshots.

A seat's view is a state too, with unknown things in place of hidden ones.  The text names the map
by its fingerprint only; the map's own text is in the setup.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from alexandros_rules.campaign import map_file
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Bid, Payment
from alexandros_rules.campaign.things import GOLD, POINT, UNKNOWN, Counts
from alexandros_rules.campaign.world import World
from alexandros_rules.immutable import changer
from alexandros_rules.ruleset import Setup
from alexandros_rules.translation import gettext_noop

COLOURS = (
    gettext_noop("red"), gettext_noop("yellow"), gettext_noop("blue"), gettext_noop("green"),
)
SETTLEMENTS, CITIES, ROADS = 5, 4, 15  # of each player (TH3)
WINNING_SCORE = 14  # EN2
LARGEST_HAND = 11  # SE1
SEVEN = 7
ENOUGH_ROADS = 5  # LR1
ENOUGH_SOLDIERS = 3  # LA1
ENOUGH_CHITS = 3  # CO1
MOST_OFFERS = 6  # of each player at the same time
MOST_TIMES = 9  # for which an offer can stand
COUNSELORS = {2: (2,), 3: (4, 2), 4: (4, 3, 2)}  # SU5, TH6: the points of the cards in play

ROLL, DISCARD, ROBBER, AUCTION, BUILD, CHANCE, OVER = (
    "roll", "discard", "robber", "auction", "build", "chance", "over")

# Secret decisions as the others see them: a whole bid, or only its payment, is unknown.
SECRET_BID = Bid(-1, ())
SECRET_PAYMENT: Payment = ((UNKNOWN, 0),)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game: ``open_bidding`` is AU10, ``bluff`` is AU7."""

    open_bidding: bool = False
    bluff: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction that is going on."""

    kind: int  # an index of ``things.AUCTION_NAMES``
    junction: int  # the one that Alexander has passed
    opener: int  # the seat that bids first (AU3)
    # Mask of the seats that do not bid: they could not pay before (AU7), or they hold neither a
    # card nor gold nor a soldier that counts.
    excluded: int
    # By seat: each decision in a sealed auction, the last bid in an open one, where a pass is
    # final. None if the seat has not decided yet.
    bids: tuple[Bid | None, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of ``seat`` to give ``give`` for ``get`` (TR3)."""

    number: int
    seat: int
    give: Counts
    get: Counts
    to: int  # mask of the seats that may accept
    times: int  # how often it can be accepted; its owner can fulfil all of them
    standing: bool  # whether it outlasts the turn


@dataclass(frozen=True, slots=True)
class State:
    """A position: everything that the rest of the game depends on."""

    world: World
    players: int
    options: Options
    rules: int  # the version of the rules
    # In ROLL, a development card may be played before the dice.  On a view, CHANCE follows a move
    # whose result is up to chance: nobody can move until it is known.
    phase: str  # ROLL, DISCARD, ROBBER, AUCTION, BUILD, CHANCE or OVER
    seat: int  # whose turn it is
    turn: int  # counted from 1
    dice: tuple[int, int]  # those of this turn; (0, 0) before the roll and in the first turn
    arrow: int  # the arrow on which Alexander stands; the last one is the goal
    robber: int  # the hex on which it stands
    roads: tuple[int, ...]  # for each seat, mask of the paths with its roads
    settlements: tuple[int, ...]  # for each seat, mask of the junctions with one
    cities: tuple[int, ...]  # likewise
    hands: tuple[Counts, ...]  # for each seat, commodities and gold
    bank: Counts
    supply: tuple[int, ...]  # commodities, the top card first (SU4)
    deck: tuple[int, ...]  # development cards, the top card first
    chits: tuple[int, ...]  # those on the map, in the order of the route
    aside: tuple[int, ...]  # those out of the game
    won: tuple[Counts, ...]  # for each seat, the number of chits of each kind in front of it (AU9)
    cards: tuple[Counts, ...]  # for each seat, its development cards
    bought: Counts  # those that the seat to play has bought in this turn
    played: bool  # whether the seat to play has played a development card (DE1)
    soldiers: tuple[int, ...]  # for each seat, those face up (DE2)
    # Owners of the counselor cards in play, the best first (CO1).
    counselors: tuple[int | None, ...]
    longest: int | None  # owner of the longest road (LR1)
    army: int | None  # owner of the largest army (LA1)
    due: tuple[int, ...]  # for each seat, how many cards it must discard
    discards: tuple[Counts | None, ...]  # for each seat, its decision about them
    auction: Auction | None  # in phase DISCARD, it begins again afterwards (AU7)
    preferred: tuple[tuple[int, ...], ...]  # for each seat, its ``PreferDiscards``
    at_once: tuple[bool, ...]  # for each seat, its ``PreferRolling``
    offers: tuple[Offer, ...]  # in the order in which they were made
    offered: tuple[int, ...]  # for each seat, the number of its offers so far
    # The number of the offer that the last move of the seat to play made: -1 if it has been taken,
    # 0 if that move was not an offer.
    last_offer: int
    thefts: int  # cards stolen so far, for the names of random draws
    winners: tuple[int, ...]
    reason: str

    @property
    def hand(self) -> Counts:
        """The hand of the seat whose turn it is."""
        return self.hands[self.seat]

    def buildings(self, seat: int) -> int:
        """Return the mask of the junctions with this seat's settlements and cities."""
        return self.settlements[seat] | self.cities[seat]

    @property
    def occupied(self) -> int:
        """The mask of the junctions with a building."""
        mask = 0
        for own in self.settlements:
            mask |= own
        for own in self.cities:
            mask |= own
        return mask

    @property
    def built_paths(self) -> int:
        """The mask of the paths with a road."""
        mask = 0
        for own in self.roads:
            mask |= own
        return mask

    def roads_left(self, seat: int) -> int:
        return ROADS - self.roads[seat].bit_count()

    def settlements_left(self, seat: int) -> int:
        return SETTLEMENTS - self.settlements[seat].bit_count()

    def cities_left(self, seat: int) -> int:
        return CITIES - self.cities[seat].bit_count()

    def chits_of(self, seat: int) -> int:
        """Return the number of chits in front of this seat."""
        return sum(self.won[seat])

    def point_sources(self, seat: int) -> tuple[int, int, int, int, int, int]:
        """Return the seat's points by what gives them, as far as they are known (EN1).

        These are settlements, cities, a counselor card, the longest road, the largest army
        and victory point cards.
        """
        return (self.settlements[seat].bit_count(), 2 * self.cities[seat].bit_count(),
                self.counselor_points(seat), 2 * (self.longest == seat), 2 * (self.army == seat),
                self.cards[seat][POINT])

    def counselor_points(self, seat: int) -> int:
        """Return the points of the seat's counselor card; 0 without a card (TH6)."""
        owners = self.counselors
        return COUNSELORS[self.players][owners.index(seat)] if seat in owners else 0

    def public_points(self, seat: int) -> int:
        """Return the seat's points without its victory point cards (EN1)."""
        return sum(self.point_sources(seat)[:-1])

    def points(self, seat: int) -> int:
        """Return the seat's points, as far as they are known (EN1)."""
        return sum(self.point_sources(seat))

    def gold(self, seat: int) -> int:
        return self.hands[seat][GOLD]

    def offer(self, number: int) -> Offer | None:
        """Return the offer with this number; None if it does not exist (any more)."""
        return next((offer for offer in self.offers if offer.number == number), None)


change = changer(State)


# Digests of logged positions are computed from this text, so its form must not change.
_encode = json.JSONEncoder(separators=(",", ":")).encode


def dump_state(state: State) -> str:
    """Return the canonical text: a JSON list, with masks in hexadecimal and cards as letters."""
    return _encode([
        state.world.id, state.players, state.options.open_bidding, state.options.bluff,
        state.rules, state.phase, state.seat, state.turn, state.dice, state.arrow, state.robber,
        _masks(state.roads), _masks(state.settlements), _masks(state.cities),
        list(map(th.code, state.hands)), th.code(state.bank), _row(state.supply, th.LETTERS),
        _row(state.deck, th.DEVELOPMENT_LETTERS), _row(state.chits, th.CHIT_LETTERS),
        _row(state.aside, th.CHIT_LETTERS), state.won, state.cards, state.bought, state.played,
        state.soldiers, state.counselors, state.longest, state.army, state.due,
        [None if some is None else th.code(some) for some in state.discards],
        _auction_parts(state.auction), state.preferred, state.at_once,
        [_offer_parts(offer) for offer in state.offers], state.offered, state.last_offer,
        state.thefts, state.winners, state.reason,
    ])


def _masks(masks: Sequence[int]) -> list[str]:
    return [f"{mask:x}" for mask in masks]


def _row(row: Sequence[int], letters: str) -> str:
    return "".join(map(letters.__getitem__, row))


def _auction_parts(auction: Auction | None) -> list[Any] | None:
    if auction is None:
        return None
    bids = [None if bid is None else [bid.limit, bid.payment] for bid in auction.bids]
    return [auction.kind, auction.junction, auction.opener, auction.excluded, bids]


def _offer_parts(offer: Offer) -> list[Any]:
    return [offer.number, offer.seat, th.code(offer.give), th.code(offer.get), offer.to,
            offer.times, offer.standing]


def load_state(text: str, setup: Setup) -> State:
    """Return the state of a canonical text.  Raise ValueError if the text is of another map."""
    return read_parts(json.loads(text), map_file.load(setup.board))


def read_parts(parts: Sequence[Any], world: World) -> State:
    """Return the state with these parts of a text.  Raise ValueError if its map is another."""
    (
        world_id, players, open_bidding, bluff, rules, phase, seat, turn, dice, arrow, robber,
        roads, settlements, cities, hands, bank, supply, deck, chits, aside, won, cards, bought,
        played, soldiers, counselors, longest, army, due, discards, auction, preferred, at_once,
        offers, offered, last_offer, thefts, winners, reason,
    ) = parts
    if world_id != world.id:
        raise ValueError("this state belongs to another map")
    return State(
        world=world, players=players, options=Options(open_bidding, bluff), rules=rules,
        phase=phase, seat=seat, turn=turn, dice=(dice[0], dice[1]), arrow=arrow, robber=robber,
        roads=_read_masks(roads), settlements=_read_masks(settlements),
        cities=_read_masks(cities), hands=tuple(map(th.read_code, hands)),
        bank=th.read_code(bank), supply=_read_row(supply, th.LETTERS),
        deck=_read_row(deck, th.DEVELOPMENT_LETTERS), chits=_read_row(chits, th.CHIT_LETTERS),
        aside=_read_row(aside, th.CHIT_LETTERS), won=tuple(map(tuple, won)),
        cards=tuple(map(tuple, cards)), bought=tuple(bought), played=played,
        soldiers=tuple(soldiers), counselors=tuple(counselors), longest=longest, army=army,
        due=tuple(due),
        discards=tuple([None if some is None else th.read_code(some) for some in discards]),
        auction=_read_auction(auction), preferred=tuple(map(tuple, preferred)),
        at_once=tuple(at_once), offers=tuple(map(_read_offer, offers)), offered=tuple(offered),
        last_offer=last_offer, thefts=thefts, winners=tuple(winners), reason=reason,
    )


def _read_masks(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple([int(text, 16) for text in texts])


def _read_row(text: str, letters: str) -> tuple[int, ...]:
    return tuple(map(letters.index, text))


def _read_auction(parts: Sequence[Any] | None) -> Auction | None:
    if parts is None:
        return None
    kind, junction, opener, excluded, bids = parts
    return Auction(kind, junction, opener, excluded, tuple([
        None if bid is None else Bid(bid[0], tuple([(thing, n) for thing, n in bid[1]]))
        for bid in bids]))


def _read_offer(parts: Sequence[Any]) -> Offer:
    number, seat, give, get, to, times, standing = parts
    return Offer(number, seat, th.read_code(give), th.read_code(get), to, times, standing)
