"""What may still come: how long the game lasts, and what settlements and chits are worth in it."""

from __future__ import annotations

import math

from engine.campaign import awards
from engine.campaign.bots.habits import Habits
from engine.campaign.bots.sites import site_worth
from engine.campaign.state import COUNSELORS, ENOUGH_CHITS, WINNING_SCORE, Auction, State, change
from engine.campaign.things import TEMPLE
from engine.immutable import with_item

ROLLS_FOR_SEVEN = 6
EVERYTHING = 99.0  # the worth of what decides the game
FORESEEN = 3  # temples
SURE = 0.25  # the spread of a comparison of chits if no more are to come


def turns_left(state: State, habits: Habits) -> float:
    """Returns about how many turns are left: until Persepolis, or until the leader wins."""
    world = state.world
    goal, violet = len(world.route) + 1, world.first_violet
    way = max(0, violet - state.arrow) + ROLLS_FOR_SEVEN * (goal - max(violet, state.arrow))
    most = max(map(state.public_points, range(state.players)))
    return max(1.0, min(way, habits.pace * (WINNING_SCORE - most)))


def auction_value(state: State, auction: Auction, seat: int, habits: Habits) -> float:
    """Returns what it is worth to the seat to win an auction, in cards."""
    takes = _points_with_settlement if auction.kind == TEMPLE else _points_with_chit
    most = 1 if auction.kind == TEMPLE else COUNSELORS[state.players][0]
    close = [other for other in range(state.players) if state.points(other) + most >= WINNING_SCORE]
    if any(takes(state, winner) >= WINNING_SCORE for winner in close):
        return EVERYTHING
    if auction.kind == TEMPLE:
        return _settlement_value(state, auction.junction, seat, habits)
    return habits.counselor * chit_points(state, seat, habits)


def _points_with_settlement(state: State, seat: int) -> int:
    return state.points(seat) + bool(state.settlements_left(seat))


def _points_with_chit(state: State, seat: int) -> int:
    after = change(state, won=_won_by(state, seat))
    return change(after, counselors=awards.counselors(after)).points(seat)


def _won_by(state: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """Returns the chits of all if the seat wins one more; its kind does not matter."""
    first, *rest = state.won[seat]
    return with_item(state.won, seat, (first + 1, *rest))


def _settlement_value(state: State, junction: int, seat: int, habits: Habits) -> float:
    if not state.settlements_left(seat):
        return 0.0
    brings = site_worth(state, seat, junction, habits) * turns_left(state, habits)
    foothold = 0.0 if state.buildings(seat) else habits.foothold
    value = habits.point + foothold + habits.share * brings
    return value * math.pow(_compared(state, seat, junction, habits), habits.choice)


def _compared(state: State, seat: int, junction: int, habits: Habits) -> float:
    """Returns how good a junction is, as a share of the best of the temples that come next."""
    ahead = [stop.junction for stop in state.world.route[state.arrow:] if stop.kind == "temple"]
    others = [site_worth(state, seat, other, habits) for other in ahead[:FORESEEN]]
    return site_worth(state, seat, junction, habits) / max(others) if others else 1.0


def chit_points(state: State, seat: int, habits: Habits) -> float:
    """Returns how many points the seat can hope to gain if it wins a chit, and nobody else."""
    chits = list(map(state.chits_of, range(state.players)))
    won = _hope(state, seat, _with_one_more(chits, seat), habits)
    others = [other for other in range(state.players) if other != seat]
    lost = [_hope(state, seat, _with_one_more(chits, other), habits) for other in others]
    return won - sum(lost) / len(lost)


def _with_one_more(chits: list[int], seat: int) -> list[int]:
    return [number + (other == seat) for other, number in enumerate(chits)]


def _hope(state: State, seat: int, chits: list[int], habits: Habits) -> float:
    """Returns the points that the seat may expect from counselor cards with these chits (CO2)."""
    coming = len(state.chits)
    spread = SURE + habits.spread * math.sqrt(coming)
    place = _place(state, seat)
    ranks = [1.0]  # the probabilities that so many others have a better claim
    for other, number in enumerate(chits):
        if other != seat:
            tie = 0.5 * ((_place(state, other) < place) - (place < _place(state, other)))
            better = _logistic((number - chits[seat] + tie) / spread)
            ranks = [(ranks[i] * (1 - better) if i < len(ranks) else 0.0)
                     + (ranks[i - 1] * better if i else 0.0) for i in range(len(ranks) + 1)]
    enough = _logistic(
        (chits[seat] + coming / state.players - ENOUGH_CHITS + 0.5) / spread)
    return enough * sum(rank * value for rank, value in zip(ranks, COUNSELORS[state.players],
                                                            strict=False))


def _place(state: State, seat: int) -> int:
    """Returns which counselor card a seat has, counted from the best; those without come last."""
    owners = state.counselors
    return owners.index(seat) if seat in owners else len(owners)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))
