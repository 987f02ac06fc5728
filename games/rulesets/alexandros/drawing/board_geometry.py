"""The geometry of a board: where its spaces, points and sides lie on the picture.

Owns the measures in picture units (a side is 60 long) and the ground beyond the spaces; draws
nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from alexandros_rules.alexandros import lattice as lat
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.lattice import bits
from games.drawing import outlines
from games.drawing.outlines import Spot
from games.rulesets.alexandros.drawing import coast
from games.rulesets.alexandros.drawing.coast import HALF, ROW, Cell

MARGIN = 46  # sea or other land shown round the spaces
ABOVE = 68  # and above them: Alexander may stand on the uppermost points
# Alexander's sizes with their room round his point, the best first.  The other is so small that it
# fits between any symbols around the point; the spear is broader than the rest of him.
FIGURES = (("", 0.78, 3, (-12, -41, 15, 5)),
           ("-small", 0.6, 16, (-9, -18, 13, 18)))  # name, scale, how far his feet are below it
BEYOND = 3  # cells of it that are traced, so that their rim lies outside the picture


@dataclass(frozen=True, slots=True, eq=False)
class BoardGeometry:
    """The positions of the parts of a board on the picture.

    ``dx, dy``   what to add to lattice spots; ``points`` and ``centres`` have it added.
    ``cells``    space -> its row and column.
    """

    board: Board
    width: int
    height: int
    dx: int
    dy: int
    points: tuple[Spot, ...]
    centres: dict[int, Spot]
    cells: dict[int, Cell]

    def points_up(self, space: int) -> bool:
        return lat.points_up(*self.cells[space])

    def triangle(self, space: int) -> str:
        r, c = self.cells[space]
        x, y = c * HALF + self.dx, r * ROW + self.dy
        if lat.points_up(r, c):
            return f"M{x + HALF} {y}l{HALF} {ROW}h{-2 * HALF}z"
        return f"M{x} {y}h{2 * HALF}l{-HALF} {ROW}z"

    def triangles(self, spaces: int) -> str:
        return "".join(self.triangle(space) for space in bits(spaces))

    @property
    def cells_in_place(self) -> str:
        """The transform of a group that is drawn in units of half sides and rows."""
        return f"matrix({HALF} 0 0 {ROW} {self.dx} {self.dy})"

    def cell_triangle(self, space: int) -> str:
        """Return the path of a space in units of cells, not closed."""
        r, c = self.cells[space]  # a path that is only filled need not be closed
        return f"M{c + 1} {r}l1 1h-2" if lat.points_up(r, c) else f"M{c} {r}h2l-1 1"

    def cell_triangles(self, spaces: int) -> str:
        return "".join(self.cell_triangle(space) for space in bits(spaces))

    def part(self, spaces: int) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom of the part of the picture round some spaces."""
        spots = [self.points[p] for space in bits(spaces) for p in self.board.corners[space]]
        xs, ys = zip(*spots, strict=True)
        return min(xs) - MARGIN, min(ys) - ABOVE, max(xs) + MARGIN, max(ys) + MARGIN

    def line(self, side: int) -> str:
        a, b = self.board.sides[side]
        (x, y), (u, v) = self.points[a], self.points[b]
        return f"M{x} {y}{outlines.straight(u - x, v - y)}"

    def lines(self, sides: int) -> str:
        return "".join(self.line(side) for side in bits(sides))

    def grid(self) -> str:
        """Return the path of all sides, in almost as few strokes as a pen would need."""
        ends: dict[int, list[int]] = {point: [] for point in range(len(self.points))}
        for a, b in self._runs():
            ends[a].append(b)
            ends[b].append(a)
        path = []
        for start in sorted(ends, key=lambda point: len(ends[point]) % 2, reverse=True):
            while ends[start]:
                here, (x, y) = start, self.points[start]
                path.append(f"M{x} {y}")
                while ends[here]:
                    there = ends[here].pop()
                    ends[there].remove(here)
                    (x, y), (u, v) = self.points[here], self.points[there]
                    path.append(outlines.straight(u - x, v - y))
                    here = there
        return "".join(path)

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Yield the points between which sides run on in one direction, without a gap."""
        links = self.board.links
        for point in range(len(self.points)):
            for step in range(3):
                if step not in links[point] or step + 3 in links[point]:
                    continue
                here = point
                while step in links[here]:
                    here = links[here][step][0]
                yield point, here

    def area(self, spaces: int, *, inset: float = 0) -> str:
        """Return the path round a set of spaces, drawn in by ``inset``."""
        return _area(self.board, spaces, inset)


@lru_cache(maxsize=5000)  # the same provinces are shown on page after page
def _area(board: Board, spaces: int, inset: float) -> str:
    geometry = board_geometry(board)
    cells = {geometry.cells[space] for space in bits(spaces)}
    return "".join(
        outlines.straight_path(coast.polygon(loop, inset=inset), geometry.dx, geometry.dy)
        for loop in coast.loops(cells)
    )


@lru_cache(maxsize=16)
def board_geometry(board: Board) -> BoardGeometry:
    """Return the geometry of a board, made once."""
    ys, xs = zip(*board.coordinates, strict=True)
    dx, dy = MARGIN - min(xs) * HALF, ABOVE - min(ys) * ROW
    cells = {space: board.lattice.row_and_column(space) for space in board.spaces}
    return BoardGeometry(
        board=board,
        width=(max(xs) - min(xs)) * HALF + 2 * MARGIN,
        height=(max(ys) - min(ys)) * ROW + ABOVE + MARGIN,
        dx=dx, dy=dy,
        points=tuple((x * HALF + dx, y * ROW + dy) for y, x in board.coordinates),
        centres={space: _centre(cell, dx, dy) for space, cell in cells.items()},
        cells=cells,
    )


def _centre(cell: Cell, dx: int, dy: int) -> Spot:
    r, c = cell
    return (c + 1) * HALF + dx, r * ROW + (35 if lat.points_up(r, c) else 17) + dy


def land_mass(board: Board) -> frozenset[Cell]:
    """Return the cells that are land, some of them beyond the picture's edge."""
    ys, xs = zip(*board.coordinates, strict=True)
    top, bottom, left, right = min(ys), max(ys), min(xs), max(xs)
    rows = tomllib.loads(board.text)["map"].strip("\n").split("\n")
    columns = max(map(len, rows))
    cells = set()
    for r in range(top - BEYOND, bottom + BEYOND):
        # Beyond the map, the land or sea at its edge goes on.
        row = rows[min(max(r, 0), len(rows) - 1)].ljust(columns, "#")
        for c in range(left - BEYOND - 1, right + BEYOND):
            if row[min(max(c, 0), columns - 1)] != "~":
                cells.add((r, c))
    return frozenset(cells)
