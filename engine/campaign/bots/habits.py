"""Weights of the counselor bot, found by games between many variants of the bot."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """Weights of the bot's wishes, in commodity cards for which it has no use at the moment."""

    mood: float = 0.25  # the most by which bids vary from the worth of things, as a share
    point: float = 9.9  # a point of a settlement
    counselor: float = 2.4  # a point of a counselor card, for a chit that may bring it
    share: float = 0.38  # the part that counts of the cards that a settlement will bring
    foothold: float = 1.5  # the first settlement, beside its yield: it lets its owner build
    # How much less it bids for a site that is worse than those of the next temples.
    choice: float = 1.7
    spread: float = 0.98  # how uncertain it is who will have the most chits, for each chit to come
    purse: float = 25.0  # gold that it keeps from the bank while all auctions are to come
    # The cost of paying with a piece of gold, a card that the best goal needs, a soldier, and a
    # soldier of an army that is worth points.
    gold: float = 2.6
    needed: float = 1.2
    soldier: float = 2.1
    army: float = 7.7
    hoard: float = 0.043  # how much less a card costs for each card above seven in the hand
    late: float = 17.0  # turns before the end in which cards lose half of their worth
    pace: float = 7.1  # turns that the leader needs for a point, which can end the game
    # How much it wants to build each of these.
    city: float = 2.6
    settlement: float = 6.9
    road: float = 1.6
    card: float = 1.8
    soldiers: float = 1.8  # added to a card that helps towards the largest army
    line: float = 2.8  # a road towards the longest road
    yields: float = 0.25  # points for one card of each roll and each turn that is left
    distance: float = 2.4  # how much a site loses with each road to it
    patience: float = 1.5  # the higher, the less do the cards count that a goal lacks
    # How much more a missing card counts of a kind that the player never gets.
    scarcity: float = 0.4
    variety: float = 0.016  # a new kind of commodity, in cards for each roll
    harbour: float = 0.013  # a new harbour, likewise
    # The part of the best goal's worth from which another goal is built before it.
    haste: float = 0.46
