"""The first counselor, which never changes, so that measurements against it can be compared.

It lists what it could build, with a worth for each and a discount for what it lacks, and plays,
trades and builds towards the best.  Its bids, trades and buildings have weights of their own, so
it sells gold cheaply for which it pays dearly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.campaign import auctions, moves, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.counselor import many_cards, mood_of, soldiers_to_play
from alexandros_rules.campaign.bots.goals import MOST_ROADS_AHEAD, free_roads, line_length
from alexandros_rules.campaign.bots.habits import Habits
from alexandros_rules.campaign.bots.prospects import (
    auction_value,
    income,
    plain_worth,
    sites,
    turns_left,
)
from alexandros_rules.campaign.bots.tactics import MOST_STANDING, NEARLY_WON, best_robbery
from alexandros_rules.campaign.building import road_sites
from alexandros_rules.campaign.state import (
    AUCTION,
    BUILD,
    DISCARD,
    ENOUGH_ROADS,
    ENOUGH_SOLDIERS,
    ROBBER,
    ROLL,
    WINNING_SCORE,
    Offer,
    State,
)
from alexandros_rules.campaign.world import bits
from alexandros_rules.ruleset import HasTime

SAFE_HAND = 9  # more cards than this are better spent
SMALL_HAND = 7
LEAST_COST = 0.2
SPARE = 1  # cards of a kind that a goal does not need, before it offers one
KEPT = 0.6  # of a card's worth, for one that the player has no use for now


@dataclass(frozen=True, slots=True)
class FirstHabits(Habits):
    """The weights of the first counselor; those that it adds are in cards, too."""

    mood: float = 0.25
    point: float = 9.9
    counselor: float = 2.4
    lately: float = 0.0
    chit: float = 0.0
    seize: float = 0.0
    share: float = 0.38
    foothold: float = 1.5
    choice: float = 1.7
    spread: float = 0.98
    gold: float = 2.6
    soldier: float = 2.1
    army: float = 7.7
    hoard: float = 0.043
    late: float = 17.0
    pace: float = 7.1
    city: float = 2.6
    settlement: float = 6.9
    road: float = 1.6
    card: float = 1.8
    soldiers: float = 1.8
    line: float = 2.8
    distance: float = 2.4
    scarcity: float = 0.4
    variety: float = 0.016
    harbour: float = 0.013
    purse: float = 25.0  # gold that it keeps from the bank while all auctions are to come
    needed: float = 1.2  # the cost of a card that the best goal needs
    yields: float = 0.25  # points for one card of each roll and each turn that is left
    patience: float = 1.5  # the higher, the less do the cards count that a goal lacks
    # The part of the best goal's worth from which another goal is built before it.
    haste: float = 0.46


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to build: the move, its price, and how much it is wanted."""

    move: moves.Move
    price: th.Counts
    worth: float


def goals(view: State, seat: int, habits: FirstHabits) -> list[Goal]:
    """Return possible goals of the seat, the best first; goals within reach count for more."""
    left, gets = turns_left(view, habits), income(view, seat)
    wishes = [*_cities(view, seat, left, habits), *_settlements(view, seat, left, habits),
              *_line(view, seat, habits), *_development(view, seat, habits)]
    reach = {price: 1 / (habits.patience + _lack(view, seat, price, gets, habits))
             for price in {wish.price for wish in wishes}}
    found = [Goal(wish.move, wish.price, wish.worth * reach[wish.price]) for wish in wishes]
    return sorted(found, key=lambda goal: -goal.worth)


def best_price(view: State, seat: int, habits: FirstHabits) -> th.Counts:
    """Return the price of the seat's best goal; nothing if the seat has no goal."""
    return next((goal.price for goal in goals(view, seat, habits)), th.NOTHING)


def _lack(view: State, seat: int, price: th.Counts, gets: list[float],
          habits: FirstHabits) -> float:
    """Return how many cards the seat lacks for a price; kinds that it never gets count for more."""
    lacking = th.missing(view.hands[seat], price)
    return sum(lacking[kind] * (1 + habits.scarcity * (not gets[kind]))
               for kind in th.COMMODITIES)


def _cities(view: State, seat: int, left: float, habits: FirstHabits) -> Iterator[Goal]:
    if view.cities_left(seat):
        worths = plain_worth(view.world)
        for junction in bits(view.settlements[seat]):
            worth = 1 + habits.yields * left * worths[junction]
            yield Goal(moves.BuildCity(junction), th.CITY_PRICE, habits.city * worth)


def _settlements(view: State, seat: int, left: float, habits: FirstHabits) -> Iterator[Goal]:
    """Yield settlements, and roads that lead to sites for them."""
    if not view.settlements_left(seat):
        return
    for site in sites(view, seat, habits):
        worth = 1 + habits.yields * left * site.worth
        if not site.paths:
            yield Goal(moves.BuildSettlement(site.junction), th.SETTLEMENT_PRICE,
                       habits.settlement * worth)
        else:
            yield Goal(moves.BuildRoad(site.paths[0]), th.ROAD_PRICE,
                       habits.road * worth / (1 + habits.distance * len(site.paths)))


def _development(view: State, seat: int, habits: FirstHabits) -> Iterator[Goal]:
    # Players without a building have to save for their first settlement.
    saves = not view.buildings(seat) and th.cards(view.hands[seat]) <= SAFE_HAND
    if view.deck and not saves:
        most = max(view.soldiers[other] for other in range(view.players) if other != seat)
        soldiers = view.soldiers[seat] + view.cards[seat][th.SOLDIER]
        helps = view.army != seat and soldiers < max(ENOUGH_SOLDIERS, most + 1)
        worth = habits.card + habits.soldiers * helps
        yield Goal(moves.BuyDevelopment(), th.DEVELOPMENT_PRICE, worth)


def _line(view: State, seat: int, habits: FirstHabits) -> Iterator[Goal]:
    """Yield a road that makes the longest line longer, if that can win the longest road."""
    if view.longest == seat or not view.roads_left(seat):
        return
    own = line_length(view, seat, view.roads[seat])
    most = max(line_length(view, other, view.roads[other])
               for other in range(view.players) if other != seat)
    needed = max(ENOUGH_ROADS, most + 1) - own
    if needed <= min(MOST_ROADS_AHEAD, view.roads_left(seat)):
        for path in bits(road_sites(view, seat)):
            if line_length(view, seat, view.roads[seat] | 1 << path) > own:
                yield Goal(moves.BuildRoad(path), th.ROAD_PRICE, habits.line / needed)
                return


def choose_bid(view: State, seat: int, habits: FirstHabits, *, mood: float) -> moves.Bid:
    """Return a bid of at most what the thing is worth; ``mood`` raises or lowers its worth."""
    auction = view.auction
    assert auction is not None
    value = max(0.0, mood * auction_value(view, auction, seat, habits))
    costs = _costs(view, auction.kind, seat, habits)
    most = _affordable(costs, value)
    if view.options.open_bidding:
        lowest = auctions.lowest_bid(view)
        most = lowest if most >= lowest else 0
    payment = auctions.part_of(tuple([(thing, number) for thing, number, _ in costs]), most)
    return moves.Bid(most, payment) if most else moves.Bid(0, ())


def _affordable(costs: Sequence[tuple[int, int, float]], value: float) -> int:
    """Return the highest bid that costs at most a given value; ``costs`` as from ``_costs``."""
    limit = 0
    for thing, number, cost in costs:
        possible = min(number, int(value / cost))
        limit += possible * th.worth(thing)
        value -= possible * cost
        if possible < number:
            break
    return limit


