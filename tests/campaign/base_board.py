"""Random boards of the base game's shape, as a world of the engine.

On them the rules that The Campaign shares with its base game can be compared with public engines
of that game.  Alexander has passed the whole route, so that no junction is closed (BU4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from alexandros_rules.campaign.map_file import load
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, State, change
from alexandros_rules.campaign.world import World
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign.reference_map import SIDES, Junction, corner

Place = tuple[int, int]

NEAR = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
SIZE = 3  # the ring of water; rows are numbered from 0, and so is the column of the middle from 3
PLACES = [(q, r + SIZE) for r in range(-SIZE, SIZE + 1) for q in range(-SIZE, SIZE + 1)
          if abs(q + r) <= SIZE]
KINDS = ["lumber"] * 4 + ["brick"] * 3 + ["wool"] * 4 + ["wheat"] * 4 + ["ore"] * 3 + ["desert"]
NUMBERS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
HARBOURS = ["3:1"] * 4 + ["2:1 brick", "2:1 lumber", "2:1 wheat", "2:1 wool", "2:1 ore"]
STOPS = 25  # SU1


def is_land(place: Place) -> bool:
    q, r = place
    return max(abs(q), abs(r - SIZE), abs(q + r - SIZE)) < SIZE


def beside(place: Place, side: str) -> Place:
    q, r = NEAR[side]
    return place[0] + q, place[1] + r


class BaseBoard:
    """A board: ``kinds`` and ``numbers`` by hex, and ``harbours`` by the water and side."""

    def __init__(self, rng: Random):
        land = [place for place in PLACES if is_land(place)]
        self.kinds = dict(zip(land, rng.sample(KINDS, len(KINDS)), strict=True))
        fertile = [place for place in land if self.kinds[place] != "desert"]
        self.numbers = next(numbers for numbers in _deals(fertile, rng) if _is_fair(numbers))
        self.harbours = _harbours(rng)
        self.route = _route(land, rng)

    def text(self) -> str:
        """Returns the board as a map file."""
        labels = _labels()
        marks = {corner(*place, name): f"{labels[place]}.{name}"
                 for place in self.kinds for name in ("N", "NE", "SE", "S", "SW", "NW")}
        start, *stops, goal = [marks[junction] for junction in self.route]
        hexes = [[labels[place], str(place[0]), f"Place {labels[place]}",
                  self.kinds.get(place, "sea"),
                  *([str(self.numbers[place])] if place in self.numbers else [])]
                 for place in PLACES]
        route = [["?", f"Stop {i}", mark] for i, mark in enumerate(stops)]
        harbours = [[f"Harbour {labels[water]}", what,
                     *[marks[corner(*water, name)] for name in SIDES[side]]]
                    for (water, side), what in self.harbours.items()]
        lines = [["name", "base"], ["title", "Base"], ["[hexes]"], *hexes, ["[route]"],
                 ["start", start], *route, ["violet"], ["goal", "Goal", goal], ["[harbours]"],
                 *harbours]
        return "\n".join(["  ".join(line) for line in lines] + [""])

    def world(self) -> World:
        world = load(self.text())
        return replace(world, unpassed_masks=(0,) * len(world.unpassed_masks))

    def state(self, players: int) -> State:
        """Returns a position in which seat 0 trades and builds, and nothing is built yet."""
        world = self.world()
        start = RULESET.start(Setup(world.text, players, {"first": 0}), SeededChance(bytes(32)))
        return change(fold(RULESET, None, start), world=world, phase=BUILD, auction=None)


def _labels() -> dict[Place, str]:
    rows: dict[int, list[Place]] = {}
    for place in PLACES:
        rows.setdefault(place[1], []).append(place)
    return {place: f"{chr(ord('A') + r)}{i}"
            for r, row in rows.items() for i, place in enumerate(row, 1)}


def _deals(places: Sequence[Place], rng: Random) -> Iterator[dict[Place, int]]:
    while True:
        yield dict(zip(places, rng.sample(NUMBERS, len(NUMBERS)), strict=True))


def _is_fair(numbers: dict[Place, int]) -> bool:
    """Checks what map files have to fulfil: no equal neighbours, and not 6 beside 8."""
    return not any(
        numbers[place] == other or {numbers[place], other} == {6, 8}
        for place in numbers for side in NEAR
        for other in [numbers.get(beside(place, side))]
    )


def _harbours(rng: Random) -> dict[tuple[Place, str], str]:
    """Places the harbours on the coast; no two share a junction or a hex of water."""
    coast = [(water, side) for water in PLACES if not is_land(water) for side in NEAR
             if is_land(beside(water, side))]
    while True:
        chosen = rng.sample(coast, len(HARBOURS))
        ends = {corner(*water, name) for water, side in chosen for name in SIDES[side]}
        if len(ends) == 2 * len(chosen) and len({water for water, _ in chosen}) == len(chosen):
            return dict(zip(chosen, HARBOURS, strict=True))


def _route(land: Sequence[Place], rng: Random) -> list[Junction]:
    """Finds any route with enough stops that uses no junction twice."""
    near: dict[Junction, set[Junction]] = {}
    for place in land:
        for ends in SIDES.values():
            a, b = (corner(*place, name) for name in ends)
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    routes = [[rng.choice(sorted(near))]]
    while len(routes[-1]) < STOPS + 2:
        route = routes.pop()
        ways = [[*route, junction] for junction in sorted(near[route[-1]] - set(route))]
        routes += rng.sample(ways, len(ways))
    assert all(b in near[a] for a, b in pairwise(routes[-1]))
    return routes[-1]
