"""What the bank gives and takes; offers, and whether their owners can certainly fulfil them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from alexandros_rules.campaign.state import Offer, State
from alexandros_rules.campaign.things import (
    COMMODITIES,
    GOLD,
    UNKNOWN,
    Counts,
    counts,
    covers,
    times,
)

PLAIN_RATE, HARBOUR_RATE, SPECIAL_RATE = 4, 3, 2  # TR1


def bank_rate(state: State, kind: int, *, seat: int) -> int:
    """Return how many of a kind the seat gives to the bank for one of another (TR1)."""
    own, masks = state.buildings(seat), state.world.harbour_masks
    if kind != GOLD and own & masks[kind]:
        return SPECIAL_RATE
    return HARBOUR_RATE if own & masks[UNKNOWN] else PLAIN_RATE


def pairs_in_bank(state: State) -> list[Counts]:
    """Return the pairs of commodities that a year of plenty can take from the bank (DE3)."""
    pairs = map(counts, combinations_with_replacement(COMMODITIES, 2))
    return [pair for pair in pairs if covers(state.bank, pair)]


def holding(state: State, seat: int) -> Counts:
    """Return the things that a seat certainly holds.

    That is its hand, if the viewer may see it.  Of another hand, it is the gold and the things that
    the seat's offers show.
    """
    hand = state.hands[seat]
    if not hand[UNKNOWN]:
        return hand
    # An offer stands only while its owner can fulfil it (TR3).
    certain = list(hand)
    for offer in state.offers:
        if offer.seat == seat:
            shown = times(offer.times, offer.give)
            certain = [max(pair) for pair in zip(certain, shown, strict=True)]
    certain[UNKNOWN] = 0
    return tuple(certain)


def fulfillable(held: Counts, give: Counts) -> int:
    """Return how many times a collection can be given from a holding."""
    return min([have // need for have, need in zip(held, give, strict=True) if need])


def stands(state: State, offer: Offer) -> bool:
    """Return whether an offer stands whatever the cards are that a view does not show (TR3)."""
    hand = state.hands[offer.seat]
    return not hand[UNKNOWN] or fulfillable(hand, offer.give) > 0


def acceptable(state: State, seat: int) -> list[Offer]:
    """Return the offers that this seat could accept now, if it can pay for them (TR2, TR3)."""
    return [
        offer for offer in state.offers
        if offer.seat != seat and offer.to >> seat & 1 and state.seat in (seat, offer.seat)
        and covers(state.hands[seat], offer.get)
    ]


def best_match(state: State, give: Counts, get: Counts, to: int) -> Offer | None:
    """Return the offer of another seat that the seat to play would take for its own offer.

    The offer asks for no more than ``give`` and gives at least ``get``.  Of several, it is the one
    that costs least, then the one of the next seat.
    """
    seat = state.seat
    fitting = [
        offer for offer in acceptable(state, seat)
        if to >> offer.seat & 1 and covers(give, offer.get) and covers(offer.give, get)
    ]
    return min(fitting, default=None, key=lambda offer: (
        sum(offer.get), -sum(offer.give), (offer.seat - seat) % state.players, offer.number))


def seats_of(mask: int) -> tuple[int, ...]:
    """Return the seats of a mask, in ascending order."""
    return tuple([seat for seat in range(mask.bit_length()) if mask >> seat & 1])


def others_of(state: State, seat: int) -> int:
    """Return the mask of all seats but this one."""
    return ((1 << state.players) - 1) & ~(1 << seat)


def mask_of(seats: Sequence[int]) -> int:
    """Return the mask of these seats."""
    return sum(1 << seat for seat in seats)
