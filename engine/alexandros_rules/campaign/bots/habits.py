"""Weights of the bots.

Some 8,000 games of random variants of the strongest bot chose them: each weight went where
the variants that won more had it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """Weights of a bot's price list: worths in commodity cards, or factors."""

    mood: float = 0.0  # the most by which bids vary from the worth of things, as a share
    point: float = 10.0
    # How much a point of a counselor card counts, for a chit that may bring it; and how much less
    # it counts while many chits are to come, because cards are then needed for land.
    counselor: float = 3.3
    lately: float = 0.55
    chit: float = 0.36  # of any chit
    seize: float = 1.5  # a point that a chit brings or saves at once
    share: float = 0.35  # the part that counts of the cards that a building will bring
    foothold: float = 1.6  # the first settlement, beside its yield: it lets its owner build
    # How much less it bids for a site that is worse than those of the next temples.
    choice: float = 1.23
    spread: float = 0.91  # how uncertain it is who will have the most chits, for each chit to come
    spare: float = 1.17  # a card without a use
    gold: float = 2.24  # a piece of gold while many auctions are to come
    fade: float = 1.49  # the inverse of the share of the route on which gold loses its worth
    soldier: float = 3.56  # a soldier face up
    army: float = 8.29  # a soldier of an army that is worth points, or nearly so
    hoard: float = 0.036  # how much less a hand is worth, by the square of its cards above seven
    late: float = 13.7  # turns before the end in which cards lose half of their worth
    pace: float = 6.29  # turns that the leader needs for a point, which can end the game
    # How much it wants to build each of these, as a share of their worth.
    city: float = 1.07
    settlement: float = 1.16
    line: float = 0.61
    road: float = 0.55  # a road, beside what it leads to
    distance: float = 0.54  # the part of a site's worth that is left after each road to it
    card: float = 3.66  # a development card
    soldiers: float = 1.92  # added to a card that helps towards the largest army
    impatience: float = 0.17  # the part of a wish that each missing card costs
    ending: float = 4.36  # turns before the end in which it costs twice as much
    # How much more a missing card counts of a kind that the player never gets.
    scarcity: float = 0.54
    plenty: float = 5.39  # how soon that is made up for by cards for each roll
    ready: float = 0.68  # the worth of a wish whose price is in the hand
    second: float = 0.57  # of the second best wish
    margin: float = 0.083  # that a trade must gain
    variety: float = 0.01  # a new kind of commodity, in cards for each roll
    harbour: float = 0.015  # a new harbour, likewise
