"""The board: its geometry and everything derived from that, computed once by ``board_file``.

Spaces, points and sides are integers; sets of them are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from alexandros_rules.alexandros import lattice as lat
from alexandros_rules.alexandros.lattice import Lattice, bits

SYMBOLS = ("temple", "amphora", "horse", "lyre", "soldier")
LETTERS = "tahls"
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_CACHED_ROUTES = 256  # distant points have tens of thousands; caching all would fill memory

Corners = tuple[int, int, int]  # the points of a space, in the order of its corner names
Links = dict[int, tuple[int, int]]  # of a point: step -> the point and side it leads to


@dataclass(frozen=True, slots=True)
class Route:
    """A shortest route between two points.

    ``steps`` are indices of ``lattice.STEPS``; ``sides`` is the mask of the sides walked.
    """

    steps: tuple[int, ...]
    sides: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A valid board (T4, T5).  Boards compare by identity: there is one object per text.

    ``spaces``      space numbers in reading order; ``names`` are their names, such as "K7".
    ``land``        mask of all spaces.
    ``symbols``     for each symbol, mask of the spaces that bear it; ``open`` those without one.
    ``coordinates`` (y, x) of each point; points are numbered in reading order.
    ``corners``     space -> its three points.
    ``spaces_at``   point -> mask of the spaces that meet there.
    ``links``       point -> step -> the point it leads to and the side walked.
    ``distance``    point -> point -> number of sides on a shortest route (A5).
    ``spaces_by_distance``  point -> distance -> mask of the spaces at that distance.
    ``sides``       side -> its two points; ``rim`` is the mask of sides with only one space,
                    ``coast`` the part of the rim with sea behind it.
    ``black_walls``, ``red_walls``  number of walls at the start (T3).
    """

    text: str
    id: str
    name: str
    title: str
    lattice: Lattice
    spaces: tuple[int, ...]
    names: dict[int, str]
    space_by_name: dict[str, int]
    land: int
    symbols: tuple[int, ...]
    open: int
    symbol_of: dict[int, int]
    region_of: dict[int, str]
    coordinates: tuple[tuple[int, int], ...]
    corners: dict[int, Corners]
    spaces_at: tuple[int, ...]
    links: tuple[Links, ...]
    distance: tuple[tuple[int, ...], ...]
    spaces_by_distance: tuple[tuple[int, ...], ...]
    sides: dict[int, tuple[int, int]]
    rim: int
    coast: int
    start: int
    black_walls: int
    red_walls: int
    _routes: dict[tuple[int, int], tuple[Route, ...]] = field(default_factory=dict)

    def routes(self, start: int, goal: int) -> tuple[Route, ...]:
        """Return all shortest routes between two points (A10), ordered by their steps."""
        routes = self._routes.get((start, goal))
        if routes is None:
            routes = tuple(self._find_routes(start, goal))
            if len(routes) <= MAX_CACHED_ROUTES:
                self._routes[start, goal] = routes
        return routes

    def _find_routes(self, start: int, goal: int) -> Iterable[Route]:
        left = self.distance[start][goal]
        if left == 0:
            yield Route((), 0)
            return
        for step, (there, side) in self.links[start].items():
            if self.distance[there][goal] == left - 1:
                for route in self.routes(there, goal):
                    yield Route((step, *route.steps), route.sides | 1 << side)

    def corner_names(self, space: int) -> tuple[str, str, str]:
        return lat.corner_names(*self.lattice.row_and_column(space))

    def point(self, space: int, corner: str) -> int:
        """Return the point at a corner of a space.  Raise ValueError for a wrong corner name."""
        return self.corners[space][self.corner_names(space).index(corner)]

    def point_name(self, point: int, space: int | None = None) -> str:
        """Return the name of a point as a corner of this space or the first one there: "K7.SE"."""
        if space is None:
            space = bits(self.spaces_at[point])[0]
        corner = self.corner_names(space)[self.corners[space].index(point)]
        return f"{self.names[space]}.{corner}"

    def walled_spaces(self, walls: int) -> int:
        """Return the mask of the spaces with a wall on any side (A6)."""
        grid = self.lattice
        slants = walls & ((1 << grid.size) - 1)
        flats = walls >> grid.size
        return (slants | slants << 1 | flats | flats << grid.width) & self.land

    def sides_of(self, space: int) -> tuple[int, int, int]:
        """Return the three sides of a space: left, right, and the horizontal one."""
        grid = self.lattice
        flat = space if lat.points_up(*grid.row_and_column(space)) else space - grid.width
        return space - 1, space, grid.size + flat
