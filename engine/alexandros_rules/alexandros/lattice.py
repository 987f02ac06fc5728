"""The lattice of triangles: the numbering of cells, points and sides.

Cells lie in rows (0 at the top) and columns (0 at the left).  A cell points up if row + column is
even, otherwise down.  Points lie on the lines between rows: point (y, x) is on the line above row
y, and x counts half sides, so cell (r, c) reaches from x = c to x = c + 2.  Every side lies
between two cells, so it has one or two spaces.

Cells and sides are numbered so that they can be bits of an integer.  ``cell(r, c)`` leaves a
margin of one cell round the map, so that shifting a set of spaces by a column or a row never
wraps.  The slanting side between a cell and its right neighbour has the cell's number.  The
horizontal side below a cell that points up has the cell's number plus ``size``.
"""

from __future__ import annotations

from dataclasses import dataclass

STEPS = ("E", "SE", "SW", "W", "NW", "NE")
STEP_BY_NAME = {name: i for i, name in enumerate(STEPS)}
STEP_VECTORS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # (dy, dx)
UP_CORNERS = ("N", "SW", "SE")
DOWN_CORNERS = ("NW", "NE", "S")


def points_up(row: int, column: int) -> bool:
    """Return whether the cell points up."""
    return (row + column) % 2 == 0


def corner_names(row: int, column: int) -> tuple[str, str, str]:
    """Return the names of the three corners of a cell."""
    return UP_CORNERS if points_up(row, column) else DOWN_CORNERS


def corners(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """Return the three points (y, x) of a cell, in the order of its corner names."""
    r, c = row, column
    if points_up(r, c):
        return (r, c + 1), (r + 1, c), (r + 1, c + 2)
    return (r, c), (r, c + 2), (r + 1, c + 1)


@dataclass(frozen=True, slots=True)
class Lattice:
    """The numbering for a map with this many rows and columns."""

    rows: int
    columns: int

    @property
    def width(self) -> int:
        """The difference between the numbers of a cell and the cell below it."""
        return self.columns + 2

    @property
    def size(self) -> int:
        """One more than the highest cell number."""
        return self.width * (self.rows + 2)

    def cell(self, row: int, column: int) -> int:
        return (row + 1) * self.width + column + 1

    def row_and_column(self, cell: int) -> tuple[int, int]:
        row, column = divmod(cell, self.width)
        return row - 1, column - 1

    def side(self, y: int, x: int, step: int) -> int:
        """Return the side that a step from point (y, x) follows."""
        if step >= 3:  # the same side, walked from its other end
            dy, dx = STEP_VECTORS[step]
            y, x, step = y + dy, x + dx, step - 3
        if step == 0:
            return self.size + self.cell(y - 1, x)
        return self.cell(y, x - step)

    def cells_of(self, side: int) -> tuple[int, int]:
        """Return the two cells on either side: left and right, or above and below."""
        if side < self.size:
            return side, side + 1
        return side - self.size, side - self.size + self.width


def bits(mask: int) -> list[int]:
    """Return the numbers of the set bits, in ascending order."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers
