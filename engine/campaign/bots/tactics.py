"""Tactics of the bots: bids and payments, trades, robberies and discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.campaign import auctions, moves, trading, yields
from engine.campaign import things as th
from engine.campaign.bots.goals import best_price
from engine.campaign.bots.habits import Habits
from engine.campaign.bots.prospects import auction_value, roll_chance, turns_left
from engine.campaign.state import ENOUGH_SOLDIERS, WINNING_SCORE, Offer, State

SMALL_HAND = 7
LEAST_COST = 0.2
MOST_STANDING = 3  # offers that it leaves to the others
SPARE = 1  # cards of a kind that a goal does not need, before it offers one
NEARLY_WON = 2  # points that a player lacks with whom nobody should trade
KEPT = 0.6  # of a card's worth, for one that the player has no use for now
OWN_LOSS = 1.5
STOLEN = 0.07  # a stolen card, in cards for each roll
AHEAD = 0.1  # how much more a player's loss counts for each point they have


def choose_bid(view: State, seat: int, habits: Habits, *, mood: float) -> moves.Bid:
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


def _costs(view: State, kind: int, seat: int, habits: Habits) -> list[tuple[int, int, float]]:
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


def bank_trades(view: State, seat: int, price: th.Counts, habits: Habits) -> list[moves.Move]:
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


def _kept_gold(view: State, habits: Habits) -> int:
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


def best_robbery(view: State, seat: int) -> tuple[int, int | None]:
    """Return the hex where the robber harms the leaders most, and the seat to rob there."""
    tile = max(yields.robber_sites(view), key=lambda site: _harm(view, seat, site))
    victim = max(yields.victims(view, tile, seat=seat), default=None, key=lambda other: (
        view.public_points(other), th.cards(view.hands[other])))
    return tile, victim


def _harm(view: State, seat: int, tile: int) -> float:
    """Return how much the robber on a hex takes from the others, more from those ahead."""
    corners, loss = view.world.corners[tile], 0.0
    for other in range(view.players):
        buildings = ((view.settlements[other] & corners).bit_count()
                     + 2 * (view.cities[other] & corners).bit_count())
        loss += buildings * (
            -OWN_LOSS if other == seat else 0.5 + AHEAD * view.public_points(other))
    robbed = yields.victims(view, tile, seat=seat)
    return loss * roll_chance(view.world.hexes[tile].number) + (STOLEN if robbed else 0.0)


def is_robbed(view: State, seat: int) -> bool:
    """Check whether the robber stands on a hex that would yield something to the seat."""
    return bool(view.world.corners[view.robber] & view.buildings(seat)
                and view.world.hexes[view.robber].number)


def wins_army(view: State, seat: int) -> bool:
    """Check whether one more soldier takes the largest army (LA1)."""
    most = max(view.soldiers[other] for other in range(view.players) if other != seat)
    return view.army != seat and view.soldiers[seat] + 1 >= max(ENOUGH_SOLDIERS, most + 1)


def choose_discards(hand: th.Counts, number: int, price: th.Counts) -> th.Counts:
    """Return the cards to give up: first those that a price does not need, of the most."""
    left, given = list(hand), [0] * 7
    for _ in range(number):
        kind = max(th.COMMODITIES, key=lambda k: (left[k] > 0, left[k] - price[k], left[k]))
        left[kind] -= 1
        given[kind] += 1
    return tuple(given)
