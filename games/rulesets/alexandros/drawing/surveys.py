"""Surveys of boards: coast, relief and place names, which follow from the board alone.

The names of regions stand inside their region, clear of symbols, numbers, Alexander's start and
each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from alexandros_rules import codec
from alexandros_rules.alexandros import board_file, display_names
from alexandros_rules.alexandros.board import SYMBOLS, Board
from alexandros_rules.alexandros.lattice import points_up
from games.drawing import outlines
from games.drawing.canvas import relative
from games.drawing.layers import Box
from games.drawing.letters import width
from games.drawing.outlines import Spot
from games.rulesets.alexandros.drawing import coast
from games.rulesets.alexandros.drawing.board_geometry import (
    FIGURES,
    BoardGeometry,
    board_geometry,
    land_mass,
)
from games.rulesets.alexandros.drawing.coast import HALF, ROW, Cell


@dataclass(frozen=True, slots=True)
class Terrain:
    """Paths of the coast, and the points of hills, mountains and waves for ``at_points``.

    ``outline`` is a rougher coast, for small pictures; ``peaks`` are the lower mountains,
    ``ranges`` the higher ones.
    """

    coast: str
    outline: str
    hills: str
    peaks: str
    ranges: str
    waves: str


def terrain(board: Board) -> Terrain:
    """Return the terrain of a board."""
    map_, mass = board_geometry(board), land_mass(board)
    shores = [coast.shore(loop) for loop in coast.loops(mass, joined=True)]
    return Terrain(
        "".join(outlines.smooth_path(shore, map_.dx, map_.dy) for shore in shores),
        "".join(outlines.smooth_path(shore[::2], map_.dx, map_.dy) for shore in shores),
        *_relief(map_, mass),
    )


def _relief(map_: BoardGeometry, mass: frozenset[Cell]) -> tuple[str, str, str, str]:
    """Return hills where the ground is high, mountains beyond the spaces, waves at sea."""
    inside = set(map_.cells.values())
    hills: list[Spot] = []
    peaks: list[Spot] = []
    ranges: list[Spot] = []
    waves: list[Spot] = []
    for r in range(-map_.dy // ROW - 1, (map_.height - map_.dy) // ROW + 1):
        for c in range(-map_.dx // HALF - 1, (map_.width - map_.dx) // HALF):
            height = _height(r, c)
            x = (c + 1) * HALF + map_.dx - 16 + round(20 * outlines.noise(r, c, 1))
            y = r * ROW + ROW // 2 + map_.dy + round(20 * outlines.noise(r, c, 2)) - 6
            spot = x, y
            if (r, c) in inside:
                if height > 0.5:
                    hills.append(spot)
            elif (r, c) in mass:
                if height > 0.4:
                    (ranges if height > 0.52 else peaks).append(spot)
            elif height > 0.5 and not _by_land(mass, r, c):
                waves.append(spot)
    return relative(hills), relative(peaks), relative(ranges), relative(waves)


def _by_land(mass: frozenset[Cell], r: int, c: int) -> bool:
    return any((r + i, c + k) in mass for i in (-1, 0, 1) for k in (-2, -1, 1, 2))


def _height(r: int, c: int) -> float:
    """Return broad highs and lows: the mean of noise at three scales."""
    return (
        outlines.noise(r // 3, c // 6, 11) + outlines.noise(r // 2, c // 4, 12)
        + outlines.noise(r, c, 13)
    ) / 3


# Of the letters, and what is put between; the last are for small boards, which are seen larger.
SIZES = ((13, 5), (13, 2), (12, 3), (12, 1), (11, 2), (11, 0), (10, 1), (10, 0), (9, 0), (8, 0),
         (7, 0))
TALL = 0.7  # how high a capital is, by the size
BROADER = 1.06  # letters of readers who have another font, at most
# Base lines below the row's upper line: between the numbers in the corners and the symbols
# of the triangles that point the other way.
UPPER, LOWER = 19, 41
EDGE = 3  # kept clear at both ends of a region's run of spaces
SIGN = 15  # half of a symbol's height, and of the room of a number
BREADTH = {"temple": 16, "amphora": 13, "horse": 16, "lyre": 14, "soldier": 13}  # half of it
ROOMY = 6  # above and below a name where there is room
GAP = 3  # between a name and what is beside it
WALL = 5  # half of a wall's breadth
STEP = 2  # between the places tried
_AS_IN_FILE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Name:
    """A name, the middle of its base line, the size of its letters and the gaps between."""

    words: str
    x: int
    y: int
    size: int
    spacing: int
    sides: int = 0  # mask of those that run through it
    spaces: int = 0  # and of those in which a number would stand on it

    @property
    def length(self) -> int:
        """The length of its line with the gaps, to which any font is fitted."""
        return round(width(self.words, self.size)) + (len(self.words) - 1) * self.spacing

    @property
    def box(self) -> Box:
        half = _width(self.words, self.size, self.spacing) / 2
        return self.x - half, self.y - TALL * self.size, self.x + half, self.y


def names(board: Board, called: Mapping[str, str] = _AS_IN_FILE) -> tuple[Name, ...]:
    """Return the names that fit, each in the best place left; long names choose first.

    ``called`` has what is written for each region that is not called as in the board's file.
    """
    map_ = board_geometry(board)
    regions: dict[str, list[int]] = {}
    for space in board.spaces:
        if space in board.region_of:
            region = board.region_of[space]
            regions.setdefault(called.get(region, region), []).append(space)
    taken: list[Box] = [
        (x - half, y - SIGN, x + half, y + SIGN)
        for half, (x, y) in ((BREADTH[SYMBOLS[symbol]], map_.centres[space])
                             for space, symbol in board.symbol_of.items())
    ]
    x, y = map_.points[board.start]
    left, top, right, bottom = FIGURES[-1][3]
    taken.append((x + left, y + top, x + right, y + bottom))
    placed = []
    for region in sorted(regions, key=lambda name: (-len(name), name)):
        name = _placed(map_, region.upper(), regions[region], taken)
        if name:
            placed.append(name)
            taken.append(name.box)
    crossed = (
        replace(name, sides=_sides(map_, name.box), spaces=_spaces(map_, name.box))
        for name in placed
    )
    return tuple(sorted(crossed, key=lambda name: (name.y, name.x)))


def _placed(
    map_: BoardGeometry, words: str, spaces: list[int], taken: Iterable[Box]
) -> Name | None:
    """Return the name as large as it fits, and as near to the middle of its region."""
    middle = (
        sum(map_.centres[space][0] for space in spaces) / len(spaces),
        sum(map_.centres[space][1] for space in spaces) / len(spaces) + TALL * SIZES[0][0] / 2,
    )
    near = _near(taken, [map_.centres[space] for space in spaces])
    runs = list(_runs(map_, {map_.cells[space] for space in spaces}))
    # Rather a little smaller than close to a symbol, but not much smaller.
    tried = [(*size, ROOMY) for size in SIZES[:6]] + [(*size, 0) for size in SIZES]
    for size, spacing, apart in tried:
        fitting = [
            Name(words, x, y, size, spacing)
            for r, first, last in runs
            for y in (r * ROW + map_.dy + UPPER, r * ROW + map_.dy + LOWER)
            for x in _free(_ends(map_, r, first, last, y, size), _beside(near, y, size, apart),
                           _width(words, size, spacing))
        ]
        if fitting:
            return min(fitting, key=lambda n: (
                abs(n.x - middle[0]) + 2 * abs(n.y - middle[1]), n.y, n.x
            ))
    return None


def _near(taken: Iterable[Box], centres: list[Spot]) -> list[Box]:
    """Return the boxes that are near the region."""
    columns, rows = zip(*centres, strict=True)
    around = (min(columns) - ROW, min(rows) - ROW, max(columns) + ROW, max(rows) + ROW)
    return [box for box in taken if meet(box, around)]


def _beside(near: Iterable[Box], y: int, size: int, apart: int) -> list[Box]:
    """Return the boxes that a line of this size would come nearer than this."""
    return [box for box in near if box[1] - apart < y and y - TALL * size < box[3] + apart]


def _ends(map_: BoardGeometry, r: int, first: int, last: int, y: int, size: int
          ) -> tuple[float, float]:
    """Return how far a line of this size may reach in a run, whose ends are slanting."""
    base = y - r * ROW - map_.dy

    def slant(column: int) -> float:
        return HALF * (1 - (base - TALL * size) / ROW if points_up(r, column) else base / ROW)

    return (first * HALF + map_.dx + EDGE + slant(first),
            (last + 2) * HALF + map_.dx - EDGE - slant(last))


def _free(ends: tuple[float, float], blocked: list[Box], width: float) -> Iterator[int]:
    """Yield the centre positions at which a name of this width fits between two ends."""
    left, right = ends[0] + width / 2, ends[1] - width / 2
    half = width / 2 + GAP
    for x in range(round(left), round(right) + 1, STEP):
        if all(x + half <= box[0] or box[2] <= x - half for box in blocked):
            yield x


def _runs(map_: BoardGeometry, cells: set[Cell]) -> Iterator[tuple[int, int, int]]:
    """Yield the region's unbroken stretches: row, first and last column."""
    for r in sorted({row for row, _ in cells}):
        columns = sorted(c for row, c in cells if row == r)
        breaks = [k for k, (a, b) in enumerate(pairwise(columns), 1) if b != a + 1]
        for a, b in pairwise([0, *breaks, len(columns)]):
            yield r, columns[a], columns[b - 1]


