"""A second, simple implementation of single rules, auctions and trades, to compare the engine with.

It is slow but obvious, and shares nothing with the engine: places are names, and what players
hold are Counters.  ``reference_game`` plays whole games with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.campaign.reference_map import Junction, Path, path

if TYPE_CHECKING:
    from tests.campaign.reference_game import Table

COMMODITIES = ("brick", "lumber", "wheat", "wool", "ore")
KINDS = (*COMMODITIES, "gold")
PRICES = {  # BU1
    "road": Counter(brick=1, lumber=1),
    "settlement": Counter(brick=1, lumber=1, wheat=1, wool=1),
    "city": Counter(ore=3, wheat=2),
    "development": Counter(ore=1, wool=1, wheat=1),
}
COUNTING = {  # AU1
    "settlement": {"brick", "lumber", "wheat", "wool", "gold"},
    "famine": {"wheat", "wool", "gold"},
    "bridge": {"brick", "lumber", "gold"},
    "battle": {"ore", "wool", "soldier", "gold"},
    "statue": {"brick", "ore", "gold"},
}


class Refused(Exception):
    """The move is not legal."""


def need(condition: object) -> None:
    """Refuses the move unless the condition holds."""
    if not condition:
        raise Refused


def cards(hand: Counter[str]) -> int:
    """Returns the number of commodity cards; gold is no card (TH2)."""
    return sum(hand[kind] for kind in COMMODITIES)


def worth(things: Iterable[str]) -> int:
    return sum(3 if thing == "soldier" else 1 for thing in things)  # AU1


# Building


def road_sites(table: Table, seat: int) -> set[Path]:
    """Returns where a seat may build a road, if it has one (BU2)."""
    return {way for way in table.land.paths
            if way not in table.roads and any(_goes_on(table, seat, end) for end in way)}


def _goes_on(table: Table, seat: int, end: Junction) -> bool:
    if end in table.buildings:
        return table.buildings[end][0] == seat
    return _is_reached(table, seat, end)


def _is_reached(table: Table, seat: int, place: Junction) -> bool:
    """Checks if a road of the seat ends here."""
    return any(table.roads.get(path(place, other)) == seat for other in table.land.beside[place])


def settlement_sites(table: Table, seat: int) -> set[Junction]:
    """Returns where a seat may build a settlement, if it has one (BU3, BU4)."""
    ahead = {stop.junction for stop in table.land.route[table.arrow:]} | {table.land.goal}
    sites = set()
    for place, beside in table.land.beside.items():
        near = {place} | beside
        if _is_reached(table, seat, place) and not near & ahead and not near & {*table.buildings}:
            sites.add(place)
    return sites


def own(table: Table, seat: int, kind: str) -> set[Junction]:
    """Returns the junctions with a seat's settlements or cities."""
    return {place for place, building in table.buildings.items() if building == (seat, kind)}


def longest_line(table: Table, seat: int) -> int:
    """Returns the length of the longest line of a seat's roads, by trying all of them (LR1)."""
    roads = {way for way, builder in table.roads.items() if builder == seat}
    cut = {place for place, (owner, _) in table.buildings.items() if owner != seat}

    def longest_from(place: Junction, left: set[Path]) -> int:
        lengths = [0]
        for way in left:
            if place in way:
                (there,) = set(way) - {place}
                rest = left - {way}
                lengths.append(1 + (0 if there in cut else longest_from(there, rest)))
        return max(lengths)

    return max((longest_from(end, roads) for way in roads for end in way), default=0)


# Yields, the robber and the bank


def yields(table: Table, number: int) -> list[Counter[str]]:
    """Returns what each seat gets for a roll of the dice (YI1 to YI3)."""
    due: list[Counter[str]] = [Counter() for _ in table.hands]
    for label, hexagon in table.land.hexes.items():
        if hexagon.number == number and label != table.robber:
            for place in table.land.corners(label) & {*table.buildings}:
                seat, kind = table.buildings[place]
                due[seat][hexagon.kind] += 2 if kind == "city" else 1
    for kind in KINDS:
        claimants = [some for some in due if some[kind]]
        if sum(some[kind] for some in claimants) > table.bank[kind]:  # YI2
            for some in claimants:
                some[kind] = table.bank[kind] if len(claimants) == 1 else 0
    return due


def robber_moves(table: Table, seat: int) -> set[tuple[str, int | None]]:
    """Returns the hexes for the robber, each with everybody who can be robbed there (SE2)."""
    found: set[tuple[str, int | None]] = set()
    for label in table.land.land - {table.robber}:
        there = {owner for place, (owner, _) in table.buildings.items()
                 if place in table.land.corners(label)}
        victims = {other for other in there - {seat} if cards(table.hands[other])}
        found |= {(label, victim) for victim in victims or {None}}
    return found


def rate(table: Table, seat: int, kind: str) -> int:
    """Returns how many of a kind the bank takes for one of another (TR1)."""
    built = {place for place, (owner, _) in table.buildings.items() if owner == seat}
    harbours = {what for what, places in table.land.harbours if places & built}
    return 2 if kind in harbours else 3 if "3:1" in harbours else 4


