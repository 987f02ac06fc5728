"""Decides bids, sealed or open (AU3, AU6, AU7, AU10)."""

from __future__ import annotations

from engine.campaign import auctions, events, moves, refusals
from engine.campaign.progress import Progress
from engine.campaign.state import State


def bid(progress: Progress, move: moves.Bid, seat: int) -> None:
    """Adds the events of a bid or a pass.  Raises Illegal."""
    state = progress.state
    if seat not in auctions.awaited(state):
        raise refusals.not_now(state, move, seat=seat)
    _check_payment(state, move, seat=seat)
    if not state.options.open_bidding:
        progress.add(events.LimitNamed(seat, move.limit, move.payment))
    elif move.limit:
        progress.add(events.BidMade(seat, move.limit, move.payment))
    else:
        progress.add(events.Passed(seat))
    progress.settle_auction()


def _check_payment(state: State, move: moves.Bid, *, seat: int) -> None:
    auction = state.auction
    assert auction is not None
    lowest = auctions.high_bid(auction)[1] + 1 if state.options.open_bidding else 1
    if not move.limit:
        if move.payment:
            raise refusals.wrong_payment(state, move)
        return
    if move.limit < lowest:
        raise refusals.low_bid(lowest)
    most = auctions.most_payable(state, auction.kind, seat=seat)
    if move.limit > most:
        if not state.options.bluff:
            raise refusals.high_bid(state, auction.kind, most)
        if move.payment or move.limit > auctions.HIGHEST_BLUFF:
            raise refusals.wrong_bluff()
        return
    held = auctions.counting(state, auction.kind, seat=seat)
    for kind, number in move.payment:
        if not 1 <= number <= held.get(kind, 0):
            raise refusals.cannot_pay_with(state, auction.kind, kind, seat=seat)
    kinds = [kind for kind, _ in move.payment]
    if len({*kinds}) != len(kinds) or not auctions.is_exact(move.payment, move.limit):
        raise refusals.wrong_payment(state, move)
