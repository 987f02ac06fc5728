"""What the counselor bot values, as numbers found by games of many variants of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The unit is a commodity card that the player has no use for at the moment.

    ``mood``       by how much, at most, bids are higher or lower than what things are worth.
    ``point``      a point.
    ``share``      of the cards that a settlement will bring, how many count.
    ``foothold``   the first settlement, beside what it brings: it lets its owner build.
    ``spread``     how uncertain it is who will have the most chits, for each that is to come.
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

    mood: float = 0.1
    point: float = 4.0
    share: float = 0.6
    foothold: float = 4.0
    spread: float = 0.5
    gold: float = 1.0
    needed: float = 1.6
    soldier: float = 1.5
    army: float = 5.0
    hoard: float = 0.1
    late: float = 5.0
    pace: float = 6.0
    city: float = 3.0
    settlement: float = 4.0
    road: float = 2.6
    card: float = 1.5
    soldiers: float = 1.2
    line: float = 3.4
    yields: float = 0.14
    distance: float = 1.0
    patience: float = 2.0
    scarcity: float = 0.5
    variety: float = 0.06
    harbour: float = 0.05
    haste: float = 0.7
