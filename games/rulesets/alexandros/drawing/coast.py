"""Outlines of sets of cells: straight, drawn in a little, or grown over into a coast.

Owns the tracing and how far a shore keeps from its cells.  A loop runs clockwise, the inside on its
right.  Coordinates are whole and even, so that the midpoints of a smooth line are whole too and its
relative steps gather no rounding error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from alexandros_rules.alexandros import lattice as lat
from games.drawing.outlines import Spot, noise

Cell = tuple[int, int]
Place = tuple[int, int]

HALF, ROW = 30, 52  # half a side, and the height of a row

OUTWARD = tuple((sin(d * pi / 3), -cos(d * pi / 3)) for d in range(6))
# How far a coast keeps from a vertex, by the turn made there: tips need room for
# a wall's end, bays are filled up until they look washed out.
KEEP = {2: 15, 1: 12, 0: 8, -1: 14, -2: 20}


class Corner(NamedTuple):
    """A vertex of a loop: its place, the step that leads to it and the one that leaves."""

    place: Place
    came: int
    goes: int

    @property
    def turn(self) -> int:
        """The turn in sixths of a circle: 2 at a tip of one cell, 0 straight on, -2 in a notch."""
        return (self.goes - self.came + 2) % 6 - 2


def spot(place: Place) -> Spot:
    """Return the position of a point before the picture's margin is added."""
    y, x = place
    return x * HALF, y * ROW


def loops(cells: Collection[Cell], *, joined: bool = False) -> list[list[Corner]]:
    """Return the loops round these cells, each from its first vertex in reading order.

    Parts that touch in a single point have loops of their own, or a common one if ``joined``.
    """
    leaving: dict[Place, list[int]] = {}
    for r, c in sorted(cells):
        for place, step, other in _SIDES[lat.points_up(r, c)]:
            if (r + other[0], c + other[1]) not in cells:
                leaving.setdefault((r + place[0], c + place[1]), []).append(step)
    traced = []
    for first in sorted(leaving):
        while leaving[first]:
            traced.append(_trace(leaving, first, min if joined else max))
    return traced


# The edges of a cell that points down and of one that points up, clockwise: where each begins, its
# step, and the cell beyond it, all seen from the cell's own row and column.
_SIDES = (
    (((0, 0), 0, (-1, 0)), ((0, 2), 2, (0, 1)), ((1, 1), 4, (0, -1))),
    (((0, 1), 1, (0, 1)), ((1, 2), 3, (1, 0)), ((1, 0), 5, (0, -1))),
)


def _trace(
    leaving: dict[Place, list[int]], first: Place, choose: Callable[..., int]
) -> list[Corner]:
    """Return one loop; ``choose`` is min or max, of the turns to the right at a pinch."""
    begun = leaving[first].pop()
    place, came = _walk(first, begun), begun
    corners = []
    while True:
        ways = leaving[place]
        if place == first:
            ways = [*ways, begun]
        goes = ways[0] if len(ways) == 1 else choose(
            ways, key=lambda step: (step - came + 2) % 6
        )
        corners.append(Corner(place, came, goes))
        if place == first and goes == begun:
            return corners
        leaving[place].remove(goes)
        place, came = _walk(place, goes), goes


def _walk(place: Place, step: int) -> Place:
    dy, dx = lat.STEP_VECTORS[step]
    return place[0] + dy, place[1] + dx


def polygon(loop: Sequence[Corner], *, inset: float = 0) -> list[Spot]:
    """Return the loop's vertices, drawn in by ``inset``, without those on straight runs."""
    moved = []
    for corner in loop:
        (y, x), came, goes = corner
        if came == goes:
            continue
        x, y = x * HALF, y * ROW
        ax, ay = OUTWARD[came]
        bx, by = OUTWARD[goes]
        stretch = inset / (1 + ax * bx + ay * by)
        moved.append((round(x - (ax + bx) * stretch), round(y - (ay + by) * stretch)))
    return moved


def shore(loop: Sequence[Corner]) -> list[Spot]:
    """Return the points that pull the coast line: one at each vertex, two along each edge."""
    points = []
    jitter = 10 if len(loop) > 4 else 2  # a sea of one or two cells would be filled up
    for i, corner in enumerate(loop):
        points.append(_at_vertex(corner))
        # Deep in a notch the points of the two edges would cross, so there the vertex pulls alone.
        deep, next_deep = corner.turn == -2, loop[(i + 1) % len(loop)].turn == -2
        for third in (1, 2):
            if not (deep if third == 1 else next_deep):
                points.append(_along(corner, third, jitter))
    return points


def _at_vertex(corner: Corner) -> Spot:
    x, y = spot(corner.place)
    (ax, ay), (bx, by) = OUTWARD[corner.came], OUTWARD[corner.goes]
    long = ((ax + bx) ** 2 + (ay + by) ** 2) ** 0.5
    keep = KEEP[corner.turn] + 5 * noise(*corner.place, 0)
    return _even(x + (ax + bx) / long * keep, y + (ay + by) / long * keep)


def _along(corner: Corner, third: int, jitter: float) -> Spot:
    """Return a point so many thirds along the edge that leaves this corner, some way out."""
    x, y = spot(corner.place)
    bx, by = OUTWARD[corner.goes]
    dy, dx = lat.STEP_VECTORS[corner.goes]
    keep = jitter * (0.75 + noise(*corner.place, 2 * corner.goes + third))
    return _even(x + dx * HALF * third / 3 + bx * keep, y + dy * ROW * third / 3 + by * keep)


def _even(x: float, y: float) -> Spot:
    return 2 * round(x / 2), 2 * round(y / 2)
