"""A board as lists of numbers, for the search.

Spaces and sides are numbered from 0 without gaps, points as on the board.  The lists are flat: the
three corners of space s are ``corners[3 * s]`` to ``corners[3 * s + 2]``.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.lattice import STEPS, bits

NONE = -1
WAYS = len(STEPS)  # sides, and spaces, that can meet at a point
COMPILED = not __file__.endswith(".py")


def numbers(values: Iterable[int]) -> Any:
    """Return integers in the form that is quickest here."""
    # Compiled code cannot read lists fast.
    return array("i", values) if COMPILED else list(values)


def decimals(values: Iterable[float]) -> Any:
    """Return floating-point numbers in the form that is quickest here."""
    return array("d", values) if COMPILED else list(values)


def zeros(count: int) -> Any:
    """Return ``count`` zeros in the form that ``numbers`` returns."""
    return array("i", bytes(4 * count)) if COMPILED else [0] * count


class Ground:
    """The parts of a board that never change, as numbers.

    ``symbol``    of each space, NONE if it is open.
    ``beyond``    of each side of a space, the space behind it or NONE; ``side`` is its number.
    ``bearing``   the spaces with symbol k are those from ``first[k]`` up to ``first[k + 1]``.
    ``meeting``   the spaces that meet at each point, filled up with NONE.
    ``link_point``, ``link_side``  of each point, where each step leads and along which side.
    ``distance``  from each point to each point; ``reach`` from each point to each space (A5).
    ``ends``      the two points of each side; ``flanks`` its two spaces.
    ``key``       a random number for each side, to recognise sets of sides.
    ``openness``  of each space, the number of open spaces around it.
    """

    def __init__(self, board: Board):
        self.board = board
        number = {space: i for i, space in enumerate(board.spaces)}
        side_number = {side: i for i, side in enumerate(board.sides)}
        self.spaces, self.points, self.sides = len(number), len(board.coordinates), len(side_number)
        self.symbol = numbers(board.symbol_of.get(s, NONE) for s in board.spaces)
        self.side = numbers(side_number[e] for s in board.spaces for e in board.sides_of(s))
        flanks = [
            [number.get(cell, NONE) for cell in board.lattice.cells_of(side)]
            for side in side_number
        ]
        self.flanks = numbers(space for pair in flanks for space in pair)
        self.beyond = numbers(
            sum(flanks[self.side[each]]) - each // 3 for each in range(3 * self.spaces))
        self.corners = numbers(p for s in board.spaces for p in board.corners[s])
        bearing = [[i for i in range(self.spaces) if self.symbol[i] == k] for k in range(5)]
        self.bearing = numbers(i for some in bearing for i in some)
        self.first = numbers(sum(map(len, bearing[:k])) for k in range(6))
        self.meeting = numbers(
            each for mask in board.spaces_at
            for each in ([number[s] for s in bits(mask)] + [NONE] * WAYS)[:WAYS]
        )
        steps = [[links.get(step) for step in range(WAYS)] for links in board.links]
        self.link_point = numbers(
            link[0] if link else NONE for links in steps for link in links)
        self.link_side = numbers(
            side_number[link[1]] if link else NONE for links in steps for link in links)
        self.distance = numbers(d for row in board.distance for d in row)
        self.reach = numbers(
            min(row[p] for p in board.corners[s]) for row in board.distance for s in board.spaces)
        self.ends = numbers(p for pair in board.sides.values() for p in pair)
        self.rim = numbers(board.rim >> side & 1 for side in side_number)
        self.key = numbers(
            int.from_bytes(hashlib.sha256(b"side %d" % i).digest()[:4]) >> 2
            for i in range(self.sides))
        self.openness = numbers(self._openness(i) for i in range(self.spaces))
        self.side_number = side_number
        self.number = number
        self.walls = board.black_walls + board.red_walls

    def _openness(self, space: int) -> int:
        near = {space}
        for _ in range(2):
            near |= {
                other for each in near for other in self.beyond[3 * each:3 * each + 3]
                if other != NONE
            }
        return sum(self.symbol[each] == NONE for each in near)


@lru_cache(maxsize=16)
def ground_of(board: Board) -> Ground:
    """Return the ground of a board."""
    return Ground(board)
