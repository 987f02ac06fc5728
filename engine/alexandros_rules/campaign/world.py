"""The map of a game: its hexes, and tables that ``map_file`` computes from them once (TH7).

Hexes, junctions and paths are integers; sets of junctions and of paths are bit masks.

Hexes stand on a corner.  A hex has axial coordinates (q, r): r is its row, and q its place in the
row, which is shifted half a hex to the right for each row.  A point (x, y) has whole coordinates:
x counts half widths of a hex, and y counts halves of its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from alexandros_rules.wording import words

COMMODITIES = ("brick", "lumber", "wheat", "wool", "ore")
KINDS = ("sea", *COMMODITIES, "gold", "desert")
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ANY_COMMODITY = 6  # the place of the 3:1 harbours in ``World.harbour_masks``
CORNERS = {  # from the centre of a hexagon
    "N": (0, -2), "S": (0, 2), "NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1),
}
SIDES = {  # the corners at the ends of each side
    "E": ("NE", "SE"), "SE": ("SE", "S"), "SW": ("S", "SW"),
    "W": ("SW", "NW"), "NW": ("NW", "N"), "NE": ("N", "NE"),
}
HALF_WIDTH = sqrt(3) / 2  # in sides
# The label of a junction is its first corner of a land hex in this order; likewise for sides.
CORNER_ORDER = ("N", "S", "NE", "SE", "SW", "NW")
SIDE_ORDER = ("E", "SE", "SW", "W", "NW", "NE")

Point = tuple[int, int]
Labels = list[tuple[int, str]]  # pairs of a hex and a corner or side of it


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex: ``number`` is 0 if it yields nothing; (q, r) are its axial coordinates.

    ``label`` is the letter of its row and its number in the row, such as "A1".
    """

    name: str
    label: str
    q: int
    r: int
    kind: str
    number: int

    @property
    def dots(self) -> int:
        """The ways in 36 to roll the number of this hex, which the map shows as dots."""
        return 6 - abs(7 - self.number) if self.number else 0


@dataclass(frozen=True, slots=True)
class Junction:
    """A corner that touches land; ``hexes`` are those of the map that meet there."""

    label: str
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A side with land on at least one of its sides; ``ends`` are its junctions, in order."""

    label: str
    ends: tuple[int, int]
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Harbour:
    """A harbour: ``kind`` is the commodity that trades at 2:1; it is "" at a 3:1 harbour."""

    name: str
    rate: int
    kind: str
    junctions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stop:
    """A junction that Alexander passes: its ``kind`` is "temple", "chit" or "blank" (AL1)."""

    name: str
    kind: str
    junction: int


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """The hexes of a map with their junctions and paths."""

    hexes: tuple[Hex, ...]  # in reading order
    junctions: tuple[Junction, ...]  # from north to south, and from west to east
    # With a label for each hex that touches the junction, even sea.
    junction_by_label: Mapping[str, int]
    paths: tuple[Path, ...]  # from north to south, and from west to east
    path_by_label: Mapping[str, int]  # with a label for each hex beside the path
    # The path between two neighbouring junctions, in both orders.
    path_between: Mapping[tuple[int, int], int]
    neighbours: tuple[int, ...]  # junction -> mask of the junctions at the other ends of its paths
    paths_at: tuple[int, ...]  # junction -> mask of its paths
    corners: tuple[int, ...]  # hex -> mask of its junctions; 0 for sea
    adjacent_paths: tuple[int, ...]  # path -> mask of the other paths that share a junction with it
    points: tuple[Point, ...]  # of the junctions


@dataclass(frozen=True, slots=True, eq=False)
class World(Geometry):
    """A valid map.  Worlds compare by identity: there is one object per text."""

    text: str
    id: str  # the fingerprint of the text
    name: str
    title: str
    land: tuple[int, ...]  # indices of hexes
    deserts: tuple[int, ...]  # indices of hexes
    all_junctions: int  # the mask of all junctions
    # For each number from 2 to 12, the hexes that yield when it is rolled (YI1).
    hexes_by_number: Mapping[int, tuple[int, ...]]
    path_ends: tuple[tuple[int, int], ...]  # path -> its two junctions
    harbours: tuple[Harbour, ...]
    # For each commodity, mask of the junctions of its 2:1 harbours; place 5 is empty, and place
    # ``ANY_COMMODITY`` has the junctions of the 3:1 harbours.
    harbour_masks: tuple[int, ...]
    # The stops in the order in which Alexander passes them: move i passes stop i - 1 and takes him
    # to arrow i, and the last move takes him to ``goal``.
    route: tuple[Stop, ...]
    goal: int
    goal_name: str
    stop_names: Mapping[int, str]  # of the stops and of the goal, by their junctions
    route_mask: int  # mask of the stops and the goal
    # For each arrow on which Alexander may stand (and, last, the goal), mask of the junctions that
    # are closed to settlements (BU4).
    unpassed_masks: tuple[int, ...]
    start: int  # the junction from which the first arrow leads
    # arrow -> the junctions it leads from and to; arrow 0 begins at ``start``.
    arrow_ends: tuple[tuple[int, int], ...]
    first_violet: int  # the first arrow from which Alexander moves on only after a seven (AL2)
    centres: tuple[Point, ...]  # of the hexes
    hex_by_label: Mapping[str, int]
    # Hexes by their plain names and labels; without names that several hexes share.
    hex_names: Mapping[str, int]
    # Junctions by their plain labels, and by their names as stops or goal.
    junction_names: Mapping[str, int]

    @property
    def last_arrow(self) -> int:
        """The number of the arrow on which Alexander stands at the goal."""
        return len(self.arrow_ends)

    def hex_by_name(self, text: str) -> int | None:
        """Find a hex by its name or label.  Case, accents and punctuation do not matter.

        A name that several hexes share is not found.
        """
        return self.hex_names.get(plain(text))

    def junction_by_name(self, text: str) -> int | None:
        """Find a junction by its label, or by the name it has as a stop or as the goal."""
        return self.junction_names.get(plain(text))

    def hex_centre(self, hex_index: int) -> tuple[float, float]:
        """Return the place of a hex's middle in drawings, in units of a hex's side."""
        return in_sides(self.centres[hex_index])

    def junction_point(self, junction: int) -> tuple[float, float]:
        """Return the place of a junction in drawings, in units of a hex's side."""
        return in_sides(self.points[junction])


def centre(q: int, r: int) -> Point:
    """Return the point in the middle of a hexagon."""
    return 2 * q + r, 3 * r


def corner(q: int, r: int, name: str) -> Point:
    """Return the point at a corner of a hexagon."""
    (x, y), (dx, dy) = centre(q, r), CORNERS[name]
    return x + dx, y + dy


def in_sides(point: Point) -> tuple[float, float]:
    """Return the place of a point in drawings, in units of a hex's side."""
    return point[0] * HALF_WIDTH, point[1] / 2


def plain(text: str) -> str:
    """Return the words of a name without spaces, case, accents and punctuation."""
    return "".join(words(text))


@lru_cache(maxsize=1 << 14)  # the same few masks are asked for again and again
def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the set bits, in ascending order."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return tuple(numbers)


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
    """Return the mask of the junctions within ``steps`` paths, or of all connected ones."""
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