def _sides(map_: BoardGeometry, box: Box) -> int:
    """Return the sides that run through a box, found by the places along them."""
    crossed = 0
    for side, (a, b) in map_.board.sides.items():
        (x, y), (u, v) = map_.points[a], map_.points[b]
        if max(y, v) < box[1] - WALL or min(y, v) > box[3] + WALL:
            continue  # nearly all: this is asked for every name and side
        if max(x, u) < box[0] - WALL or min(x, u) > box[2] + WALL:
            continue
        along = ((x + (u - x) * i / 8, y + (v - y) * i / 8) for i in range(9))
        if any(meet(box, (s - WALL, t - WALL, s + WALL, t + WALL)) for s, t in along):
            crossed |= 1 << side
    return crossed


def _spaces(map_: BoardGeometry, box: Box) -> int:
    """Return the spaces with a box over their middle, where a province's value is written."""
    return sum(
        1 << space for space, (x, y) in map_.centres.items()
        if meet(box, (x - SIGN, y - SIGN, x + SIGN, y + SIGN))
    )


def _width(words: str, size: int, spacing: int) -> float:
    return BROADER * width(words, size) + len(words) * spacing - spacing


def meet(a: Box, b: Box) -> bool:
    """Return whether two boxes have anything in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


FILE = "surveys.json"


@dataclass(frozen=True, slots=True)
class Survey:
    """The findings on a board: terrain, the path round all spaces, all sides, and names."""

    terrain: Terrain
    land: str
    grid: str
    names: tuple[Name, ...]


@lru_cache(maxsize=16)
def survey(board: Board) -> Survey:
    """Return the survey of a board, stored or new.

    Its names are those of the board's file.
    """
    stored = _stored().get(_key(board))
    if stored is None:
        return new_survey(board)
    found = [Name(**name) for name in stored["names"]]
    return Survey(Terrain(**stored["terrain"]), stored["land"], stored["grid"], tuple(found))


@lru_cache(maxsize=64)
def names_in(board: Board, language: str) -> tuple[Name, ...]:
    """Return the names on a board in the reader's language, which is the ``language``."""
    called = {region: display_names.region_name(board, region)
              for region in {*board.region_of.values()}}
    is_as_in_file = all(name == region for region, name in called.items())
    return survey(board).names if is_as_in_file else names(board, called)


def new_survey(board: Board) -> Survey:
    """Return the survey of a board, made from the board alone."""
    map_ = board_geometry(board)
    return Survey(terrain(board), map_.area(board.land), map_.grid(), names(board))


def written() -> str:
    """Return the text of the file: the surveys of our own boards."""
    boards = [board_file.named(name) for name in board_file.shipped()]
    surveys = {_key(board): asdict(new_survey(board)) for board in boards}
    return json.dumps(surveys, indent=1, ensure_ascii=False) + "\n"


def _key(board: Board) -> str:
    return codec.text_digest(board.text)


@lru_cache(maxsize=1)
def _stored() -> dict[str, Any]:
    text = (resources.files("games.rulesets.alexandros.drawing") / FILE).read_text("utf-8")
    stored: dict[str, Any] = json.loads(text)
    return stored


if __name__ == "__main__":
    (Path(__file__).parent / FILE).write_text(written(), encoding="utf-8")
