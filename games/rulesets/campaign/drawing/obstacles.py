"""Where the things on the map may stand, as circles in which no label may be.

A thing that always stands there blocks a place for good; of the others, a place notes which they
are, and each position says which of them it has.  Alexander stands beside his arrow, off the
numbers, the next stop and the harbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import NamedTuple

from alexandros_rules.campaign.world import World
from games.drawing.layers import Box
from games.drawing.outlines import Spot
from games.rulesets.campaign.drawing.ground import (
    DESERT_SIGN,
    DISC,
    NUMBER,
    ROBBER,
    SIGN,
    corner_figures,
    place,
)
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, map_geometry

CELL = 40  # of the grid by which neighbours are found
SETTLEMENT, CITY, EVENT, GOAL, ROBBED, ALEXANDER = 17, 25, 31, 23, 16, 29  # radii
POINTER, TIP = 34, 8  # from Alexander's middle to that of his pointer, and its radius
STOPS = {"temple": 15.5, "chit": 14.0, "blank": 8.0}
ROAD, RIBBON, HARBOUR, GLYPH = 8.5, 6.0, 22.0, 15.0


class Circle(NamedTuple):
    """The room of a thing: its kind, its number among those of its kind, and its circle."""

    kind: str
    number: int
    x: float
    y: float
    radius: float


class Grid:
    """Circles by the cells of a grid in which they lie."""

    def __init__(self, circles: Iterable[Circle]):
        self._cells: dict[tuple[int, int], list[Circle]] = {}
        for circle in circles:
            for cell in _cells(_room(circle)):
                self._cells.setdefault(cell, []).append(circle)

    def meets(self, box: Box) -> bool:
        """Return whether any circle meets a box."""
        get = self._cells.get
        return any(meets(box, circle) for cell in _cells(box) for circle in get(cell, ()))

    def meeting(self, box: Box) -> Iterator[Circle]:
        """Yield the circles that meet a box; one may come several times."""
        for cell in _cells(box):
            for circle in self._cells.get(cell, ()):
                if meets(box, circle):
                    yield circle


def meets(box: Box, circle: Circle) -> bool:
    """Return whether a box and a circle meet."""
    left, top, right, bottom = box
    _, _, x, y, radius = circle
    dx = left - x if x < left else x - right if x > right else 0
    dy = top - y if y < top else y - bottom if y > bottom else 0
    return dx * dx + dy * dy < radius * radius


def _room(circle: Circle) -> Box:
    _, _, x, y, r = circle
    return x - r, y - r, x + r, y + r


def _cells(box: Box) -> list[tuple[int, int]]:
    left, top, right, bottom = (int(edge // CELL) for edge in box)
    return [(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)]


def fixed(map_: MapGeometry) -> Iterator[Circle]:
    """Yield what is the same in all positions: numbers, signs, harbours, the route."""
    world = map_.world
    for tile in world.land:
        x, y = map_.centres[tile]
        desert = not world.hexes[tile].number
        if not desert:
            yield Circle("number", tile, x + NUMBER[0], y + NUMBER[1], DISC + 1.5)
        sign = DESERT_SIGN if desert else SIGN
        yield Circle("sign", tile, x + sign[0], y + sign[1], GLYPH)
    for number, harbour in enumerate(world.harbours):
        yield Circle("harbour", number, *place(map_, harbour), HARBOUR)
    for number, ends in enumerate(world.arrow_ends):
        yield from _line("route", number, map_, ends, RIBBON)
    yield Circle("goal", 0, *map_.points[world.goal], GOAL)
    for number, (x, y, radius) in enumerate(corner_figures(map_)):
        yield Circle("corner", number, x, y, radius)


def changing(map_: MapGeometry) -> Iterator[Circle]:
    """Yield what stands on the map in some positions."""
    world = map_.world
    for kind, radius in (("settlements", SETTLEMENT), ("cities", CITY)):
        for junction, spot in enumerate(map_.points):
            yield Circle(kind, junction, *spot, radius)
    for number, stop in enumerate(world.route):
        spot = map_.points[stop.junction]
        yield Circle("stops", number, *spot, STOPS[stop.kind])
        yield Circle("auctions", stop.junction, *spot, EVENT)
    for path, ends in enumerate(world.path_ends):
        yield from _line("roads", path, map_, ends, ROAD)
    for arrow in range(len(world.arrow_ends) + 1):
        x, y = spot_of_alexander(world, arrow)
        yield Circle("arrows", arrow, x, y, ALEXANDER)
        if arrow < len(world.arrow_ends):
            angle = radians(map_.angle(*world.arrow_ends[arrow]))
            yield Circle("arrows", arrow, x + POINTER * cos(angle), y + POINTER * sin(angle), TIP)
    for tile in world.land:
        x, y = map_.centres[tile]
        yield Circle("robbers", tile, x + ROBBER[0], y + ROBBER[1] - 3, ROBBED)


def _line(kind: str, number: int, map_: MapGeometry, ends: tuple[int, int],
          radius: float) -> Iterator[Circle]:
    (x, y), (u, v) = (map_.points[end] for end in ends)
    for part in (1, 2, 3, 4):
        yield Circle(kind, number, x + (u - x) * part / 5, y + (v - y) * part / 5, radius)


BACK = (0, 8, 16, 24, 34, 44, 54, -10, -20)  # from the middle of his arrow to the last stop
ASIDE = (0, 14, -14, 22, -22, 32, -32, 42, -42, 52, -52, 60, -60)
REACH = 110  # within which he may cover something
WEIGHTS = {"stop": 8.0, "number": 10.0, "passed": 8.0, "corner": 2.0, "harbour": 6.0}


@lru_cache(maxsize=512)
def spot_of_alexander(world: World, arrow: int) -> Spot:
    """Return the middle of his figure: beside his arrow, or at his goal."""
    map_ = map_geometry(world)
    if arrow >= len(world.arrow_ends):
        return map_.points[world.goal]
    a, b = world.arrow_ends[arrow]
    x, y = map_.middle(a, b)
    angle = radians(map_.angle(a, b))
    u, v = cos(angle), sin(angle)
    spots = [(round(x - back * u - aside * v), round(y - back * v + aside * u))
             for back in BACK for aside in ASIDE]
    others = [other for other in _others(world, arrow)
              if hypot(other[1][0] - x, other[1][1] - y) < REACH]

    def covered(spot: Spot) -> float:
        deep = sum(
            WEIGHTS[kind] * max(0.0, ALEXANDER + radius - hypot(spot[0] - u, spot[1] - v))
            for kind, (u, v), radius in others)
        return deep + hypot(spot[0] - x, spot[1] - y)

    return min(spots, key=covered)


def _others(world: World, arrow: int) -> Iterator[tuple[str, Spot, float]]:
    """Yield what he should not cover."""
    map_ = map_geometry(world)
    a, b = world.arrow_ends[arrow]
    coming = {b, *(stop.junction for stop in world.route[arrow:])}
    for junction, spot in enumerate(map_.points):
        kind = "stop" if junction in coming else "passed" if junction == a else "corner"
        yield kind, spot, STOPS["temple"] if kind == "stop" else SETTLEMENT
    for tile in world.land:
        if world.hexes[tile].number:
            x, y = map_.centres[tile]
            yield "number", (x + NUMBER[0], y + NUMBER[1]), DISC
    for harbour in world.harbours:
        yield "harbour", place(map_, harbour), HARBOUR
