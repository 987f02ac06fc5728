"""A board and everything that follows from it, computed once; ``boardfile`` reads it.

Spaces, points and sides are whole numbers here; sets of them are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.alexandros import lattice as lat
from engine.alexandros.lattice import Lattice, bits

SYMBOLS = ("temple", "amphora", "horse", "lyre", "soldier")
LETTERS = "tahls"
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WAYS_KEPT = 256  # far points have ten thousands of ways; keeping them all would fill the memory

Corners = tuple[int, int, int]  # the points of a space, in the order of its corner names
Links = dict[int, tuple[int, int]]  # of a point: step -> the point and side it leads to


@dataclass(frozen=True, slots=True)
class Way:
    """A shortest way between two points: its steps (indices of ``lattice.STEPS``) and sides."""

    steps: tuple[int, ...]
    sides: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A checked board (T4, T5).  Compared by identity: one object for one text.

    ``spaces``    space numbers in reading order; ``names`` their names ("K7").
    ``symbols``   mask of the spaces of each symbol; ``open`` mask of those without.
    ``places``    (y, x) of each point; points are numbered in reading order.
    ``corners``   space -> its three points.
    ``around``    point -> mask of the spaces it is a corner of.
    ``links``     point -> step -> the point it leads to and the side walked.
    ``distance``  point -> point -> number of sides on a shortest way (A5).
    ``rings``     point -> distance -> mask of the spaces so far away.
    ``sides``     side -> its two points; ``rim`` mask of sides with one space;
                  ``coast`` those of the rim with sea behind them.
    ``black_walls``, ``red_walls``  how many lie beside the board (T3).
    """

    text: str
    id: str
    name: str
    title: str
    lattice: Lattice
    spaces: tuple[int, ...]
    names: dict[int, str]
    numbers: dict[str, int]
    land: int
    symbols: tuple[int, ...]
    open: int
    symbol_of: dict[int, int]
    region_of: dict[int, str]
    places: tuple[tuple[int, int], ...]
    corners: dict[int, Corners]
    around: tuple[int, ...]
    links: tuple[Links, ...]
    distance: tuple[tuple[int, ...], ...]
    rings: tuple[tuple[int, ...], ...]
    sides: dict[int, tuple[int, int]]
    rim: int
    coast: int
    start: int
    black_walls: int
    red_walls: int
    _ways: dict[tuple[int, int], tuple[Way, ...]] = field(default_factory=dict)

    def ways(self, start: int, goal: int) -> tuple[Way, ...]:
        """All shortest ways between two points (A10), in the order of their steps."""
        found = self._ways.get((start, goal))
        if found is None:
            found = tuple(self._walk(start, goal))
            if len(found) <= WAYS_KEPT:
                self._ways[start, goal] = found
        return found

    def _walk(self, start: int, goal: int) -> Iterable[Way]:
        left = self.distance[start][goal]
        if left == 0:
            yield Way((), 0)
            return
        for step, (there, side) in self.links[start].items():
            if self.distance[there][goal] == left - 1:
                for way in self.ways(there, goal):
                    yield Way((step, *way.steps), way.sides | 1 << side)

    def corner_names(self, space: int) -> tuple[str, str, str]:
        return lat.corner_names(*self.lattice.place(space))

    def point(self, space: int, corner: str) -> int:
        """The point at a corner of a space; raises ValueError when the space has no such corner."""
        return self.corners[space][self.corner_names(space).index(corner)]

    def point_name(self, point: int, space: int | None = None) -> str:
        """ "K7.SE": a point by this space, or by the first that has it as a corner."""
        if space is None:
            space = bits(self.around[point])[0]
        corner = self.corner_names(space)[self.corners[space].index(point)]
        return f"{self.names[space]}.{corner}"

    def walled(self, walls: int) -> int:
        """Mask of the spaces with a wall on any side (A6); ``walls`` is a mask of sides."""
        grid = self.lattice
        slants = walls & ((1 << grid.size) - 1)
        flats = walls >> grid.size
        return (slants | slants << 1 | flats | flats << grid.width) & self.land

    def sides_of(self, space: int) -> tuple[int, int, int]:
        """The three sides of a space: left, right, and the flat one."""
        grid = self.lattice
        flat = space if lat.points_up(*grid.place(space)) else space - grid.width
        return space - 1, space, grid.size + flat
