"""The rest of a game: its probable length, and the worth of settlements and chits in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from alexandros_rules.campaign import awards
from alexandros_rules.campaign.bots.habits import Habits
from alexandros_rules.campaign.building import ends_of, free_junctions
from alexandros_rules.campaign.state import (
    COUNSELORS,
    ENOUGH_CHITS,
    WINNING_SCORE,
    Auction,
    State,
    change,
)
from alexandros_rules.campaign.things import COMMODITIES, KIND_NAMES, TEMPLE
from alexandros_rules.campaign.world import World, bits
from alexandros_rules.immutable import with_item

ROLLS_FOR_SEVEN = 6
EVERYTHING = 99.0  # the worth of a decisive thing
FORESEEN = 3  # temples
SURE = 0.25  # the spread of a comparison of chits if no more are to come
# The worth of a card of each kind, and of gold, which pays for no building
# but in every auction.
WORTH = (1.0, 1.0, 1.1, 0.9, 1.15, 0.9)
CHITS = 26  # one more than lie on the map at the start
FARTHEST = 3  # roads to a new settlement


@dataclass(frozen=True, slots=True)
class Site:
    """A junction for a settlement: its yield from a roll, and the paths that lead there."""

    junction: int
    worth: float
    paths: tuple[int, ...]


def roll_chance(number: int) -> float:
    """Return the probability of a number that yields; 0 for hexes without a number."""
    return (6 - abs(7 - number)) / 36 if number else 0.0


@lru_cache(maxsize=8)
def chances(world: World) -> tuple[tuple[float, ...], ...]:
    """Return for each junction how much of each kind a settlement there yields per roll."""
    table = []
    for junction in world.junctions:
        gets = [0.0] * len(KIND_NAMES)
        for tile in junction.hexes:
            place = world.hexes[tile]
            if place.number:
                gets[KIND_NAMES.index(place.kind)] += roll_chance(place.number)
        table.append(tuple(gets))
    return tuple(table)


@lru_cache(maxsize=8)
def plain_worth(world: World) -> tuple[float, ...]:
    """Return for each junction what a settlement there yields per roll, in cards."""
    return tuple([sum(worth * gets for worth, gets in zip(WORTH, row, strict=True))
                  for row in chances(world)])


def income(state: State, seat: int) -> list[float]:
    """Return how much of each kind a seat gets per roll, without the robber."""
    table, gets = chances(state.world), [0.0] * len(KIND_NAMES)
    for mask, times in ((state.settlements[seat], 1), (state.cities[seat], 2)):
        for junction in bits(mask):
            for kind, often in enumerate(table[junction]):
                gets[kind] += times * often
    return gets


def site_worth(state: State, seat: int, junction: int, habits: Habits) -> float:
    """Return the worth of a settlement on a junction, in cards per roll.

    Kinds and harbours that the seat does not have yet are worth more.
    """
    return _site_worth(state, junction, income(state, seat), _new_harbours(state, seat), habits)


def _site_worth(state: State, junction: int, gets: Sequence[float], harbours: int,
                habits: Habits) -> float:
    row = chances(state.world)[junction]
    new = len([kind for kind in COMMODITIES if row[kind] and not gets[kind]])
    value = plain_worth(state.world)[junction] + habits.variety * new
    return value + habits.harbour if harbours >> junction & 1 else value


def _new_harbours(state: State, seat: int) -> int:
    """Return the mask of the junctions of harbours that the seat does not have yet."""
    own, junctions = state.buildings(seat), 0
    for mask in state.world.harbour_masks:
        if not mask & own:
            junctions |= mask
    return junctions


def sites(state: State, seat: int, habits: Habits) -> list[Site]:
    """Return the junctions where the seat could settle, with the fewest roads to each."""
    free, gets = free_junctions(state), income(state, seat)
    harbours = _new_harbours(state, seat)
    return [Site(junction, _site_worth(state, junction, gets, harbours, habits), paths)
            for junction, paths in _ways(state, seat).items() if free >> junction & 1]


def _ways(state: State, seat: int) -> dict[int, tuple[int, ...]]:
    """Return for each junction within reach the shortest way there, as paths for roads."""
    world = state.world
    own, built = state.buildings(seat), state.built_paths
    others = state.occupied & ~own
    ways: dict[int, tuple[int, ...]] = dict.fromkeys(
        bits(ends_of(world, state.roads[seat]) | own), ())
    edge = [junction for junction in ways if not others >> junction & 1]
    for _ in range(min(FARTHEST, state.roads_left(seat))):
        following = []
        for junction in edge:
            for path in bits(world.paths_at[junction] & ~built):
                a, b = world.path_ends[path]
                end = b if a == junction else a
                if end not in ways:
                    ways[end] = (*ways[junction], path)
                    if not others >> end & 1:
                        following.append(end)
        edge = following
    return ways


def turns_left(state: State, habits: Habits) -> float:
    """Estimate how many turns are left until Persepolis, or until the leader wins."""
    world = state.world
    goal, violet = len(world.route) + 1, world.first_violet
    way = max(0, violet - state.arrow) + ROLLS_FOR_SEVEN * (goal - max(violet, state.arrow))
    most = max(map(state.public_points, range(state.players)))
    return max(1.0, min(way, habits.pace * (WINNING_SCORE - most)))


def auction_value(state: State, auction: Auction, seat: int, habits: Habits) -> float:
    """Return the worth of winning an auction to the seat, in cards."""
    most = 1 if auction.kind == TEMPLE else COUNSELORS[state.players][0]
    close = [other for other in range(state.players) if state.points(other) + most >= WINNING_SCORE]
    if any(_points_after(state, auction, winner) >= WINNING_SCORE for winner in close):
        return EVERYTHING
    if auction.kind == TEMPLE:
        return _settlement_value(state, auction.junction, seat, habits)
    counts = habits.counselor * math.pow(1 - len(state.chits) / CHITS, habits.lately)
    return (habits.chit + counts * chit_points(state, seat, habits)
            + habits.seize * _points_at_once(state, seat))


def _points_after(state: State, auction: Auction, seat: int) -> int:
    """Return the points of a seat if it wins an auction."""
    if auction.kind == TEMPLE:
        return state.points(seat) + bool(state.settlements_left(seat))
    return _points_with_chit(state, seat, seat)


def _points_with_chit(state: State, winner: int, seat: int) -> int:
    """Return the points of a seat if ``winner`` wins a chit."""
    after = change(state, won=_won_by(state, winner))
    return change(after, counselors=awards.counselors(after)).points(seat)


def _points_at_once(state: State, seat: int) -> float:
    """Return the points that a seat gains now if it wins a chit rather than another seat."""
    others = [other for other in range(state.players) if other != seat]
    kept = state.points(seat)
    lost = [_points_with_chit(state, other, seat) - kept for other in others]
    return _points_with_chit(state, seat, seat) - kept - sum(lost) / len(others)


def _won_by(state: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """Return the chits of all seats if this seat wins one more."""
    first, *rest = state.won[seat]  # the kind of the chit does not matter
    return with_item(state.won, seat, (first + 1, *rest))


def _settlement_value(state: State, junction: int, seat: int, habits: Habits) -> float:
    if not state.settlements_left(seat):
        return 0.0
    brings = site_worth(state, seat, junction, habits) * turns_left(state, habits)
    foothold = 0.0 if state.buildings(seat) else habits.foothold
    value = habits.point + foothold + habits.share * brings
    return value * math.pow(_compared(state, seat, junction, habits), habits.choice)


def _compared(state: State, seat: int, junction: int, habits: Habits) -> float:
    """Return how good a junction is, as a share of the best of the next temples."""
    ahead = [stop.junction for stop in state.world.route[state.arrow:] if stop.kind == "temple"]
    others = [site_worth(state, seat, other, habits) for other in ahead[:FORESEEN]]
    return site_worth(state, seat, junction, habits) / max(others) if others else 1.0


def chit_points(state: State, seat: int, habits: Habits) -> float:
    """Return how many points the seat can hope to gain if it wins a chit and no other seat does."""
    chits = list(map(state.chits_of, range(state.players)))
    won = counselor_hope(state, seat, _with_one_more(chits, seat), habits)
    others = [other for other in range(state.players) if other != seat]
    lost = [counselor_hope(state, seat, _with_one_more(chits, other), habits)
            for other in others]
    return won - sum(lost) / len(lost)


def _with_one_more(chits: list[int], seat: int) -> list[int]:
    return [number + (other == seat) for other, number in enumerate(chits)]


def counselor_hope(state: State, seat: int, chits: list[int], habits: Habits) -> float:
    """Return the points that the seat may expect from counselor cards with these chits (CO2)."""
    coming = len(state.chits)
    spread = SURE + habits.spread * math.sqrt(coming)
    place = _place(state, seat)
    ranks = [1.0]  # by the number of others with a better claim: its probability
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
    """Return the place of a seat's counselor card, from the best; seats without one come last."""
    owners = state.counselors
    return owners.index(seat) if seat in owners else len(owners)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))
