"""The map of the game: its geometry and the tables computed from it once, by ``map_file`` (TH7).

Hexes, junctions and paths are integers; sets of junctions and of paths are bit masks.

Hexes stand on a corner.  A hex has axial coordinates (q, r): r is its row, and q its place in the
row, which is shifted half a hex to the right for each row.  A point (x, y) has whole coordinates:
x counts half widths of a hex, and y counts halves of its side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from engine.wording import words

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

Point = tuple[int, int]


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
class World:
    """A valid map.  Worlds compare by identity: there is one object per text.

    ``hexes``            in reading order; ``land`` and ``deserts`` are the indices of some of them.
    ``junctions``        from north to south, and from west to east; ``paths`` likewise.
    ``junction_by_label`` knows a label for each hex that touches the junction, even sea, and
                         ``path_by_label`` one for each hex beside the path.
    ``hex_by_label``     the hexes by their labels.
    ``all_junctions``    the mask of all junctions.
    ``path_between``     the path between two neighbouring junctions, in both orders.
    ``hexes_by_number``  for each number from 2 to 12, the hexes that yield when it is rolled (YI1).
    ``neighbours``       junction -> mask of the junctions at the other ends of its paths.
    ``paths_at``         junction -> mask of its paths.
    ``path_ends``        path -> its two junctions.
    ``corners``          hex -> mask of its junctions; 0 for sea.
    ``adjacent_paths``   path -> mask of the other paths that share a junction with it.
    ``harbour_masks``    for each commodity, mask of the junctions of its 2:1 harbours; place 5 is
                         empty, and place ``ANY_COMMODITY`` has the junctions of the 3:1 harbours.
    ``route``            the stops in the order in which Alexander passes them: move i passes stop
                         i - 1 and takes him to arrow i, and the last move takes him to ``goal``.
    ``stop_names``       the names of the stops and of the goal, by their junctions.
    ``route_mask``       mask of the stops and the goal.
    ``unpassed_masks``   for each arrow Alexander may stand on (and, last, the goal), mask of the
                         junctions that are closed to settlements (BU4).
    ``start``            the junction from which the first arrow leads.
    ``arrow_ends``       arrow -> the junctions it leads from and to; arrow 0 begins at ``start``.
    ``first_violet``     the first arrow from which Alexander moves on only after a seven (AL2).
    ``centres``, ``points``  where hexes and junctions lie, as whole numbers.
    """

    text: str
    id: str
    name: str
    title: str
    hexes: tuple[Hex, ...]
    land: tuple[int, ...]
    deserts: tuple[int, ...]
    junctions: tuple[Junction, ...]
    junction_by_label: Mapping[str, int]
    paths: tuple[Path, ...]
    path_by_label: Mapping[str, int]
    all_junctions: int
    path_between: Mapping[tuple[int, int], int]
    hexes_by_number: Mapping[int, tuple[int, ...]]
    neighbours: tuple[int, ...]
    paths_at: tuple[int, ...]
    path_ends: tuple[tuple[int, int], ...]
    corners: tuple[int, ...]
    adjacent_paths: tuple[int, ...]
    harbours: tuple[Harbour, ...]
    harbour_masks: tuple[int, ...]
    route: tuple[Stop, ...]
    goal: int
    goal_name: str
    stop_names: Mapping[int, str]
    route_mask: int
    unpassed_masks: tuple[int, ...]
    start: int
    arrow_ends: tuple[tuple[int, int], ...]
    first_violet: int
    centres: tuple[Point, ...]
    points: tuple[Point, ...]
    hex_by_label: Mapping[str, int]
    hex_names: Mapping[str, int]
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
        """Return where the middle of a hex is drawn, in units of a hex's side."""
        return in_sides(self.centres[hex_index])

    def junction_point(self, junction: int) -> tuple[float, float]:
        """Return where a junction is drawn, in units of a hex's side."""
        return in_sides(self.points[junction])


def centre(q: int, r: int) -> Point:
    """Return the point in the middle of a hexagon."""
    return 2 * q + r, 3 * r


def corner(q: int, r: int, name: str) -> Point:
    """Return the point at a corner of a hexagon."""
    (x, y), (dx, dy) = centre(q, r), CORNERS[name]
    return x + dx, y + dy


def in_sides(point: Point) -> tuple[float, float]:
    """Return where a point is drawn, in units of a hex's side."""
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
