"""Twins: states that differ only in what a seat, or a spectator, may not see.

What is hidden is drawn again: the other players' commodity and development cards, limits and
payments, discards and preferences, the supply, the deck and the chits that lie face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from alexandros_rules.campaign import auctions
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.state import State, change
from alexandros_rules.campaign.trading import holding
from alexandros_rules.campaign.view import view

T = TypeVar("T")


def twin(state: State, seat: int | None, rng: Random) -> State:
    """Returns a state that looks the same to this seat, or to a spectator."""
    others = [other for other in range(state.players) if other != seat]
    other = _commodities_drawn_again(state, others, rng)
    other = _developments_drawn_again(other, others, rng)
    chits = shuffled((*state.chits, *state.aside), rng)
    other = change(
        other, chits=chits[:len(state.chits)], aside=chits[len(state.chits):],
        preferred=_for_others(state.preferred, [
            tuple(rng.sample(th.COMMODITIES, rng.randrange(6))) for _ in state.hands], others),
        at_once=_for_others(state.at_once, [rng.random() < 0.5 for _ in state.hands], others),
    )
    return _decided_again(other, others, rng)


def shuffled(items: Sequence[T], rng: Random) -> tuple[T, ...]:
    return tuple(rng.sample(items, len(items)))


def _for_others(known: tuple[T, ...], drawn: Sequence[T], others: list[int]) -> tuple[T, ...]:
    return tuple([drawn[seat] if seat in others else item for seat, item in enumerate(known)])


def _commodities_drawn_again(state: State, others: list[int], rng: Random) -> State:
    """Deals the other hands and the supply again; what everybody knows of a hand stays there."""
    kept = {seat: _certain(state, seat) for seat in others}
    pool = list(state.supply)
    for seat in others:
        pool += th.expand(th.subtract(state.hands[seat], kept[seat])[:th.GOLD])
    rng.shuffle(pool)
    hands = list(state.hands)
    for seat in others:
        size = th.cards(state.hands[seat]) - th.cards(kept[seat])
        hands[seat], pool = th.add(kept[seat], th.counts(pool[:size])), pool[size:]
    return change(state, hands=tuple(hands), supply=tuple(pool))


def _certain(state: State, seat: int) -> th.Counts:
    """Returns the gold of a hand, what its offers show (TR3), and what pays for an open bid."""
    hidden = change(state, hands=tuple(
        view(state, None).hands[i] if i == seat else hand for i, hand in enumerate(state.hands)))
    certain = holding(hidden, seat)
    bid = state.auction.bids[seat] if state.auction else None
    if bid is not None and state.options.open_bidding:
        paid = dict(bid.payment)
        certain = tuple([max(number, paid.get(kind, 0)) for kind, number in enumerate(certain)])
    return certain


def _developments_drawn_again(state: State, others: list[int], rng: Random) -> State:
    pool = [*state.deck]
    for seat in others:
        pool += [kind for kind, number in enumerate(state.cards[seat]) for _ in range(number)]
    rng.shuffle(pool)
    cards, bought = list(state.cards), state.bought
    for seat in others:
        size = sum(state.cards[seat])
        new, pool = pool[:size], pool[size:]
        cards[seat] = _counted(new)
        if seat == state.seat:
            bought = _counted(new[:sum(bought)])
    return change(state, cards=tuple(cards), bought=bought, deck=tuple(pool))


def _counted(kinds: Sequence[int]) -> th.Counts:
    return tuple([kinds.count(kind) for kind in range(len(th.NO_DEVELOPMENTS))])


def _decided_again(state: State, others: list[int], rng: Random) -> State:
    """Draws again what the others have already chosen: discards, limits and payments."""
    discards = [some if some is None else _any_discard(state.hands[seat], sum(some), rng)
                for seat, some in enumerate(state.discards)]
    state = change(state, discards=_for_others(state.discards, discards, others))
    if state.auction is None:
        return state
    bids = [bid if bid is None else _any_bid(state, seat, bid, rng)
            for seat, bid in enumerate(state.auction.bids)]
    return change(state, auction=replace(
        state.auction, bids=_for_others(state.auction.bids, bids, others)))


def _any_discard(hand: th.Counts, number: int, rng: Random) -> th.Counts:
    return th.counts(rng.sample(th.expand(hand[:th.GOLD]), number))


def _any_bid(state: State, seat: int, bid: Bid, rng: Random) -> Bid:
    """Returns another limit with its payment; of an open bid, only another payment."""
    assert state.auction is not None
    kind = state.auction.kind
    limit = bid.limit if state.options.open_bidding else rng.randint(
        0, auctions.most_payable(state, kind, seat=seat))
    return Bid(limit, auctions.usual_payment(state, kind, limit, seat=seat) if limit else ())
