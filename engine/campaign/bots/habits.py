"""What the counselor bot values, as numbers found by games of many variants of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The unit is a commodity card that the player has no use for at the moment.

    ``mood``       by how much, at most, bids are higher or lower than what things are worth.
    ``point``      a point, of a settlement.
    ``counselor``  a point of a counselor card, for a chit that may bring it.
    ``share``      of the cards that a settlement will bring, how many count.
    ``foothold``   the first settlement, beside what it brings: it lets its owner build.
    ``choice``     how much less it bids for a site that is worse than those of the next temples.
    ``spread``     how uncertain it is who will have the most chits, for each that is to come.
    ``purse``      gold that it keeps from the bank while all auctions are to come.
    ``gold``, ``needed``, ``soldier``, ``army``  what it costs to pay with a piece of gold, a card
                   that the best goal needs, a soldier, and a soldier of an army worth points.
    ``hoard``      how much less a card costs for each card above seven in the hand.
    ``late``       the turns before the end in which cards lose half of their worth.
    ``pace``       the turns that the leader needs for a point, which can end the game.
    ``city``, ``settlement``, ``road``, ``card``, ``soldiers``, ``line``  how much it wants to
                   build each; ``soldiers`` adds to a card that helps towards the largest army, and
                   ``line`` is a road towards the longest road.
    ``yields``     points for one card of each roll and each turn that is left.
    ``distance``   how much a site loses with each road to it.
    ``patience``   the cards that a goal lacks count less the higher it is.
    ``scarcity``   how much more a missing card counts of which the player gets none.
    ``variety``    a new kind of commodity, in cards for each roll; ``harbour`` likewise.
    ``haste``      the part of the best goal's worth from which another one is built before it.
    """

    mood: float = 0.25
    point: float = 9.9
    counselor: float = 2.4
    share: float = 0.38
    foothold: float = 1.5
    choice: float = 1.7
    spread: float = 0.98
    purse: float = 25.0
    gold: float = 2.6
    needed: float = 1.2
    soldier: float = 2.1
    army: float = 7.7
    hoard: float = 0.043
    late: float = 17.0
    pace: float = 7.1
    city: float = 2.6
    settlement: float = 6.9
    road: float = 1.6
    card: float = 1.8
    soldiers: float = 1.8
    line: float = 2.8
    yields: float = 0.25
    distance: float = 2.4
    patience: float = 1.5
    scarcity: float = 0.4
    variety: float = 0.016
    harbour: float = 0.013
    haste: float = 0.46
