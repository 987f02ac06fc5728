"""How much a player would give in an auction, in cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.campaign import auctions
from engine.campaign.bots.sites import income, site_worth
from engine.campaign.state import (
    COUNSELORS,
    ENOUGH_CHITS,
    WINNING_SCORE,
    Auction,
    State,
)
from engine.campaign.things import TEMPLE

ROLLS_PER_STEP = 1.25  # turns that Alexander needs for a stop, on average


@dataclass(frozen=True, slots=True)
class Habits:
    """What a player values, in cards or as weights.

    ``point``     a point; ``share`` of the cards that a settlement will bring what they are worth
                  now, with ``promotion`` for the city that can replace it.
    ``first_chit``, ``second_chit``, ``spare_chit``  chits that do not bring a counselor card yet,
                  or any more.
    ``city``, ``settlement``, ``road``, ``card``, ``line``  how much it wants to build each;
                  ``line`` is a road towards the longest road.
    ``yields``    points that one card for each roll is worth for each turn that is left.
    """

    point: float = 3.6
    share: float = 0.7
    promotion: float = 0.25
    first_chit: float = 1.6
    second_chit: float = 3.0
    spare_chit: float = 0.8
    city: float = 3.0
    settlement: float = 4.0
    road: float = 2.6
    card: float = 2.0
    line: float = 3.4
    yields: float = 0.14


def turns_left(state: State) -> float:
    """Returns about how many turns are left if nobody wins by points."""
    steps = len(state.world.route) + 1 - state.arrow
    return max(1.0, ROLLS_PER_STEP * steps)


def limit(state: State, auction: Auction, seat: int, *, habits: Habits,
          eagerness: float) -> int:
    """Returns the most that the seat should bid."""
    most = auctions.most_payable(state, auction.kind, seat=seat)
    value = (settlement_value(state, auction.junction, seat, habits) if auction.kind == TEMPLE
             else chit_value(state, seat, habits))
    return max(0, min(most, round(value * eagerness)))


def settlement_value(state: State, junction: int, seat: int, habits: Habits) -> float:
    """Returns what a settlement on this junction is worth to the seat, in cards."""
    points = state.points(seat)
    if not state.settlements_left(seat):
        return 0.0
    if points + 1 >= WINNING_SCORE:
        return 99.0
    brings = site_worth(state, seat, junction, income(state, seat)) * turns_left(state)
    return habits.point + brings * habits.share * (1 + habits.promotion)


def chit_value(state: State, seat: int, habits: Habits) -> float:
    """Returns what one more chit is worth to the seat, in cards (CO1, CO2)."""
    values, owners = COUNSELORS[state.players], state.counselors
    mine = sum(value for value, owner in zip(values, owners, strict=True) if owner == seat)
    chits = state.chits_of(seat) + 1
    best = 0
    for value, owner in zip(values, owners, strict=True):
        if owner is None and chits >= ENOUGH_CHITS:
            best = max(best, value)
            break
        if owner is not None and owner != seat and chits > state.chits_of(owner):
            best = max(best, value)
    if best > mine:
        if state.points(seat) - mine + best >= WINNING_SCORE:
            return 99.0
        return habits.point * (best - mine)
    if mine == values[0]:
        return habits.spare_chit + _pressure(state, seat)
    if chits == ENOUGH_CHITS - 1:
        return habits.second_chit
    return habits.first_chit if chits < ENOUGH_CHITS else habits.second_chit


def _pressure(state: State, seat: int) -> float:
    """Returns how much it is worth to stay ahead of the next player's chits."""
    ahead = state.chits_of(seat) - max(
        state.chits_of(other) for other in range(state.players) if other != seat)
    return 2.5 if ahead <= 0 else 1.2 if ahead == 1 else 0.0
