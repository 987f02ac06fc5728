"""What junctions are worth to a player, and where they could settle next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.campaign.building import free_junctions, road_sites
from engine.campaign.state import State
from engine.campaign.things import GOLD, KIND_NAMES
from engine.campaign.world import World, bits

# What a card of each kind is worth, and gold, which pays for no building.
WORTH = (1.0, 1.0, 1.1, 0.9, 1.15, 0.55)
FARTHEST = 3  # roads to a new settlement
NEW_KIND = 0.06  # for each roll, if the player gets a commodity from nowhere else
HARBOUR = 0.05


@lru_cache(maxsize=32)
def chances(world: World) -> tuple[tuple[float, ...], ...]:
    """Returns for each junction how much of each kind a settlement there gets from a roll."""
    table = []
    for junction in world.junctions:
        gets = [0.0] * 6
        for tile in junction.hexes:
            place = world.hexes[tile]
            if place.number:
                gets[KIND_NAMES.index(place.kind)] += (6 - abs(7 - place.number)) / 36
        table.append(tuple(gets))
    return tuple(table)


@lru_cache(maxsize=32)
def plain_worth(world: World) -> tuple[float, ...]:
    """Returns for each junction what a settlement there gets from a roll, in cards."""
    return tuple([sum(worth * gets for worth, gets in zip(WORTH, row, strict=True))
                  for row in chances(world)])


def income(state: State, seat: int) -> list[float]:
    """Returns how much of each kind a seat gets from a roll, without the robber."""
    table, gets = chances(state.world), [0.0] * 6
    for mask, times in ((state.settlements[seat], 1), (state.cities[seat], 2)):
        for junction in bits(mask):
            for kind, chance in enumerate(table[junction]):
                gets[kind] += times * chance
    return gets


def site_worth(state: State, seat: int, junction: int, gets: list[float]) -> float:
    """Returns what a settlement on a junction would bring from a roll, in cards.

    ``gets`` is the ``income`` of the seat: what it gets from nowhere else is worth more.
    """
    row = chances(state.world)[junction]
    value = plain_worth(state.world)[junction]
    value += sum(NEW_KIND for kind in range(GOLD) if row[kind] and not gets[kind])
    harbours = state.world.harbour_masks
    if any(mask >> junction & 1 for mask in harbours):
        own = any(mask & state.buildings(seat) for mask in harbours)
        value += HARBOUR / 2 if own else HARBOUR
    return value


@dataclass(frozen=True, slots=True)
class Site:
    """A junction for a settlement: what it brings from a roll, and the paths that lead there."""

    junction: int
    worth: float
    paths: tuple[int, ...]


def sites(state: State, seat: int, gets: list[float]) -> list[Site]:
    """Returns where the seat could settle, with the fewest roads to each junction."""
    world = state.world
    free = free_junctions(state)
    own_ends = 0
    for path in bits(state.roads[seat]):
        a, b = world.path_ends[path]
        own_ends |= 1 << a | 1 << b
    others = state.occupied & ~state.buildings(seat)
    ways: dict[int, tuple[int, ...]] = dict.fromkeys(
        [*bits(own_ends), *bits(state.buildings(seat))], ())
    edge = [j for j in ways if not others >> j & 1]
    left = min(FARTHEST, state.roads_left(seat))
    for _step in range(left):
        following = []
        for junction in edge:
            for path in bits(world.paths_at[junction] & ~state.built_paths):
                a, b = world.path_ends[path]
                end = b if a == junction else a
                if end not in ways:
                    ways[end] = (*ways[junction], path)
                    if not others >> end & 1:
                        following.append(end)
        edge = following
    return [Site(j, site_worth(state, seat, j, gets), paths)
            for j, paths in ways.items() if free >> j & 1 and (paths or own_ends >> j & 1)]


def extensions(state: State, seat: int) -> list[int]:
    """Returns the paths on which the seat could build a road now."""
    return bits(road_sites(state, seat))