def _costs(view: State, kind: int, seat: int, habits: FirstHabits) -> list[tuple[int, int, float]]:
    """Return things with which the seat could pay, the cheapest first.

    Each has its kind, its number and what each one costs the seat.  A commodity of which only some
    are needed appears once, at an average cost.
    """
    held = auctions.counting(view, kind, seat=seat)
    price = best_price(view, seat, habits)
    left = turns_left(view, habits)
    crowd = max(0, th.cards(view.hands[seat]) - SMALL_HAND)
    factor = max(LEAST_COST, 1 - habits.hoard * crowd)
    army = view.army == seat or view.soldiers[seat] >= ENOUGH_SOLDIERS - 1
    costs = []
    for thing, number in held.items():
        if thing == th.SOLDIERS:
            cost = habits.army if army else habits.soldier
        elif thing == th.GOLD:
            cost = habits.gold
        else:
            needed = min(number, price[thing])
            # The average: a payment may not list a kind twice.
            cost = factor * (1 + (habits.needed - 1) * needed / number)
        costs.append((thing, number, cost * left / (left + habits.late)))
    return sorted(costs, key=lambda item: (item[2] / th.worth(item[0]), item[0]))


def bank_trades(view: State, seat: int, price: th.Counts, habits: FirstHabits) -> list[moves.Move]:
    """Return the trades with the bank that together supply the missing part of a price, or none."""
    hand, bank = list(view.hands[seat]), list(view.bank)
    hand[th.GOLD] -= _kept_gold(view, habits)
    found: list[moves.Move] = []
    for get in th.expand(th.missing(view.hands[seat], price)):
        for give in sorted(th.KINDS, key=lambda kind: price[kind] - hand[kind]):
            rate = trading.bank_rate(view, give, seat=seat)
            if give != get and hand[give] - price[give] >= rate and bank[get] > 0:
                hand[give] -= rate
                bank[get] -= 1
                found.append(moves.BankTrade(give, get, 1))
                break
        else:
            return []
    return found


def _kept_gold(view: State, habits: FirstHabits) -> int:
    """Return how much gold should be kept for the auctions to come."""
    route = view.world.route
    return round(habits.purse * max(0, len(route) - view.arrow) / len(route))


def best_offer(view: State, seat: int, price: th.Counts) -> int | None:
    """Return the number of the offer that helps most towards a price; None if no offer does."""
    offers = [offer for offer in trading.acceptable(view, seat)
              if view.public_points(offer.seat) < WINNING_SCORE - NEARLY_WON]
    best = max(offers, default=None, key=lambda offer: _gain(view, seat, price, offer))
    return best.number if best is not None and _gain(view, seat, price, best) > 0 else None


def _gain(view: State, seat: int, price: th.Counts, offer: Offer) -> float:
    """Return the cards that an offer gains the seat; 0 if it costs cards that the price needs."""
    hand, lacking = view.hands[seat], th.missing(view.hands[seat], price)
    useful = sum(map(min, lacking, offer.give))
    if not useful or any(n > hand[kind] - price[kind] for kind, n in enumerate(offer.get) if n):
        return 0.0
    return useful + KEPT * (sum(offer.give) - useful) / 2 - KEPT * sum(offer.get)


def offer_changes(view: State, seat: int, price: th.Counts) -> Iterator[moves.Move]:
    """Yield changes of the seat's standing offers that help towards a price."""
    hand, lacking = view.hands[seat], th.missing(view.hands[seat], price)
    own = [offer for offer in view.offers if offer.seat == seat]
    for offer in own:
        if not _helps(offer, hand, price):
            yield moves.Withdraw(offer.number)
    if len(own) >= MOST_STANDING:
        return
    everybody = trading.others_of(view, seat)
    offered = {(offer.give, offer.get) for offer in own}
    for get in th.COMMODITIES:
        for give in th.COMMODITIES:
            pair = (th.single(give), th.single(get))
            if lacking[get] and hand[give] - price[give] >= SPARE and pair not in offered:
                yield moves.MakeOffer(*pair, everybody, 1, standing=True)


