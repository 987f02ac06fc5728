"""Sites for roads, settlements and cities, as masks of paths and junctions."""

from __future__ import annotations

from functools import lru_cache

from alexandros_rules.campaign.state import State
from alexandros_rules.campaign.world import World, bits


def road_sites(state: State, seat: int) -> int:
    """Return the paths on which a seat may build a road, if it has one (BU2)."""
    return _paths_joining(state, seat, state.roads[seat]) & ~state.built_paths


def second_road_sites(state: State, seat: int, first: int) -> int:
    """Return the paths for a road after one on the path ``first`` (BU2, DE3)."""
    roads = state.roads[seat] | 1 << first
    return _paths_joining(state, seat, roads) & ~state.built_paths & ~(1 << first)


def _paths_joining(state: State, seat: int, roads: int) -> int:
    """Return all paths that join these roads of a seat or one of its buildings."""
    world, own = state.world, state.buildings(seat)
    joined = own | (ends_of(world, roads) & ~(state.occupied & ~own))
    mask = 0
    for junction in bits(joined):
        mask |= world.paths_at[junction]
    return mask


def ends_of(world: World, roads: int) -> int:
    """Return the mask of the junctions at the ends of these roads."""
    mask = 0
    for path in bits(roads):
        a, b = world.path_ends[path]
        mask |= 1 << a | 1 << b
    return mask


def free_junctions(state: State) -> int:
    """Return the junctions where anybody with a road could build a settlement (BU3, BU4)."""
    world, occupied = state.world, state.occupied
    closed = occupied | world.unpassed_masks[state.arrow]
    for junction in bits(occupied):
        closed |= world.neighbours[junction]
    return world.all_junctions & ~closed


def settlement_sites(state: State, seat: int) -> int:
    """Return the junctions on which a seat may build a settlement, if it has one (BU3, BU4)."""
    return ends_of(state.world, state.roads[seat]) & free_junctions(state)


@lru_cache(maxsize=1 << 12)  # most of a player's roads are as they were a move before
def longest_line(world: World, roads: int, blocked: int) -> int:
    """Return the length of the longest line of these roads (LR1).

    The line uses no path twice and does not go on through a junction in the mask ``blocked``.
    """
    best = 0
    for junction in bits(ends_of(world, roads)):
        best = max(best, _longest_from(world, junction, roads, blocked, start=True))
    return best


def _longest_from(world: World, junction: int, roads: int, blocked: int, *,
                  start: bool = False) -> int:
    """Return the length of the longest line of these roads from a junction on."""
    if not start and blocked >> junction & 1:
        return 0
    best = 0
    for path in bits(world.paths_at[junction] & roads):
        a, b = world.path_ends[path]
        rest = roads & ~(1 << path)
        best = max(best, 1 + _longest_from(world, b if a == junction else a, rest, blocked))
    return best
