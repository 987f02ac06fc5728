"""The land of a map with what lies beyond its hexes, and the coast round it.

Owns the guess of what lies beyond, and how far the coast keeps from the hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.campaign import hexagons
from engine.campaign.hexagons import Point
from engine.campaign.world import World
from games.drawing.outlines import Spot, noise, smooth_path

ACROSS, DOWN = 52, 30  # half the width of a hex and half of its side, in picture units
BEYOND = 3  # rows of hexes beyond the map, so that their coast lies outside the picture
CORNERS = ("N", "NE", "SE", "S", "SW", "NW")  # clockwise
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # beyond the side after each corner
CONVEX, CONCAVE, ALONG = 10, 20, 10  # how far the coast keeps from a cape, in a bay, and between
Cell = tuple[int, int]


def land_mass(world: World) -> frozenset[Cell]:
    """The hexes that are land, those beyond the map included.

    Beyond the map, each hex is what most of its neighbours towards the map are; but the north is
    all land, so that the seas there are inland seas.
    """
    known = {(place.q, place.r): place.kind != "sea" for place in world.hexes}
    north = min(r for _q, r in known)
    for _ring in range(BEYOND):
        known |= {cell: cell[1] < north or _is_land(cell, known) for cell in _beside(known)}
    return frozenset(cell for cell, land in known.items() if land)


def _beside(known: Collection[Cell]) -> set[Cell]:
    return {(q + dq, r + dr) for q, r in known for dq, dr in STEPS} - set(known)


def _is_land(cell: Cell, known: dict[Cell, bool]) -> bool:
    """What most neighbours are; as many of both kinds are land."""
    q, r = cell
    near = [known[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in known]
    return 2 * sum(near) >= len(near)


def loops(cells: Collection[Cell]) -> Iterator[list[Point]]:
    """The corners round these hexes, loop by loop, clockwise round what is inside."""
    following: dict[Point, Point] = {}
    for q, r in sorted(cells):
        for i, (dq, dr) in enumerate(STEPS):
            if (q + dq, r + dr) not in cells:
                begin, end = (hexagons.corner(q, r, CORNERS[k % 6]) for k in (i, i + 1))
                following[begin] = end
    while following:
        first = here = min(following)
        loop = []
        while here in following:
            loop.append(here)
            here = following.pop(here)
        assert here == first
        yield loop


def coast(world: World, dx: int, dy: int) -> str:
    """The path of the coast, for a picture whose geometry has this ``dx`` and ``dy``."""
    return "".join(smooth_path(_shore(loop), dx, dy) for loop in loops(land_mass(world)))


def _shore(loop: list[Point]) -> list[Spot]:
    """The points that pull the coast: one at each corner and two along each side."""
    spots = []
    for i, here in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % len(loop)]
        spots.append(_at_corner(before, here, after))
        (x, y), (u, v) = _placed(here), _placed(after)
        for third in (1, 2):
            keep = ALONG * (0.6 + 0.8 * noise(*here, third))
            spots.append(_even(x + (u - x) * third / 3 + keep * (v - y) / 60,
                               y + (v - y) * third / 3 - keep * (u - x) / 60))
    return spots


def _at_corner(before: Point, here: Point, after: Point) -> Spot:
    """A corner moved away from the land.

    The three corners' middle lies inside the land at a cape, and outside it in a bay.
    """
    (ax, ay), (x, y), (bx, by) = map(_placed, (before, here, after))
    cape = (x - ax) * (by - y) - (y - ay) * (bx - x) > 0
    far = CONVEX + 8 * noise(*here, 0) if cape else -CONCAVE
    return _even(x + (2 * x - ax - bx) / 60 * far, y + (2 * y - ay - by) / 60 * far)


def _placed(point: Point) -> Spot:
    return point[0] * ACROSS, point[1] * DOWN


def _even(x: float, y: float) -> Spot:
    return 2 * round(x / 2), 2 * round(y / 2)
