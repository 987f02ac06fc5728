"""Tactics of the bots: bids and payments, trades, robberies and discards."""

from __future__ import annotations

import math
from collections.abc import Iterator

from alexandros_rules.campaign import auctions, moves, trading, yields
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.prices import Prices
from alexandros_rules.campaign.bots.prospects import roll_chance
from alexandros_rules.campaign.state import ENOUGH_SOLDIERS, WINNING_SCORE, State

MOST_STANDING = 3  # offers that it leaves to the others
NEARLY_WON = 2  # points that a player lacks with whom nobody should trade
OWN_LOSS = 1.5
STOLEN = 0.07  # a stolen card, in cards for each roll
AHEAD = 0.1  # how much more a player's loss counts for each point they have


def choose_bid(view: State, seat: int, prices: Prices, *, mood: float) -> moves.Bid:
    """Return a bid of at most what the thing is worth; ``mood`` raises or lowers its worth."""
    auction = view.auction
    assert auction is not None
    value = max(0.0, mood * prices.lot(view, seat))
    given = _affordable(view, seat, auction.kind, prices, value)
    most = auctions.value(given)
    if view.options.open_bidding:
        lowest = auctions.lowest_bid(view)
        most = lowest if most >= lowest else 0
    return moves.Bid(most, auctions.part_of(given, most)) if most else moves.Bid(0, ())


def payment_up_to(view: State, seat: int, limit: int, prices: Prices) -> moves.Payment:
    """Return the payment of a limit that the seat can pay, the cheapest things first."""
    assert view.auction is not None
    return auctions.part_of(_affordable(view, seat, view.auction.kind, prices, math.inf), limit)


def _affordable(view: State, seat: int, kind: int, prices: Prices,
                value: float) -> moves.Payment:
    """Return the largest payment that costs at most a given value, the cheapest things first."""
    held = auctions.counting(view, kind, seat=seat)
    hand, before = list(view.hands[seat]), prices.hand(view.hands[seat])
    paid: dict[int, list[float]] = {}
    while held:
        costs = {thing: _cost(hand, thing, before, prices) for thing in held}
        thing = min(costs, key=lambda thing: (costs[thing] / th.worth(thing), thing))
        value -= costs[thing]
        if value < 0:
            break
        paid.setdefault(thing, []).append(costs[thing] / th.worth(thing))
        before -= costs[thing] if thing != th.SOLDIERS else 0.0
        held[thing] -= 1
        if not held[thing]:
            del held[thing]
        if thing != th.SOLDIERS:
            hand[thing] -= 1
    order = sorted(paid, key=lambda thing: sum(paid[thing]) / len(paid[thing]))
    return tuple([(thing, len(paid[thing])) for thing in order])


def _cost(hand: list[int], thing: int, before: float, prices: Prices) -> float:
    if thing == th.SOLDIERS:
        return prices.soldier
    hand[thing] -= 1
    after = prices.hand(hand)
    hand[thing] += 1
    return before - after


def bank_trade(view: State, seat: int, prices: Prices) -> moves.BankTrade | None:
    """Return the trade with the bank that gains most; None if none gains anything."""
    hand = view.hands[seat]
    best, found = prices.hand(hand) + prices.habits.margin, None
    for give in th.KINDS:
        rate = trading.bank_rate(view, give, seat=seat)
        if hand[give] < rate:
            continue
        for get in th.KINDS:
            if get != give and view.bank[get]:
                worth = prices.trade(hand, th.single(get), th.single(give, rate))
                if worth > best:
                    best, found = worth, moves.BankTrade(give, get, 1)
    return found


def best_offer(view: State, seat: int, prices: Prices) -> int | None:
    """Return the number of the offer that gains most; None if none gains anything."""
    hand = view.hands[seat]
    best, found = prices.hand(hand) + prices.habits.margin, None
    for offer in trading.acceptable(view, seat):
        if view.public_points(offer.seat) < WINNING_SCORE - NEARLY_WON:
            worth = prices.trade(hand, offer.give, offer.get)
            if worth > best:
                best, found = worth, offer.number
    return found


def offer_changes(view: State, seat: int, prices: Prices) -> Iterator[moves.Move]:
    """Yield changes of the seat's standing offers to those that gain most."""
    hand = view.hands[seat]
    least = prices.hand(hand) + prices.habits.margin
    pairs = [(prices.trade(hand, th.single(get), th.single(give)), give, get)
             for give in th.KINDS for get in th.KINDS if give != get and hand[give]]
    wanted = [(th.single(give), th.single(get)) for worth, give, get in sorted(
        pairs, key=lambda pair: (-pair[0], pair[1:]))[:MOST_STANDING] if worth > least]
    own = [offer for offer in view.offers if offer.seat == seat]
    for offer in own:
        if (offer.give, offer.get) not in wanted:
            yield moves.Withdraw(offer.number)
    offered = {(offer.give, offer.get) for offer in own}
    everybody = trading.others_of(view, seat)
    for give, get in wanted:
        if (give, get) not in offered:
            yield moves.MakeOffer(give, get, everybody, 1, standing=True)


def best_robbery(view: State, seat: int) -> tuple[int, int | None]:
    """Return the hex where the robber harms the leaders most, and the seat to rob there."""
    best, = best_robberies(view, seat, 1)
    return best


def best_robberies(view: State, seat: int, count: int) -> list[tuple[int, int | None]]:
    """Return up to so many hexes for the robber, the best first, with the seats to rob there."""
    sites = sorted(yields.robber_sites(view), key=lambda site: -_harm(view, seat, site))
    return [(tile, max(yields.victims(view, tile, seat=seat), default=None, key=lambda other: (
        view.public_points(other), th.cards(view.hands[other])))) for tile in sites[:count]]


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


def choose_discards(hand: th.Counts, number: int, prices: Prices) -> th.Counts:
    """Return the cards to give up: one by one those that cost the hand least."""
    left, given = list(hand), [0] * 7
    for _ in range(number):
        before = prices.hand(left)
        kind = min([kind for kind in th.COMMODITIES if left[kind]],
                   key=lambda kind: _cost(left, kind, before, prices))
        left[kind] -= 1
        given[kind] += 1
    return tuple(given)
