"""Trades with the bank and with other players that bring a player nearer to a goal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import moves, trading
from engine.campaign import things as th
from engine.campaign.bots.habits import Habits
from engine.campaign.state import WINNING_SCORE, Offer, State

MOST_STANDING = 3  # offers that it leaves to the others
SPARE = 1  # cards of a kind that a goal does not need, before it offers one
NEARLY_WON = 2  # points that a player lacks with whom nobody should trade
KEPT = 0.6  # of a card's worth, for one that the player has no use for now


def bank_trades(view: State, seat: int, price: th.Counts, habits: Habits) -> list[moves.Move]:
    """Returns the trades with the bank that together make up for what a price lacks, or none."""
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
    """Returns how much gold is better kept for the auctions that are to come."""
    route = view.world.route
    return round(habits.purse * max(0, len(route) - view.arrow) / len(route))


def best_offer(view: State, seat: int, price: th.Counts) -> int | None:
    """Returns the number of the offer that helps most towards a price, None if none does."""
    offers = [offer for offer in trading.acceptable(view, seat)
              if view.public_points(offer.seat) < WINNING_SCORE - NEARLY_WON]
    best = max(offers, default=None, key=lambda offer: _gain(view, seat, price, offer))
    return best.number if best is not None and _gain(view, seat, price, best) > 0 else None


def _gain(view: State, seat: int, price: th.Counts, offer: Offer) -> float:
    """Returns what an offer gains the seat, in cards; nothing if it costs what the price needs."""
    hand, lacking = view.hands[seat], th.missing(view.hands[seat], price)
    useful = sum(map(min, lacking, offer.give))
    if not useful or any(n > hand[kind] - price[kind] for kind, n in enumerate(offer.get) if n):
        return 0.0
    return useful + KEPT * (sum(offer.give) - useful) / 2 - KEPT * sum(offer.get)


def offer_changes(view: State, seat: int, price: th.Counts) -> Iterator[moves.Move]:
    """Yields what to change in the seat's standing offers, so that they help towards a price."""
    hand, lacking = view.hands[seat], th.missing(view.hands[seat], price)
    own = [offer for offer in view.offers if offer.seat == seat]
    for offer in own:
        if not _helps(offer, hand, price):
            yield moves.Withdraw(offer.number)
    if len(own) >= MOST_STANDING:
        return
    everybody = ((1 << view.players) - 1) & ~(1 << seat)
    offered = {(offer.give, offer.get) for offer in own}
    for get in th.COMMODITIES:
        for give in th.COMMODITIES:
            pair = (th.single(give), th.single(get))
            if lacking[get] and hand[give] - price[give] >= SPARE and pair not in offered:
                yield moves.MakeOffer(*pair, everybody, 1, standing=True)


def _helps(offer: Offer, hand: th.Counts, price: th.Counts) -> bool:
    """Whether an own offer gives only what the price does not need and gets something it does."""
    lacking = th.missing(hand, price)
    return any(map(min, offer.get, lacking)) and all(
        not n or n <= hand[kind] - price[kind] for kind, n in enumerate(offer.give))