def bank_trades(table: Table, seat: int) -> set[tuple[str, str, int]]:
    """Returns all trades with the bank: what is given, what is got, and how many (TR1)."""
    return {
        (give, get, number)
        for give in KINDS for get in KINDS if give != get
        for number in range(1, 41)
        if table.hands[seat][give] >= number * rate(table, seat, give)
        and table.bank[get] >= number
    }


def preferred_discard(hand: Counter[str], number: int, first: Sequence[str]) -> Counter[str]:
    """Returns what is discarded by somebody who has said in advance what goes first."""
    given = Counter[str]()
    while given.total() < number:
        left = hand - given
        most = max(COMMODITIES, key=lambda kind: left[kind])
        given[next((kind for kind in first if left[kind]), most)] += 1
    return given


# The end of an auction and payments


def sealed_winner(limits: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Returns who wins a sealed auction and the price (AU10), None if all pass.

    ``limits`` has pairs of a seat and its limit in the order of the bidding.
    """
    highest = max((limit for _, limit in limits), default=0)
    if not highest:
        return None
    order = [seat for seat, _ in limits]
    winner = next(seat for seat, limit in limits if limit == highest)

    def wins_with(price: int) -> bool:
        """Whether nobody could have bid as much before the winner, or could bid more."""
        return all(limit < price + (order.index(seat) > order.index(winner))
                   for seat, limit in limits if seat != winner)

    return winner, next(price for price in range(1, highest + 1) if wins_with(price))


def pays_exactly(things: Sequence[str], price: int) -> bool:
    """Checks that these things reach a price, but no more without any one of them (AU6)."""
    return worth(things) >= price and all(
        worth(things) - worth([thing]) < price for thing in things)


def used_for(things: Sequence[str], price: int) -> list[str]:
    """Returns what is used up of things that were named to pay more, in their order (AU6)."""
    used: list[str] = []
    for thing in things:
        if worth(used) < price:
            used.append(thing)
    for i in reversed(range(len(used))):
        if worth(used) - worth([used[i]]) >= price:
            del used[i]
    return used


# Awards


def holder(owner: int | None, sizes: Sequence[int], least: int) -> int | None:
    """Returns who holds the longest road (LR1) or the largest army (LA1) now."""
    first = [seat for seat, size in enumerate(sizes) if size == max(sizes) >= least]
    if owner in first:
        return owner
    return first[0] if len(first) == 1 else None


def counselors(owners: Sequence[int | None], chits: Sequence[int]) -> list[int | None]:
    """Returns the owners of the counselor cards, the best first (CO1, CO2)."""
    result = list(owners)
    for seat, number in enumerate(chits):
        if number >= 3 and seat not in result and None in result:
            result[result.index(None)] = seat
    changed = True
    while changed:
        changed = False
        for place, owner in enumerate(result):
            worse = [seat for seat in range(len(chits)) if seat not in result[:place + 1]]
            ahead = [seat for seat in worse if owner is not None and chits[seat] > chits[owner]]
            if ahead and not changed:
                seat = max(ahead, key=lambda one: chits[one])
                if seat in result:
                    result[result.index(seat)] = owner
                result[place] = seat
                changed = True
    return result


# Whole auctions


class Auction:
    """An auction that is going on; ``order`` are those who may bid, the opener first.

    In open bidding, ``queue`` begins with the seat that is to bid.  Who bids goes to its end, and
    who passes leaves it.
    """

    def __init__(self, table: Table, kind: str, place: Junction, out: set[int]):
        self.kind, self.place, self.sealed = kind, place, table.sealed
        self.out = out | {seat for seat in range(table.players)
                          if not table.bluff and not self._has_anything(table, seat)}
        order = [(table.seat + i) % table.players for i in range(table.players)]
        self.order = [seat for seat in order if seat not in self.out]
        self.bids: dict[int, tuple[int, list[str]]] = {}  # limit or bid, and how it is paid
        self.queue = list(self.order)
        self.leader: int | None = None

    def _has_anything(self, table: Table, seat: int) -> bool:
        """Whether the others cannot rule out that the seat has something to bid."""
        soldiers = table.soldiers[seat] if self.kind == "battle" else 0
        return bool(cards(table.hands[seat]) or table.hands[seat]["gold"] or soldiers)

    def waits_for(self) -> list[int]:
        if self.sealed:
            return sorted(set(self.order) - set(self.bids))
        over = not self.queue or self.queue[0] == self.leader
        return [] if over else [self.queue[0]]

    def things(self, table: Table, seat: int) -> Counter[str]:
        """Returns what counts of a seat's things (AU1, AU2)."""
        held = table.hands[seat] + Counter(soldier=table.soldiers[seat])
        return Counter({thing: n for thing, n in held.items() if thing in COUNTING[self.kind]})

    def bid(self, table: Table, seat: int, *, limit: int, payment: list[str]) -> None:
        """Names a limit, or bids; a limit of 0 is a pass."""
        need(seat in self.waits_for())
        if limit:
            self._check(table, seat, limit=limit, payment=payment)
        if self.sealed or limit:
            self.bids[seat] = limit, payment
        if not self.sealed:
            self.queue.pop(0)
            if limit:
                self.queue.append(seat)
                self.leader = seat

    def _check(self, table: Table, seat: int, *, limit: int, payment: list[str]) -> None:
        held = self.things(table, seat)
        if not self.sealed and self.leader is not None:
            need(limit > self.bids[self.leader][0])
        if limit > worth(held.elements()):
            need(table.bluff and limit <= 99 and not payment)
        else:
            need(Counter(payment) <= held and pays_exactly(payment, limit))
            kinds = [thing for i, thing in enumerate(payment) if thing not in payment[i - 1:i]]
            need(len(kinds) == len(set(kinds)))  # each kind is named once

    def result(self) -> tuple[int, int] | None:
        """Returns the winner and the price, None if nobody has bid (AU4, AU10)."""
        if self.sealed:
            return sealed_winner([(seat, self.bids[seat][0]) for seat in self.order])
        return None if self.leader is None else (self.leader, self.bids[self.leader][0])

    def payment(self, table: Table, seat: int, price: int) -> list[str] | None:
        """Returns what the winner hands over, None if they cannot pay (AU5 to AU7)."""
        things = self.bids[seat][1] or usual_order(self.things(table, seat))
        return used_for(things, price) if worth(things) >= price else None


def usual_order(held: Counter[str]) -> list[str]:
    """Returns all things in the order in which they pay a bid if the bidder has not said how."""
    cards_first = sorted(KINDS, key=lambda kind: (kind == "gold", -held[kind]))
    return [thing for thing in [*cards_first, "soldier"] for _ in range(held[thing])]


# Trades between players


@dataclass
class Offer:
    number: int
    seat: int
    give: Counter[str]
    get: Counter[str]
    to: set[int]
    times: int
    standing: bool


def make_offer(table: Table, offer: Offer) -> None:
    """Makes an offer, or the trade itself if an offer of another player fits it at once."""
    give, get = offer.give, offer.get
    need(offer.standing or (offer.seat == table.seat and table.phase == "build"))
    need(give and get and not set(give) & set(get))
    need(all(get[kind] <= (40 if kind == "gold" else 19) for kind in KINDS))
    need(offer.to and offer.to <= set(range(table.players)) - {offer.seat})
    need(1 <= offer.times <= (9 if offer.standing else 1))
    need(sum([give] * offer.times, Counter()) <= table.hands[offer.seat])
    need(sum(other.seat == offer.seat for other in table.offers) < 6)
    found = fitting_offers(table, offer)
    if found and not offer.standing:
        _trade(table, found[0], other=offer.seat)
        table.last_offer = "taken"
    else:
        table.offered[offer.seat] += 1
        table.offers.append(offer)
        if offer.seat == table.seat:
            table.last_offer = offer.number


def fitting_offers(table: Table, offer: Offer) -> list[Offer]:
    """Returns the offers of others that are at least as good for the offerer, the best first."""
    return sorted((
        other for other in table.offers if other.seat in offer.to and offer.seat in other.to
        and other.get <= offer.give and offer.get <= other.give
    ), key=lambda other: (
        other.get.total(), -other.give.total(), (other.seat - offer.seat) % table.players,
        other.number))


def accept_offer(table: Table, number: int, *, seat: int) -> None:
    (offer,) = [one for one in table.offers if one.number == number] or [None]
    need(offer is not None)
    assert offer is not None
    need(seat in offer.to)
    need(table.seat in (seat, offer.seat) and table.phase == "build")
    need(offer.get <= table.hands[seat])
    _trade(table, offer, other=seat)
    if table.last_offer == number:
        table.last_offer = "taken"


def withdraw_offer(table: Table, number: int, *, seat: int) -> None:
    need(any(offer.number == number and offer.seat == seat for offer in table.offers))
    end_offers(table, lambda offer: offer.number == number)
    if table.last_offer == number:
        table.last_offer = None


def _trade(table: Table, offer: Offer, *, other: int) -> None:
    table.hands[offer.seat] += offer.get
    table.hands[offer.seat] -= offer.give
    table.hands[other] += offer.give
    table.hands[other] -= offer.get
    offer.times -= 1


def reduce_offers(table: Table) -> None:
    """Reduces offers to what their owners can still fulfil (TR3)."""
    for offer in table.offers:
        while sum([offer.give] * offer.times, Counter()) - table.hands[offer.seat]:
            offer.times -= 1
    end_offers(table, lambda offer: not offer.times)


def end_after_theft(table: Table, victim: int) -> None:
    """Ends the offers that would show which card was stolen."""
    end_offers(table, lambda offer: offer.seat == victim
               and any(offer.give[kind] for kind in COMMODITIES))


def end_offers(table: Table, ends: Callable[[Offer], object]) -> None:
    table.offers = [offer for offer in table.offers if not ends(offer)]
