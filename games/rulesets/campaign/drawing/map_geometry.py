"""The geometry of a map: where hexes, junctions, paths and the coast lie on the picture.

Owns the measures in picture units (a side is 60 long), the guess of what lies beyond the hexes, and
how far the coast keeps from them; draws nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from alexandros_rules.campaign.world import Point, World, bits, corner
from games.drawing.layers import Box
from games.drawing.outlines import Spot, noise, smooth_path

ACROSS, DOWN = 52, 30  # half the width of a hex and half of its side, in picture units
MARGIN = 44  # of sea or other land shown round the hexes
HEXAGON = f"l{ACROSS} {DOWN}v{2 * DOWN}l-{ACROSS} {DOWN}-{ACROSS}-{DOWN}v-{2 * DOWN}z"
INSET = 12  # how much nearer to the centre the corners of an inner hexagon are
INNER_HEXAGON = "l42 24v48l-42 24-42-24v-48z"
ANGLES = {  # of the six directions in which paths lead, in degrees
    (1, 1): 30, (0, 2): 90, (-1, 1): 150, (-1, -1): 210, (0, -2): 270, (1, -1): 330,
}


@dataclass(frozen=True, slots=True, eq=False)
class MapGeometry:
    """The positions of the parts of a map on the picture.

    ``dx, dy``   what to add to places of ``alexandros_rules.campaign.world`` in picture units;
                 ``centres`` of hexes and ``points`` of junctions have it added.
    """

    world: World
    width: int
    height: int
    dx: int
    dy: int
    centres: tuple[Spot, ...]
    points: tuple[Spot, ...]

    def hexagon(self, tile: int) -> str:
        x, y = self.centres[tile]
        return f"M{x} {y - 2 * DOWN}{HEXAGON}"

    def inner_hexagon(self, tile: int) -> str:
        """Return the path of a hex drawn in a little, off what stands on its rim."""
        x, y = self.centres[tile]
        return f"M{x} {y - 2 * DOWN + INSET}{INNER_HEXAGON}"

    def line(self, path: int, *, gap: float = 0) -> str:
        """Return the line of a path, shorter by ``gap`` at both ends."""
        a, b = self.world.path_ends[path]
        (x, y), (u, v) = self.points[a], self.points[b]
        part = gap / (2 * DOWN)
        x, y, u, v = (round(n) for n in (
            x + (u - x) * part, y + (v - y) * part, u - (u - x) * part, v - (v - y) * part))
        return f"M{x} {y}L{u} {v}"

    def lines(self, paths: int) -> str:
        return "".join(self.line(path) for path in bits(paths))

    def middle(self, a: int, b: int) -> Spot:
        (x, y), (u, v) = self.points[a], self.points[b]
        return (x + u) // 2, (y + v) // 2

    def angle(self, a: int, b: int) -> int:
        """Return the direction to a neighbour, in degrees clockwise from east."""
        (x, y), (u, v) = self.world.points[a], self.world.points[b]
        return ANGLES[u - x, v - y]

    def path_box(self, path: int, room: int) -> Box:
        """Return the box of a path with this much room round it."""
        spots = [self.points[end] for end in self.world.path_ends[path]]
        xs, ys = zip(*spots, strict=True)
        return min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room


def around(spot: Spot, room: int) -> Box:
    """Return the box round a spot with this much room on all sides."""
    x, y = spot
    return x - room, y - room, x + room, y + room


@lru_cache(maxsize=16)
def map_geometry(world: World) -> MapGeometry:
    """Return the geometry of a map, made once."""
    xs, ys = zip(*world.centres, strict=True)
    dx = MARGIN + ACROSS - min(xs) * ACROSS
    dy = MARGIN + 2 * DOWN - min(ys) * DOWN
    return MapGeometry(
        world=world,
        width=(max(xs) - min(xs) + 2) * ACROSS + 2 * MARGIN,
        height=(max(ys) - min(ys) + 4) * DOWN + 2 * MARGIN,
        dx=dx, dy=dy,
        centres=tuple((x * ACROSS + dx, y * DOWN + dy) for x, y in world.centres),
        points=tuple((x * ACROSS + dx, y * DOWN + dy) for x, y in world.points),
    )


BEYOND = 3  # rows of hexes beyond the map, so that their coast lies outside the picture
CORNERS = ("N", "NE", "SE", "S", "SW", "NW")  # clockwise
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # beyond the side after each corner
WANDER = 30  # how far the edge of a field strays, to both sides together
CONVEX, CONCAVE, ALONG = 10, 20, 10  # how far the coast keeps from a cape, in a bay, and between
Cell = tuple[int, int]


def land_mass(world: World) -> frozenset[Cell]:
    """Return the hexes that are land, with those beyond the map."""
    known = {(place.q, place.r): place.kind != "sea" for place in world.hexes}
    north = min(r for _q, r in known)
    # Beyond the map, each hex is what most of its neighbours towards the map are; but the north is
    # all land, so that the seas there are inland seas.
    for _ring in range(BEYOND):
        known |= {cell: cell[1] < north or _is_land(cell, known) for cell in _beside(known)}
    return frozenset(cell for cell, land in known.items() if land)


def _beside(known: Collection[Cell]) -> set[Cell]:
    return {(q + dq, r + dr) for q, r in known for dq, dr in STEPS} - set(known)


def _is_land(cell: Cell, known: dict[Cell, bool]) -> bool:
    """Return whether most neighbouring hexes are land; a tie counts as land."""
    q, r = cell
    near = [known[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in known]
    return 2 * sum(near) >= len(near)


def loops(cells: Collection[Cell]) -> Iterator[list[Point]]:
    """Yield the corners round these hexes, loop by loop, clockwise round what is inside."""
    following: dict[Point, Point] = {}
    for q, r in sorted(cells):
        for i, (dq, dr) in enumerate(STEPS):
            if (q + dq, r + dr) not in cells:
                begin, end = (corner(q, r, CORNERS[k % 6]) for k in (i, i + 1))
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
    """Return the path of the coast, for a picture whose geometry has this ``dx`` and ``dy``."""
    return "".join(smooth_path(_shore(loop), dx, dy) for loop in loops(land_mass(world)))


def _shore(loop: list[Point]) -> list[Spot]:
    """Return the points that pull the coast: one at each corner and two along each side."""
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


def wandering(loop: list[Point]) -> list[Spot]:
    """Return the points that pull the edge of a field: corners and places between, moved a bit."""
    spots = []
    for here, after in zip(loop, [*loop[1:], loop[0]], strict=True):
        (x, y), (u, v) = _placed(here), _placed(after)
        for third in range(3):
            a, b = x + (u - x) * third / 3, y + (v - y) * third / 3
            spots.append(_even(a + WANDER * (noise(round(a), round(b), 1) - 0.5),
                               b + WANDER * (noise(round(a), round(b), 2) - 0.5)))
    return spots


def along(spots: list[Spot]) -> str:
    """Return an open smooth path from the first to the last of these spots.

    In between, the spots pull the path, which runs through the middles between them.
    """
    if not spots:
        return ""
    middles = [((x + u) // 2, (y + v) // 2) for (x, y), (u, v) in pairwise(spots)]
    pulled = "".join(
        f"Q{x} {y} {u} {v}" for (x, y), (u, v) in zip(spots[1:-1], middles[1:], strict=True))
    (x, y), (u, v), (a, b) = spots[0], middles[0], spots[-1]
    return f"M{x} {y}L{u} {v}{pulled}L{a} {b}"


def _at_corner(before: Point, here: Point, after: Point) -> Spot:
    """Return a corner moved away from the land."""
    (ax, ay), (x, y), (bx, by) = map(_placed, (before, here, after))
    # The middle of the three corners lies inside the land at a cape, and outside it in a bay.
    cape = (x - ax) * (by - y) - (y - ay) * (bx - x) > 0
    far = CONVEX + 8 * noise(*here, 0) if cape else -CONCAVE
    return _even(x + (2 * x - ax - bx) / 60 * far, y + (2 * y - ay - by) / 60 * far)


def _placed(point: Point) -> Spot:
    return point[0] * ACROSS, point[1] * DOWN


def _even(x: float, y: float) -> Spot:
    return 2 * round(x / 2), 2 * round(y / 2)
