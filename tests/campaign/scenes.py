"""Positions in which there is something to say: an auction, and a turn with everything in it.

Red (Alice) is to move, then yellow (Bob), blue (Carol) and green (Dave).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.state import BUILD, DISCARD, Offer, State, change
from tests.campaign.positions import started

ALICE, BOB, CAROL, DAVE = range(4)
NAMES = ("Alice", "Bob", "Carol", "Dave")
HAND: th.Counts = (3, 3, 4, 8, 3, 5, 0)
SEED = bytes(32)


def auction(players: int = 4, *, open_bidding: bool = False, bluff: bool = False,
            kind: int = th.TEMPLE, bids: Sequence[Bid | None] = (), **changes: Any) -> State:
    """The first auction: for a settlement at Philippi, or for a chit of another kind.

    Alice has many cards, the others few.  The first seats have made these bids.
    """
    state = started(players, seed=SEED, open_bidding=open_bidding, bluff=bluff)
    begun = replace(state.auction, kind=kind, bids=(*bids, *[None] * (players - len(bids))))
    hands = (HAND, *[(2, 2, 2, 2, 2, 2, 0)] * (players - 1))
    return change(state, **{"auction": begun, "hands": hands, **changes})


def turn(players: int = 4, **changes: Any) -> State:
    """Alice's turn after the dice, with Alexander beyond Damascus.

    Alice has a settlement at C4.N, Bob one at D5.S, Carol one at D5.N and Dave one at C4.S.
    Everybody has development cards.  Offer 3 is Bob's.
    """
    state = auction(players)
    at = state.world.junction_by_label
    homes = ("C4.N", "D5.S", "D5.N", "C4.S")[:players]
    offer = Offer(3, BOB, th.single(th.WOOL), th.single(th.ORE), 1, 2, standing=True)
    return change(state, **{
        "phase": BUILD, "auction": None, "bank": (5, 5, 5, 5, 5, 10, 0), "arrow": 20,
        "settlements": tuple([1 << at[place] for place in homes]),
        "cards": ((3, 1, 2, 2, 2, 0),) * players, "offers": (offer,),
        "offered": (0, 1, 0, 0)[:players], **changes})


def discarding(**changes: Any) -> State:
    return turn(phase=DISCARD, due=(10, 0, 0, 0), **changes)


def places(state: State, *labels: str) -> int:
    """Returns the mask of these junctions."""
    return sum(1 << state.world.junction_by_label[label] for label in labels)


def paths(state: State, *labels: str) -> int:
    """Returns the mask of these paths."""
    return sum(1 << state.world.path_by_label[label] for label in labels)