def _helps(offer: Offer, hand: th.Counts, price: th.Counts) -> bool:
    """Check whether an offer gets something that a price needs and gives only spare cards."""
    lacking = th.missing(hand, price)
    return any(map(min, offer.get, lacking)) and all(
        not n or n <= hand[kind] - price[kind] for kind, n in enumerate(offer.give))


def choose_discards(hand: th.Counts, number: int, price: th.Counts) -> th.Counts:
    """Return the cards to give up: first those that a price does not need, of the most."""
    left, given = list(hand), [0] * 7
    for _ in range(number):
        kind = max(th.COMMODITIES, key=lambda k: (left[k] > 0, left[k] - price[k], left[k]))
        left[kind] -= 1
        given[kind] += 1
    return tuple(given)


HABITS = FirstHabits()


class FirstCounselor(MoveByMove):
    """The bot that was called counselor at first."""

    name = "first-counselor"
    title = "settles, bids and builds, as at first"
    about = ""
    seat_names: tuple[str, ...] = ("Anaxarchus", "Onesicritus", "Chares", "Medius")

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        if view.phase == ROBBER:
            return moves.MoveRobber(*best_robbery(view, seat))
        if view.phase == ROLL:
            return next(soldiers_to_play(view, seat, spare=False), moves.Roll())
        if view.phase == AUCTION:
            return choose_bid(view, seat, HABITS, mood=mood_of(HABITS, salt))
        if view.phase == DISCARD:
            return moves.Discard(choose_discards(
                view.hands[seat], view.due[seat], best_price(view, seat, HABITS)))
        return next(self._ideas(view, seat))

    def answer(self, view: State, *, seat: int, salt: bytes,
               has_time: HasTime) -> Sequence[moves.Move]:
        if view.phase != BUILD:
            return ()
        offer = best_offer(view, seat, best_price(view, seat, HABITS))
        return () if offer is None else (moves.Accept(offer),)

    def _ideas(self, view: State, seat: int) -> Iterator[moves.Move]:
        """Yield possible next moves, the best first; the last one ends the turn."""
        wanted, hand = goals(view, seat, HABITS), view.hands[seat]
        price = wanted[0].price if wanted else th.NOTHING
        yield from self._cards_to_play(view, seat, price)
        yield from self._buildings(hand, wanted)
        for goal in wanted[:3]:
            offer = best_offer(view, seat, goal.price)
            if offer is not None:
                yield moves.Accept(offer)
            yield from bank_trades(view, seat, goal.price, HABITS)
        yield from offer_changes(view, seat, price)
        yield moves.End()

    def _buildings(self, hand: th.Counts, wanted: Sequence[Goal]) -> Iterator[moves.Move]:
        """Yield buildings to build now, unless the cards are better kept for the best goal."""
        for goal in wanted:
            if th.covers(hand, goal.price):
                best = wanted[0]
                keeps = th.missing(th.subtract(hand, goal.price), best.price) == th.missing(
                    hand, best.price)
                crowded = th.cards(hand) > SAFE_HAND
                if keeps or crowded or goal.worth >= HABITS.haste * best.worth:
                    yield goal.move

    def _cards_to_play(self, view: State, seat: int, price: th.Counts) -> Iterator[moves.Move]:
        if view.played:
            return
        held = th.subtract(view.cards[seat], view.bought)
        yield from soldiers_to_play(view, seat, spare=True)
        if held[th.ROADS] and view.roads_left(seat):
            paths = free_roads(view, seat, HABITS)
            if paths:
                yield moves.PlayRoads(paths)
        lacking = th.missing(view.hands[seat], price)
        short = th.expand(lacking)
        if held[th.PLENTY] and short:
            pair = th.counts((*short, *short)[:2])
            if th.covers(view.bank, pair):
                yield moves.PlayPlenty(pair)
        if held[th.MONOPOLY] and short and many_cards(view, seat):
            yield moves.PlayMonopoly(max(th.COMMODITIES, key=lacking.__getitem__))
