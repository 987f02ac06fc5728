"""The junctions and paths of hexes, and tables of their neighbours (TH7).

Hexes, junctions and paths are integers; sets of junctions and of paths are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.campaign.world import CORNERS, SIDES, Hex, Junction, Path, Point, bits, corner

# The label of a junction is its first corner of a land hex in this order; likewise for sides.
CORNER_ORDER = ("N", "S", "NE", "SE", "SW", "NW")
SIDE_ORDER = ("E", "SE", "SW", "W", "NW", "NE")

Labels = list[tuple[int, str]]  # pairs of a hex and a corner or side of it


@dataclass(frozen=True, slots=True)
class Geometry:
    """The junctions and paths of a map; the fields are those of ``World``."""

    hexes: tuple[Hex, ...]
    points: tuple[Point, ...]
    junctions: tuple[Junction, ...]
    junction_by_label: dict[str, int]
    paths: tuple[Path, ...]
    path_by_label: dict[str, int]
    path_between: dict[tuple[int, int], int]
    neighbours: tuple[int, ...]
    paths_at: tuple[int, ...]
    corners: tuple[int, ...]
    adjacent_paths: tuple[int, ...]


def survey(hexes: Sequence[Hex]) -> Geometry:
    """Return the geometry of these hexes."""
    corners = _corners(hexes)
    points = tuple(sorted(corners, key=lambda point: (point[1], point[0])))
    index = {point: j for j, point in enumerate(points)}
    sides = _sides(hexes, index)
    order = sorted(sides, key=lambda ends: _middle(points, ends))
    between = {ends: p for p, ends in enumerate(order)}
    paths_at = [0] * len(points)
    neighbours = [0] * len(points)
    for p, (a, b) in enumerate(order):
        paths_at[a] |= 1 << p
        paths_at[b] |= 1 << p
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a
    return Geometry(
        hexes=tuple(hexes), points=points,
        junctions=tuple(Junction(_label(hexes, corners[point], CORNER_ORDER), _hexes(
            corners[point])) for point in points),
        junction_by_label={_text(hexes, place): index[point]
                           for point in points for place in corners[point]},
        paths=tuple(Path(_label(hexes, sides[ends], SIDE_ORDER), ends, _hexes(sides[ends]))
                    for ends in order),
        path_by_label={_text(hexes, place): p
                       for p, ends in enumerate(order) for place in sides[ends]},
        path_between=between | {(b, a): p for (a, b), p in between.items()},
        neighbours=tuple(neighbours), paths_at=tuple(paths_at),
        corners=tuple(_corner_mask(hex_, index) for hex_ in hexes),
        adjacent_paths=tuple((paths_at[a] | paths_at[b]) & ~(1 << p)
                             for p, (a, b) in enumerate(order)),
    )


def _corners(hexes: Sequence[Hex]) -> dict[Point, Labels]:
    """Return the corners that touch land, with the hexes that meet there."""
    found: dict[Point, Labels] = {}
    for h, place in enumerate(hexes):
        for name in CORNERS:
            found.setdefault(corner(place.q, place.r, name), []).append((h, name))
    return {point: labels for point, labels in found.items() if _touches_land(hexes, labels)}


def _sides(hexes: Sequence[Hex], index: dict[Point, int]) -> dict[tuple[int, int], Labels]:
    """Return the sides that border land, by the junctions at their ends."""
    found: dict[tuple[int, int], Labels] = {}
    for h, place in enumerate(hexes):
        for name, ends in SIDES.items():
            a, b = (index.get(corner(place.q, place.r, end), -1) for end in ends)
            found.setdefault((min(a, b), max(a, b)), []).append((h, name))
    return {ends: labels for ends, labels in found.items()
            if ends[0] >= 0 and _touches_land(hexes, labels)}


def _middle(points: Sequence[Point], ends: tuple[int, int]) -> Point:
    (ax, ay), (bx, by) = points[ends[0]], points[ends[1]]
    return ay + by, ax + bx


def _touches_land(hexes: Sequence[Hex], labels: Labels) -> bool:
    return any(hexes[h].kind != "sea" for h, __ in labels)


def _text(hexes: Sequence[Hex], place: tuple[int, str]) -> str:
    return f"{hexes[place[0]].label}.{place[1]}"


def _label(hexes: Sequence[Hex], labels: Labels, order: Sequence[str]) -> str:
    on_land = [place for place in labels if hexes[place[0]].kind != "sea"]
    return _text(hexes, min(on_land, key=lambda place: order.index(place[1])))


def _hexes(labels: Labels) -> tuple[int, ...]:
    return tuple(h for h, __ in labels)


def _corner_mask(place: Hex, index: dict[Point, int]) -> int:
    if place.kind == "sea":
        return 0
    return sum(1 << index[corner(place.q, place.r, name)] for name in CORNERS)


def reach(neighbours: Sequence[int], start: int, *, steps: int | None = None) -> int:
    """Return the mask of the junctions within so many paths, or of all connected ones."""
    mask, new = 0, 1 << start
    while new and steps != -1:
        mask |= new
        new = union(neighbours[j] for j in bits(new)) & ~mask
        steps = None if steps is None else steps - 1
    return mask


def union(masks: Iterable[int]) -> int:
    """Return the mask of everything that is in any of these masks."""
    total = 0
    for mask in masks:
        total |= mask
    return total
