"""How much a player bids in an auction, and with what they pay."""

from __future__ import annotations

from collections.abc import Sequence

from engine.campaign import auctions, moves
from engine.campaign import things as th
from engine.campaign.bots.goals import goals
from engine.campaign.bots.habits import Habits
from engine.campaign.bots.prospects import auction_value, turns_left
from engine.campaign.state import ENOUGH_SOLDIERS, State

SMALL_HAND = 7
LEAST_COST = 0.2


def choose_bid(view: State, seat: int, habits: Habits, *, mood: float) -> moves.Bid:
    """Returns a bid of at most what the thing is worth; ``mood`` makes it a little more or less."""
    auction = view.auction
    assert auction is not None
    value = max(0.0, mood * auction_value(view, auction, seat, habits))
    costs = _costs(view, auction.kind, seat, habits)
    most = _affordable(costs, value)
    if view.options.open_bidding:
        lowest = auctions.high_bid(auction)[1] + 1
        most = lowest if most >= lowest else 0
    payment = auctions.part_of(tuple([(thing, number) for thing, number, _ in costs]), most)
    return moves.Bid(most, payment) if most else moves.Bid(0, ())


def _affordable(costs: Sequence[tuple[int, int, float]], value: float) -> int:
    """Returns the highest bid that costs no more than a value; ``costs`` as from ``_costs``."""
    limit = 0
    for thing, number, cost in costs:
        possible = min(number, int(value / cost))
        limit += possible * th.worth(thing)
        value -= possible * cost
        if possible < number:
            break
    return limit


def _costs(view: State, kind: int, seat: int, habits: Habits) -> list[tuple[int, int, float]]:
    """Returns with what the seat could pay: thing, number and what each costs it, cheap first.

    A commodity of which only some are needed appears once, at the cost of most of them: nothing
    may be listed twice in a payment.
    """
    held = auctions.counting(view, kind, seat=seat)
    best = next(iter(goals(view, seat, habits)), None)
    price = th.NOTHING if best is None else best.price
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
            cost = factor * (1 + (habits.needed - 1) * needed / number)
        costs.append((thing, number, cost * left / (left + habits.late)))
    return sorted(costs, key=lambda item: (item[2] / th.worth(item[0]), item[0]))
