"""What junctions are worth to a player, and where they could settle next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.campaign.bots.habits import Habits
from engine.campaign.building import ends_of, free_junctions
from engine.campaign.state import State
from engine.campaign.things import COMMODITIES, KIND_NAMES
from engine.campaign.world import World, bits

# What a card of each kind is worth, and gold, which pays for no building
# but in every auction.
WORTH = (1.0, 1.0, 1.1, 0.9, 1.15, 0.9)
FARTHEST = 3  # roads to a new settlement


@dataclass(frozen=True, slots=True)
class Site:
    """A junction for a settlement: what it brings from a roll, and the paths that lead there."""

    junction: int
    worth: float
    paths: tuple[int, ...]


def chance(number: int) -> float:
    """Returns the probability of a number that yields; 0 for hexes without a number."""
    return (6 - abs(7 - number)) / 36 if number else 0.0


@lru_cache(maxsize=8)
def chances(world: World) -> tuple[tuple[float, ...], ...]:
    """Returns for each junction how much of each kind a settlement there gets from a roll."""
    table = []
    for junction in world.junctions:
        gets = [0.0] * len(KIND_NAMES)
        for tile in junction.hexes:
            place = world.hexes[tile]
            if place.number:
                gets[KIND_NAMES.index(place.kind)] += chance(place.number)
        table.append(tuple(gets))
    return tuple(table)


@lru_cache(maxsize=8)
def plain_worth(world: World) -> tuple[float, ...]:
    """Returns for each junction what a settlement there gets from a roll, in cards."""
    return tuple([sum(worth * gets for worth, gets in zip(WORTH, row, strict=True))
                  for row in chances(world)])


def income(state: State, seat: int) -> list[float]:
    """Returns how much of each kind a seat gets from a roll, without the robber."""
    table, gets = chances(state.world), [0.0] * len(KIND_NAMES)
    for mask, times in ((state.settlements[seat], 1), (state.cities[seat], 2)):
        for junction in bits(mask):
            for kind, often in enumerate(table[junction]):
                gets[kind] += times * often
    return gets


def site_worth(state: State, seat: int, junction: int, habits: Habits) -> float:
    """Returns what a settlement on a junction would bring from a roll, in cards.

    What the seat gets from nowhere else is worth more.
    """
    return _site_worth(state, junction, income(state, seat), _new_harbours(state, seat), habits)


def _site_worth(state: State, junction: int, gets: Sequence[float], harbours: int,
                habits: Habits) -> float:
    row = chances(state.world)[junction]
    new = len([kind for kind in COMMODITIES if row[kind] and not gets[kind]])
    value = plain_worth(state.world)[junction] + habits.variety * new
    return value + habits.harbour if harbours >> junction & 1 else value


def _new_harbours(state: State, seat: int) -> int:
    """Returns the mask of the junctions of harbours that the seat does not have yet."""
    own, junctions = state.buildings(seat), 0
    for mask in state.world.harbour_masks:
        if not mask & own:
            junctions |= mask
    return junctions


def sites(state: State, seat: int, habits: Habits) -> list[Site]:
    """Returns where the seat could settle, with the fewest roads to each junction."""
    free, gets = free_junctions(state), income(state, seat)
    harbours = _new_harbours(state, seat)
    return [Site(junction, _site_worth(state, junction, gets, harbours, habits), paths)
            for junction, paths in _ways(state, seat).items() if free >> junction & 1]


def _ways(state: State, seat: int) -> dict[int, tuple[int, ...]]:
    """Returns for each junction within reach the fewest paths for roads that lead there."""
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
