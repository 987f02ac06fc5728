"""The lie of the land: coast line, hills, waves, and where a region's name fits.

Surveyed once for a board and kept; what it finds are paths and spots, no elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.alexandros import lattice as lat
from engine.alexandros.board import Board
from games.drawing import coast
from games.drawing.chart import Chart, chart
from games.drawing.coast import HALF, ROW, Cell, Spot

HILL = "q4-9 8-1m-1-1q3-5 7 2"  # two rounded tops
PEAKS = ("l5-9 5 9", "l6-11 6 11m-7-9l2 4 2-2m0-1l4-5 6 9")  # a small one, a range with a slope
WAVE = "q4-5 8 0 4-5 8 0"
LETTER = 15  # how broad a letter of a region's name is, its spacing included


@dataclass(frozen=True, slots=True)
class Terrain:
    """Paths of the coast, the hills, the mountains and the waves; a spot for each name."""

    coast: str
    hills: str
    peaks: str
    waves: str
    names: tuple[tuple[str, Spot], ...]


@lru_cache(maxsize=16)
def terrain(board: Board) -> Terrain:
    """The terrain of a board."""
    map_ = chart(board)
    outline = "".join(
        coast.smooth_path(coast.shore(loop), map_.dx, map_.dy)
        for loop in coast.loops(map_.mass, joined=True)
    )
    return Terrain(outline, *_relief(map_), _names(map_))


def _relief(map_: Chart) -> tuple[str, str, str]:
    """Hills where the ground is high, mountains in the land beyond the spaces, waves at sea."""
    inside = set(map_.cells.values())
    hills, peaks, waves = [], [], []
    for r in range(-map_.dy // ROW - 1, (map_.height - map_.dy) // ROW + 1):
        for c in range(-map_.dx // HALF - 1, (map_.width - map_.dx) // HALF):
            height = _height(r, c)
            x = (c + 1) * HALF + map_.dx - 16 + round(20 * coast.noise(r, c, 1))
            y = r * ROW + ROW // 2 + map_.dy + round(20 * coast.noise(r, c, 2)) - 6
            if (r, c) in inside:
                if height > 0.5:
                    hills.append(f"M{x} {y}{HILL}")
            elif (r, c) in map_.mass:
                if height > 0.4:
                    peaks.append(f"M{x} {y}{PEAKS[height > 0.52]}")
            elif height > 0.5 and not _near(map_.mass, r, c):
                waves.append(f"M{x} {y}{WAVE}")
    return "".join(hills), "".join(peaks), "".join(waves)


def _near(mass: frozenset[Cell], r: int, c: int) -> bool:
    return any((r + i, c + k) in mass for i in (-1, 0, 1) for k in (-2, -1, 1, 2))


def _height(r: int, c: int) -> float:
    """Broad highs and lows: the mean of noise at three scales."""
    return (
        coast.noise(r // 3, c // 6, 11) + coast.noise(r // 2, c // 4, 12) + coast.noise(r, c, 13)
    ) / 3


def _names(map_: Chart) -> tuple[tuple[str, Spot], ...]:
    """Each region's name with the middle of its base line."""
    regions: dict[str, list[int]] = {}
    for space in map_.board.spaces:
        if space in map_.board.region_of:
            regions.setdefault(map_.board.region_of[space], []).append(space)
    return tuple(
        (name.upper(), _name_spot(map_, name, spaces)) for name, spaces in regions.items()
    )


def _name_spot(map_: Chart, name: str, spaces: list[int]) -> tuple[int, int]:
    """Inside one of the region's rows, where the name crosses the fewest symbols.

    It keeps under the row's upper line or over its lower one, where glyphs leave room.
    """
    rows: dict[int, list[int]] = {}
    for space in spaces:
        r, c = map_.cells[space]
        rows.setdefault(r, []).append(c)
    middle = sum(map_.cells[space][0] for space in spaces) / len(spaces)
    room = len(name) * LETTER // 2
    best = (float("inf"), 0, 0)
    for r, columns in rows.items():
        left, right = min(columns) * HALF + room + 14, (max(columns) + 2) * HALF - room - 14
        crowded = max(0, left - right) / 12  # does not fit between the region's bounds
        for x in {left, (left + right) // 2, right} if not crowded else {(left + right) // 2}:
            for upper in (True, False):
                crossed = _crossed(map_, r, columns, x, room, upper=upper)
                found = crossed + crowded + abs(r - middle) / 4
                best = min(best, (found, x, r * ROW + (16 if upper else ROW - 5)))
    return best[1] + map_.dx + 2, best[2] + map_.dy


def _crossed(
    map_: Chart, r: int, columns: list[int], x: int, room: int, *, upper: bool
) -> int:
    """How many symbols the name would run into: those near the line it keeps to."""
    grid, symbols = map_.board.lattice, map_.board.symbol_of
    return sum(
        abs((c + 1) * HALF - x) < room + 15
        for c in columns
        if lat.points_up(r, c) != upper and grid.cell(r, c) in symbols
    )
