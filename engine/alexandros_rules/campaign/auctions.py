"""Auctions: what bids are worth, how they are paid, who wins and at which price."""

from __future__ import annotations

from collections.abc import Sequence

from alexandros_rules.campaign.moves import Bid, Payment
from alexandros_rules.campaign.state import AUCTION, Auction, State
from alexandros_rules.campaign.things import BATTLE, COUNTING, GOLD, SOLDIERS, cards, worth

HIGHEST_BLUFF = 99  # AU7


def counting(state: State, kind: int, *, seat: int) -> dict[int, int]:
    """Return how many things a seat holds that count in this kind of auction (AU1, AU2).

    The keys are commodities first, then gold, then soldiers, without things that the seat lacks.
    """
    hand = state.hands[seat]
    held = {thing: hand[thing] for thing in (*COUNTING[kind], GOLD) if hand[thing]}
    if kind == BATTLE and state.soldiers[seat]:
        held[SOLDIERS] = state.soldiers[seat]
    return held


def most_payable(state: State, kind: int, *, seat: int) -> int:
    """Return the highest bid that a seat could pay."""
    return value(tuple(counting(state, kind, seat=seat).items()))


def may_bid(state: State, kind: int, *, seat: int) -> bool:
    """Check whether everybody can see that the seat may have something to bid.

    Other seats see how many cards it holds, but not which.
    """
    hand = state.hands[seat]
    soldiers = state.soldiers[seat] if kind == BATTLE else 0
    # A bluff is not paid with anything in the hand (AU7).
    return state.options.bluff or bool(cards(hand) or hand[GOLD] or soldiers)


def value(payment: Payment) -> int:
    """Return the worth of a payment (AU1)."""
    return sum([worth(kind) * number for kind, number in payment])


def is_exact(payment: Payment, price: int) -> bool:
    """Check whether a payment reaches the price, with no thing beyond what is needed (AU6)."""
    total = value(payment)
    return total >= price and all(total - worth(kind) < price for kind, _ in payment)


def part_of(payment: Payment, price: int) -> Payment:
    """Return the part of a payment that is used up for a price, which the payment must reach.

    Things are handed over in the order of the payment until the price is reached.  Then those that
    are not needed are taken back, the last first (AU6).
    """
    chosen: list[tuple[int, int]] = []
    total = 0
    for kind, number in payment:
        needed = min(number, -((total - price) // worth(kind)))
        if needed <= 0:
            break
        chosen.append((kind, needed))
        total += needed * worth(kind)
    used = []
    for kind, number in reversed(chosen):
        back = min(number, (total - price) // worth(kind))
        total -= back * worth(kind)
        if number > back:
            used.append((kind, number - back))
    return tuple(reversed(used))


def usual_payment(state: State, kind: int, limit: int, *, seat: int) -> Payment:
    """Return a seat's payment if its bid does not name one; empty if it cannot pay ``limit``.

    Cards come first, most of them from the kind of which the seat has most; soldiers come last.
    """
    held = counting(state, kind, seat=seat)
    order = sorted(held, key=lambda thing: (
        thing == SOLDIERS, thing == GOLD, -held[thing], thing))
    everything = tuple([(thing, held[thing]) for thing in order])
    return part_of(everything, limit) if value(everything) >= limit else ()


def bidders(auction: Auction, players: int) -> list[int]:
    """Return the seats that may bid, in the order in which they do (AU3)."""
    order = [(auction.opener + i) % players for i in range(players)]
    return [seat for seat in order if not auction.excluded >> seat & 1]


def undecided(auction: Auction, players: int) -> tuple[int, ...]:
    """Return the seats of a sealed auction that have not decided yet."""
    return tuple([seat for seat in range(players)
                  if auction.bids[seat] is None and not auction.excluded >> seat & 1])


def high_bid(auction: Auction) -> tuple[int | None, int]:
    """Return the highest bidder of an open auction and the bid; (None, 0) without bids."""
    seat, amount = None, 0
    for i, bid in enumerate(auction.bids):
        if bid is not None and bid.limit > amount:
            seat, amount = i, bid.limit
    return seat, amount


def lowest_bid(state: State) -> int:
    """Return the lowest bid that is not a pass; in an open auction, it is a raise (AU3)."""
    if not state.options.open_bidding or state.auction is None:
        return 1
    return high_bid(state.auction)[1] + 1


def next_bidder(auction: Auction, players: int) -> int | None:
    """Return the seat that raises or passes next in an open auction; None if it is over (AU3)."""
    order = bidders(auction, players)
    leader, _ = high_bid(auction)
    if leader is None:
        return next((seat for seat in order if auction.bids[seat] is None), None)
    place = order.index(leader) + 1
    for seat in order[place:] + order[:place - 1]:
        bid = auction.bids[seat]
        if bid is None or bid.limit:
            return seat
    return None


def awaited(state: State) -> tuple[int, ...]:
    """Return the seats that an auction waits for, in ascending order."""
    if state.phase != AUCTION or state.auction is None:
        return ()
    if not state.options.open_bidding:
        return undecided(state.auction, state.players)
    seat = next_bidder(state.auction, state.players)
    return () if seat is None else (seat,)


def sealed_outcome(bids: Sequence[Bid | None], order: Sequence[int]) -> tuple[int, int] | None:
    """Return the winner of a sealed auction and the price; None if all pass (AU10).

    ``order`` is that of ``bidders``.  The highest limit wins; of equal limits, the first in the
    order.  The price is the smallest bid that nobody else would have raised: the next limit if the
    winner could bid as much before its owner, and one more if not.
    """
    limits = {seat: bid.limit for seat in order if (bid := bids[seat]) is not None and bid.limit}
    if not limits:
        return None
    winner = max(limits, key=limits.__getitem__)  # of equal ones, max returns the first
    price = 1
    for seat, limit in limits.items():
        if seat != winner:
            first = order.index(winner) < order.index(seat)
            price = max(price, limit if first else limit + 1)
    return winner, price


