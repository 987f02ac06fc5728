"""The lattice of triangles: which cell, point and side lies where, in whole numbers.

Cells lie in rows (0 at the top) and columns (0 at the left).  A cell points up
when row + column is even, else down.  Points lie on the lines between rows;
point (y, x) is on the line above row y, x counted in half sides; cell (r, c)
reaches from x = c to x = c + 2.  Every side lies between two cells, so it has
one or two spaces by construction.

Cells and sides are numbered for use as bits of whole numbers: ``cell(r, c)``
leaves a margin of one cell round the map, so that shifting a set of spaces by
one column or one row never wraps.  The slanting side between a cell and its
right neighbour has the cell's number; the flat side below a cell pointing up
has the cell's number plus ``size``.
"""

from __future__ import annotations

from dataclasses import dataclass

STEPS = ("E", "SE", "SW", "W", "NW", "NE")
STEP_BY_NAME = {name: i for i, name in enumerate(STEPS)}
MOVES = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # of each step, as (dy, dx)
UP_CORNERS = ("N", "SW", "SE")
DOWN_CORNERS = ("NW", "NE", "S")


def points_up(row: int, column: int) -> bool:
    return (row + column) % 2 == 0


def corner_names(row: int, column: int) -> tuple[str, str, str]:
    return UP_CORNERS if points_up(row, column) else DOWN_CORNERS


def corners(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """The three points (y, x) of a cell, in the order of its corner names."""
    r, c = row, column
    if points_up(r, c):
        return (r, c + 1), (r + 1, c), (r + 1, c + 2)
    return (r, c), (r, c + 2), (r + 1, c + 1)


@dataclass(frozen=True, slots=True)
class Lattice:
    """The numbering for a map of so many rows and columns."""

    rows: int
    columns: int

    @property
    def width(self) -> int:
        """Number of cells from one row to the next."""
        return self.columns + 2

    @property
    def size(self) -> int:
        """One more than the greatest cell number."""
        return self.width * (self.rows + 2)

    def cell(self, row: int, column: int) -> int:
        return (row + 1) * self.width + column + 1

    def place(self, cell: int) -> tuple[int, int]:
        """Row and column of a cell number."""
        row, column = divmod(cell, self.width)
        return row - 1, column - 1

    def side(self, y: int, x: int, step: int) -> int:
        """The side walked by this step from point (y, x)."""
        if step >= 3:  # the same side, walked from its other end
            dy, dx = MOVES[step]
            y, x, step = y + dy, x + dx, step - 3
        if step == 0:
            return self.size + self.cell(y - 1, x)
        return self.cell(y, x - step)

    def cells_of(self, side: int) -> tuple[int, int]:
        """The two cells a side lies between: left and right, or above and below."""
        if side < self.size:
            return side, side + 1
        return side - self.size, side - self.size + self.width


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
