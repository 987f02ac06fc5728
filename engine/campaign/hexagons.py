"""Hexagons that stand on a corner: where their corners and sides lie.

A hexagon has axial coordinates (q, r): r is its row, and q its place in the row, which is shifted
half a hexagon to the right for each row.  A point (x, y) has whole coordinates: x counts half
widths of a hexagon, and y counts halves of its side.
"""

from __future__ import annotations

from math import sqrt

CORNERS = {  # from the centre of a hexagon
    "N": (0, -2), "S": (0, 2), "NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1),
}
SIDES = {  # the corners at the ends of each side
    "E": ("NE", "SE"), "SE": ("SE", "S"), "SW": ("S", "SW"),
    "W": ("SW", "NW"), "NW": ("NW", "N"), "NE": ("N", "NE"),
}
HALF_WIDTH = sqrt(3) / 2  # in sides

Point = tuple[int, int]


def centre(q: int, r: int) -> Point:
    """Returns the point in the middle of a hexagon."""
    return 2 * q + r, 3 * r


def corner(q: int, r: int, name: str) -> Point:
    """Returns the point at a corner of a hexagon."""
    (x, y), (dx, dy) = centre(q, r), CORNERS[name]
    return x + dx, y + dy


def in_sides(point: Point) -> tuple[float, float]:
    """Returns where a point is drawn, in units of a hexagon's side."""
    return point[0] * HALF_WIDTH, point[1] / 2
